/** Results as bytes, from columns. */
export { ByteSink } from "./byte-sink.ts";
export { ResultLines } from "./result-lines.ts";
