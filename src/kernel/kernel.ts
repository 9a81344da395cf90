/** Opens kernels: the memory, and the functions as WebAssembly or, as the fallback, as JavaScript. */
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
  /** Initial room of the work memory in bytes; pages that are never written cost nothing. */
  readonly workBytes?: number;
  /** Default: WebAssembly where the platform has and allows WebAssembly. */
  readonly form?: KernelForm;
  /** Answers look-ups that miss the tables; only rating asks. */
  readonly host?: KernelHost;
}

/**
 * The compiled module; null where the platform has no WebAssembly or a page's content security policy forbids it. Not
 * named `module`: a bundler that wraps modules in functions has a parameter `module`, and a `var` of a build would be
 * it.
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
 * The form in which calls are rated here (in files, in columns, and one by one where a book rates many): WebAssembly,
 * or, where the platform does not allow WebAssembly (a page whose policy forbids it), the same source as JavaScript,
 * which gives the same answers in two to three times the time.
 *
 * @example
 * kernel(); // => "webassembly"
 */
export function kernel(): KernelForm {
  return compiledModule() === null ? "javascript" : "webassembly";
}

/** Opens a kernel over a plan; JavaScript is the fallback for WebAssembly. */
export function openKernel(
  plan: ArrayBufferLike,
  { workBytes, form = kernel(), host, ...options }: KernelOptions = {},
): Kernel {
  const compiled = form === "webassembly" ? compiledModule() : null;
  const memory = compiled === null ? undefined : memoryFor(plan, workBytes, options);
  if (compiled === null || memory === undefined) {
    const fallback = new JavaScriptMemory(plan, workBytes, options);
    return { memory: fallback, functions: boundTo(fallback, host) };
  }
  const { exports } = new WebAssembly.Instance(compiled, {
    env: { memory: memory.memory },
    memory: { planStart: memory.planStart },
    host: { ...(host ?? NO_HOST) },
  });
  return { memory, functions: exports as unknown as KernelFunctions };
}

/** A WebAssembly memory; undefined where the process has reached its limit of memories. */
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

const noAnswer = (): number => 0;

/** The host of a kernel that does not rate. */
const NO_HOST: KernelHost = {
  lookUpTarget: noAnswer,
  lookUpID: noAnswer,
  lookUpFlag: noAnswer,
  readStart: noAnswer,
  readNumber: noAnswer,
  findNumber: noAnswer,
  addType: noAnswer,
  findDestination: noAnswer,
  choose: noAnswer,
  lookAgain: noAnswer,
  resolve: noAnswer,
  priceExactly: noAnswer,
};

/** A function of the kernel has at most six arguments; surplus ones are ignored. */
type KernelFunction = (a: number, b: number, c: number, d: number, e: number, f: number) => unknown;

/** The functions of the sources, bound to the memory and the host of one kernel. */
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
  const letters = atob(base64);
  const bytes = new Uint8Array(letters.length);
  for (let at = 0; at < bytes.length; at++) bytes[at] = letters.charCodeAt(at);
  return bytes;
}
