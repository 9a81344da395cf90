/** What becomes of a file's bytes before they are read as lines: unpacked, and JSON documents as lines of records. */
export { jsonRecordLines, pointerNames } from "./json-records.ts";
export { isPacked, unpacked } from "./unpacked.ts";
