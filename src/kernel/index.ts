/** The kernel: what is done with every call of a file, over linear memory, as WebAssembly and as JavaScript from one source. */

export * as counting from "./count-rows.ts";
export { typeHash } from "./find-rows.ts";
export * as hashing from "./hash-ids.ts";
export type { KernelHost } from "./host.ts";
export {
  type Kernel,
  type KernelForm,
  type KernelFunctions,
  type KernelOptions,
  kernel,
  openKernel,
} from "./kernel.ts";
export { JavaScriptMemory, type KernelMemory, MemoryFull, WorkTable } from "./kernel-memory.ts";
export type { KernelViews } from "./memory.ts";
export * as noting from "./note-ids.ts";
export * as reading from "./read-cells.ts";
export * as json from "./read-json.ts";
export * as nameTable from "./read-names.ts";
export * as stops from "./read-stops.ts";
export * as rows from "./rows.ts";
export * as tables from "./tables.ts";
export { MOST_AMOUNT_BYTES } from "./write-digits.ts";
export * as writing from "./write-lines.ts";
export * as textTables from "./write-texts.ts";
