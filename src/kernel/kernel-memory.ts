/** The memories of one kernel and its functions, as JavaScript or as WebAssembly. */
import { bindMemory, KernelViews } from "./memory.ts";
import { HEAP_START } from "./rows.ts";

const PAGE = 65_536;
/** Pages that a memory of WebAssembly may have: four gigabytes. */
const MOST_PAGES = 65_536;
const ALIGNED = 8;

/** A kernel's plan and work memories. Addresses count in bytes; those of the work memory may be given out and taken back. */
export abstract class KernelMemory {
  /** Views of the memories as they are now: `allocate` may put others in their place, and whatever calls it. */
  abstract readonly views: KernelViews;
  #next = HEAP_START;
  readonly #free: number[][] = [];

  /** Room for so many bytes, not cleared; a power of two of them, so that what is given back can be used again. */
  allocate(bytes: number): number {
    const size = sizeFor(bytes);
    const free = this.#free[Math.log2(size)]?.pop();
    if (free !== undefined) return free;
    const address = this.#next;
    this.#next += size;
    if (this.#next > this.views.workU8s.length) this.grow(this.#next);
    return address;
  }

  free(address: number, bytes: number): void {
    const size = Math.log2(sizeFor(bytes));
    this.#free[size] ??= [];
    this.#free[size].push(address);
  }

  /** Room for more, with what stood there. */
  reallocate(address: number, bytes: number, moreBytes: number): number {
    if (sizeFor(bytes) >= moreBytes) return address;
    const larger = this.allocate(moreBytes);
    this.views.workU8s.copyWithin(larger, address, address + bytes);
    this.free(address, bytes);
    return larger;
  }

  /** Makes the work memory at least so long; it keeps what it holds. */
  protected abstract grow(bytes: number): void;
}

function sizeFor(bytes: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(bytes, ALIGNED)));
}

/** Memories of the kernel as JavaScript: call `bind` before its functions. */
export class JavaScriptMemory extends KernelMemory {
  views: KernelViews;

  /** With room for so many bytes at first. */
  constructor(plan: ArrayBufferLike, bytes = 0) {
    super();
    this.views = new KernelViews(plan, new ArrayBuffer(HEAP_START + bytes));
  }

  bind(): void {
    bindMemory(this.views);
  }

  protected override grow(bytes: number): void {
    const work = new ArrayBuffer(2 * bytes);
    new Uint8Array(work).set(this.views.workU8s);
    this.views = new KernelViews(this.views.planU8s.buffer, work);
    bindMemory(this.views);
  }
}

/** Memories of the kernel as WebAssembly, both in one, the plan behind the rows. */
export class WebAssemblyMemory extends KernelMemory {
  readonly memory: WebAssembly.Memory;
  readonly planStart: number;
  views: KernelViews;

  /** With room for so many bytes besides the plan at first. */
  constructor(plan: ArrayBufferLike, bytes = 0) {
    super();
    const pages = Math.ceil((HEAP_START + sizeFor(plan.byteLength) + bytes) / PAGE);
    this.memory = new WebAssembly.Memory({ initial: pages, maximum: MOST_PAGES });
    this.views = this.#viewsNow();
    this.planStart = this.allocate(plan.byteLength);
    this.views.workU8s.set(new Uint8Array(plan), this.planStart);
  }

  protected override grow(bytes: number): void {
    const pages = Math.ceil((1.5 * bytes - this.memory.buffer.byteLength) / PAGE);
    this.memory.grow(pages);
    this.views = this.#viewsNow();
  }

  #viewsNow(): KernelViews {
    return new KernelViews(this.memory.buffer, this.memory.buffer);
  }
}
