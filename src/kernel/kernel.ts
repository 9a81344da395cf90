/** The kernel as its host has it: its memory, and its functions as WebAssembly or, where there is none, as JavaScript. */
import * as sources from "./entry.ts";
import { bindHost, type KernelHost } from "./host.ts";
import { JavaScriptMemory, type KernelMemory, WebAssemblyMemory } from "./kernel-memory.ts";
import { bindMemory } from "./memory.ts";
import { KERNEL_WASM } from "./wasm.js";

export type KernelFunctions = typeof sources;

/** How a kernel runs. */
export type KernelForm = "webassembly" | "javascript";

export interface Kernel {
  readonly memory: KernelMemory;
  readonly functions: KernelFunctions;
}

export interface KernelOptions {
  /** Room of the work memory at first, in bytes; pages that nobody writes to cost nothing. */
  readonly workBytes?: number;
  /** Whether the memory keeps its size: it throws `MemoryFull` where it has no room left. */
  readonly isFixed?: boolean;
  /** Default: as WebAssembly where the platform has it and allows it. */
  readonly form?: KernelForm;
  /** Who answers what tables do not say; only rating asks. */
  readonly host?: KernelHost;
}

/** The module as WebAssembly; null where the platform has none, or does not allow it as a page's policy may. */
let module: WebAssembly.Module | null | undefined;

function compiledModule(): WebAssembly.Module | null {
  if (module !== undefined) return module;
  try {
    module = new WebAssembly.Module(bytesOf(KERNEL_WASM));
  } catch {
    module = null;
  }
  return module;
}

/**
 * How files and large columns of calls are rated here: by WebAssembly, or where the platform does not allow that (a page
 * whose policy forbids it) by the same source as JavaScript, which gives the same answers in two to three times the time.
 *
 * @example
 * kernel(); // => "webassembly"
 */
export function kernel(): KernelForm {
  return compiledModule() === null ? "javascript" : "webassembly";
}

/** A kernel over a plan, which works as JavaScript where it cannot be WebAssembly. */
export function openKernel(
  plan: ArrayBufferLike,
  { workBytes, isFixed, form = kernel(), host }: KernelOptions = {},
): Kernel {
  const compiled = form === "webassembly" ? compiledModule() : null;
  const memory = compiled === null ? undefined : memoryFor(plan, workBytes, isFixed);
  if (compiled === null || memory === undefined) {
    const own = new JavaScriptMemory(plan, workBytes, isFixed);
    return { memory: own, functions: boundTo(own, host) };
  }
  const { exports } = new WebAssembly.Instance(compiled, {
    env: { memory: memory.memory },
    memory: { planStart: memory.planStart },
    host: { ...(host ?? NO_HOST) },
  });
  return { memory, functions: exports as unknown as KernelFunctions };
}

/** A memory of WebAssembly; undefined where the process has as many as it may. */
function memoryFor(
  plan: ArrayBufferLike,
  bytes: number | undefined,
  isFixed: boolean | undefined,
): WebAssemblyMemory | undefined {
  try {
    return new WebAssemblyMemory(plan, bytes, isFixed);
  } catch {
    return undefined;
  }
}

const nobody = (): number => 0;

/** Of a kernel that does not rate. */
const NO_HOST: KernelHost = {
  lookUpTarget: nobody,
  lookUpID: nobody,
  lookUpFlag: nobody,
  readStart: nobody,
  readNumber: nobody,
  findNumber: nobody,
  addType: nobody,
  findDestination: nobody,
  choose: nobody,
  lookAgain: nobody,
  resolve: nobody,
  priceExactly: nobody,
};

/** The functions of the sources, each of which works in the memory of this kernel. */
function boundTo(memory: JavaScriptMemory, host: KernelHost | undefined): KernelFunctions {
  const bound = Object.entries(sources).map(([name, own]) => [
    name,
    (...args: number[]) => {
      bindMemory(memory.views);
      if (host !== undefined) bindHost(host);
      return (own as (...args: unknown[]) => unknown)(...args);
    },
  ]);
  return Object.fromEntries(bound) as KernelFunctions;
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}
