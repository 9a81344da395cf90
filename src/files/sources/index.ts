/** The bytes of a file before they are read as lines, and the file for data that a run does not hold in memory. */
export { FilePieces, PIECE_BYTES, passingPieces } from "./file-pieces.ts";
export { jsonRecordLines, pointerNames } from "./json-records.ts";
export { ScratchFile } from "./scratch-file.ts";
export { isPacked, unpacked } from "./unpacked.ts";
