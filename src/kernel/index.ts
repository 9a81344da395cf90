/**
 * The kernel: all work on each call of a file, over linear memory, as WebAssembly and as JavaScript from one source.
 */

export type { KernelHost } from "./host.ts";
export * as hashing from "./ids/hash-ids.ts";
export * as noting from "./ids/note-ids.ts";
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
export * as counting from "./rating/count-rows.ts";
export { typeHash } from "./rating/find-rows.ts";
export * as tables from "./rating/tables.ts";
export * as cutting from "./reading/cut-texts.ts";
export * as putting from "./reading/put-found.ts";
export * as reading from "./reading/read-cells.ts";
export * as json from "./reading/read-json.ts";
export * as nameTable from "./reading/read-names.ts";
export * as stops from "./reading/read-stops.ts";
export * as times from "./reading/read-times.ts";
export * as rows from "./rows.ts";
export { MOST_AMOUNT_BYTES } from "./writing/write-digits.ts";
export * as writing from "./writing/write-lines.ts";
export * as textTables from "./writing/write-texts.ts";
