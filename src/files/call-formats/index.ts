/** The whole face of formats of calls by their names: what they are, which one a file is in, and calls from one to another. */
export {
  type ConvertFileOptions,
  type ConvertReport,
  convertFile,
  type ProblemReason,
} from "./convert-file.ts";
export { type ListedFormat, listFormats } from "./list-formats.ts";
export {
  type CallFormatRead,
  isDialectFile,
  nearestFormat,
  readCallFormat,
  whyNoCallFormat,
} from "./read-call-format.ts";
export { type SniffedFormat, type SniffOptions, type SniffReport, sniffCalls } from "./sniff-calls.ts";
