/** Results as bytes, from columns. */
export { ByteSink } from "./byte-sink.ts";
export { type LineParts, type PutLine, ResultLines } from "./result-lines.ts";
