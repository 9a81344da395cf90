/** The kernel: what is done with every call of a file, over linear memory, as WebAssembly and as JavaScript from one source. */
export { type Kernel, type KernelFunctions, openKernel } from "./kernel.ts";
export type { KernelMemory } from "./kernel-memory.ts";
export * as reading from "./read-cells.ts";
export * as json from "./read-json.ts";
export * as nameTable from "./read-names.ts";
export * as stops from "./read-stops.ts";
export * as rows from "./rows.ts";
export { MOST_AMOUNT_BYTES } from "./write-digits.ts";
export * as writing from "./write-lines.ts";
export * as textTables from "./write-texts.ts";
