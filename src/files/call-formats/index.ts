/** Public interface of formats of calls by name: their list, detection of a file's format, and conversion. */
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
