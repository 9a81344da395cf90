/** What the kernel exports as WebAssembly; as JavaScript the same functions are imported from their files. */
export { beginRow, endRow, putCell, readCells, readRows } from "./read-cells.ts";
export { hashOf, nameCode, nameEnd } from "./read-names.ts";
