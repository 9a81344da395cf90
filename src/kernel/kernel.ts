/** The kernel as its host has it: its memory, and its functions as WebAssembly or, where there is none, as JavaScript. */
import * as sources from "./entry.ts";
import { bindHost, type KernelHost } from "./host.ts";
import {
  JavaScriptMemory,
  type KernelMemory,
  type MemoryOptions,
  WebAssemblyMemory,
} from "./kernel-memory.ts";
import { bindMemory } from "./memory.ts";
import { KERNEL_WASM } from "./wasm.js";

export type KernelFunctions = typeof sources;

/** How a kernel runs. */
export type KernelForm = "webassembly" | "javascript";

export interface Kernel {
  readonly memory: KernelMemory;
  readonly functions: KernelFunctions;
}

export interface KernelOptions extends MemoryOptions {
  /** Room of the work memory at first, in bytes; pages that nobody writes to cost nothing. */
  readonly workBytes?: number;
  /** Default: as WebAssembly where the platform has it and allows it. */
  readonly form?: KernelForm;
  /** Who answers what tables do not say; only rating asks. */
  readonly host?: KernelHost;
}

/**
 * The module as WebAssembly; null where the platform has none, or does not allow it as a page's policy may. Not named
 * `module`: what wraps modules in functions gives them a parameter of that name, which a `var` of a build then is.
 */
let kernelModule: WebAssembly.Module | null | undefined;

function compiledModule(): WebAssembly.Module | null {
  if (kernelModule !== undefined) return kernelModule;
  try {
    kernelModule = new WebAssembly.Module(bytesOf(KERNEL_WASM));
  } catch {
    kernelModule = null;
  }
  return kernelModule;
}

/**
 * How calls are rated here, in files, in columns and one by one where a book rates many: by WebAssembly, or where the
 * platform does not allow that (a page whose policy forbids it) by the same source as JavaScript, which gives the same
 * answers in two to three times the time.
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
  { workBytes, form = kernel(), host, ...options }: KernelOptions = {},
): Kernel {
  const compiled = form === "webassembly" ? compiledModule() : null;
  const memory = compiled === null ? undefined : memoryFor(plan, workBytes, options);
  if (compiled === null || memory === undefined) {
    const own = new JavaScriptMemory(plan, workBytes, options);
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
  options: MemoryOptions,
): WebAssemblyMemory | undefined {
  try {
    return new WebAssemblyMemory(plan, bytes, options);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
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

/** None has more than six arguments; what is not given means nothing. */
type KernelFunction = (a: number, b: number, c: number, d: number, e: number, f: number) => unknown;

/** The functions of the sources, each of which works in the memory of this kernel. */
class BoundFunctions {
  readonly memory: JavaScriptMemory;
  readonly host: KernelHost | undefined;

  constructor(memory: JavaScriptMemory, host: KernelHost | undefined) {
    this.memory = memory;
    this.host = host;
  }
}

for (const [name, run] of Object.entries(sources as unknown as Record<string, KernelFunction>)) {
  Object.defineProperty(BoundFunctions.prototype, name, {
    value(this: BoundFunctions, a: number, b: number, c: number, d: number, e: number, f: number) {
      bindMemory(this.memory.views);
      if (this.host !== undefined) bindHost(this.host);
      return run(a, b, c, d, e, f);
    },
  });
}

function boundTo(memory: JavaScriptMemory, host: KernelHost | undefined): KernelFunctions {
  return new BoundFunctions(memory, host) as unknown as KernelFunctions;
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}
