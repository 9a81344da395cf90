/** Results as bytes, from columns. */
export { ByteSink } from "./byte-sink.ts";
export { ResultLines, WRITE_BYTES } from "./result-lines.ts";
