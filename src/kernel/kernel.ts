/** The kernel as its host has it: its memory, and its functions as WebAssembly or, where there is none, as JavaScript. */
import * as sources from "./entry.ts";
import { JavaScriptMemory, type KernelMemory, WebAssemblyMemory } from "./kernel-memory.ts";
import { KERNEL_WASM } from "./wasm.js";

export type KernelFunctions = typeof sources;

export interface Kernel {
  readonly memory: KernelMemory;
  readonly functions: KernelFunctions;
}

export interface KernelOptions {
  /** Room of the work memory at first, in bytes; pages that nobody writes to cost nothing. */
  readonly workBytes?: number;
  /** @internal */
  readonly asJavaScript?: boolean;
}

let module: WebAssembly.Module | undefined;

/** A kernel over a plan, which works as JavaScript where the platform has no WebAssembly. */
export function openKernel(plan: ArrayBufferLike, { workBytes, asJavaScript }: KernelOptions = {}): Kernel {
  if (asJavaScript || typeof WebAssembly === "undefined") {
    const memory = new JavaScriptMemory(plan, workBytes);
    return { memory, functions: boundTo(memory) };
  }
  module ??= new WebAssembly.Module(bytesOf(KERNEL_WASM));
  const memory = new WebAssemblyMemory(plan, workBytes);
  const imports = { env: { memory: memory.memory }, memory: { planStart: memory.planStart } };
  const { exports } = new WebAssembly.Instance(module, imports);
  return { memory, functions: exports as unknown as KernelFunctions };
}

/** The functions of the sources, each of which works in the memory of this kernel. */
function boundTo(memory: JavaScriptMemory): KernelFunctions {
  const bound = Object.entries(sources).map(([name, own]) => [
    name,
    (...args: number[]) => {
      memory.bind();
      return (own as (...args: number[]) => unknown)(...args);
    },
  ]);
  return Object.fromEntries(bound) as KernelFunctions;
}

function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}
