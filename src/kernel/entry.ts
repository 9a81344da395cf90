/**
 * The functions of the kernel: the exports of the WebAssembly module, and the same functions for the JavaScript form.
 */

export { beginningOf, hashRows, hashText } from "./ids/hash-ids.ts";
export { growIDs, linesAside, noteIDs } from "./ids/note-ids.ts";
export { countRows } from "./rating/count-rows.ts";
export { rateRows } from "./rating/rate-block.ts";
export { cutText } from "./reading/cut-texts.ts";
export { beginFound, putDuration, putFound } from "./reading/put-found.ts";
export { beginRow, putCell, readCells } from "./reading/read-cells.ts";
export { readRows } from "./reading/read-file-rows.ts";
export { readObject } from "./reading/read-json.ts";
export { hashOf, nameCode, nameEnd } from "./reading/read-names.ts";
export { putStart, readStart, readTime } from "./reading/read-times.ts";
export { fillDigits, writeUnits } from "./writing/write-digits.ts";
export { writeLines, writeOperation } from "./writing/write-lines.ts";
export { addEntries, addText, findTexts } from "./writing/write-texts.ts";
