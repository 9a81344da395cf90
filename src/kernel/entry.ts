/** What the kernel exports as WebAssembly; as JavaScript the same functions are imported from their files. */
export { countRows } from "./count-rows.ts";
export { beginningOf, hashRows, hashText } from "./hash-ids.ts";
export { growIDs, linesAside, noteIDs } from "./note-ids.ts";
export { rateRows } from "./rate-block.ts";
export { beginRow, endRow, putCell, readCells } from "./read-cells.ts";
export { readRows } from "./read-file-rows.ts";
export { hashOf, nameCode, nameEnd } from "./read-names.ts";
export { fillDigits, writeUnits } from "./write-digits.ts";
export { writeLines, writeOperation } from "./write-lines.ts";
export { addEntries, addText, findTexts } from "./write-texts.ts";
