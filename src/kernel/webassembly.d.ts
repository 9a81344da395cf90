/**
 * What the kernel uses of WebAssembly: the platforms that the core runs on declare it in libraries that it does
 * without.
 */
declare namespace WebAssembly {
  class Memory {
    constructor(descriptor: { initial: number; maximum?: number });
    readonly buffer: ArrayBuffer;
    grow(pages: number): number;
  }
  class Module {
    constructor(bytes: Uint8Array);
  }
  class Instance {
    constructor(module: Module, imports: Record<string, Record<string, unknown>>);
    readonly exports: Record<string, unknown>;
  }
}
/** Text of base64 as a text of bytes: every platform that the core runs on has it. */
declare function atob(text: string): string;
