/** Results as bytes, from columns. */
export { ByteSink } from "./byte-sink.ts";
export { type PutLine, ResultLines, WRITE_BYTES } from "./result-lines.ts";
