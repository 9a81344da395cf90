/** The memories of one kernel, in the JavaScript and in the WebAssembly form. */
import { bindMemory, KernelViews } from "./memory.ts";
import * as rows from "./rows.ts";

const PAGE = 65_536;
/** Most pages of a WebAssembly memory: four gigabytes. */
const MOST_PAGES = 65_536;
/** Alignment of allocations: one cache line, which holds a row of eight doubles. */
const ALIGNED = 64;

/** A memory of fixed size has no room left. */
export class MemoryFull extends Error {
  override readonly name = "MemoryFull";
}

export interface MemoryOptions {
  /** Whether the memory keeps its size, so that all views of it stay valid; a full memory throws `MemoryFull`. */
  readonly isFixed?: boolean | undefined;
  /** Whether the memory has no rows (rows.ts): a small memory for other uses. */
  readonly hasNoRows?: boolean | undefined;
}

/** A kernel's plan and work memories. Addresses count in bytes. The work memory has an allocator. */
export abstract class KernelMemory {
  /** Views of the present buffers: `allocate`, `extend` and every method that calls these may replace the views. */
  abstract readonly views: KernelViews;
  protected readonly isFixed: boolean;
  /** Start of the heap. */
  protected readonly start: number;
  /** First address that was never allocated. */
  protected next: number;
  /** Bytes below this address may hold the data of a former user. */
  protected usedBefore = 0;
  readonly #free: number[][] = [];

  constructor({ isFixed = false, hasNoRows = false }: MemoryOptions) {
    this.isFixed = isFixed;
    this.start = hasNoRows ? 0 : rows.HEAP_START;
    this.next = this.start;
  }

  /**
   * Allocates room for `bytes`, rounded up to a power of two, so that freed room fits later requests. The bytes are 0,
   * unless `isCleared` is false, which leaves clearing to the caller.
   */
  allocate(bytes: number, isCleared = true): number {
    const size = sizeFor(bytes);
    const free = this.#free[Math.log2(size)]?.pop();
    if (free !== undefined) {
      this.views.workU8s.fill(0, free, free + size);
      return free;
    }
    const address = this.next;
    this.next += size;
    if (this.next > this.views.workU8s.length) {
      if (this.isFixed) throw new MemoryFull(`a kernel has no room for ${bytes} bytes more`);
      this.grow(this.next);
    }
    if (isCleared && address < this.usedBefore)
      this.views.workU8s.fill(0, address, Math.min(this.next, this.usedBefore));
    return address;
  }

  /** Bytes that were never allocated. */
  get left(): number {
    return this.views.workU8s.length - this.next;
  }

  /** Ends the use of the memory: the caller reads nothing in the memory any more. */
  release(): void {}

  free(address: number, bytes: number): void {
    const size = Math.log2(sizeFor(bytes));
    this.#free[size] ??= [];
    this.#free[size].push(address);
  }

  /** Larger room with the same content. */
  reallocate(address: number, bytes: number, moreBytes: number): number {
    if (sizeFor(bytes) >= moreBytes) return address;
    const larger = this.allocate(moreBytes);
    this.views.workU8s.copyWithin(larger, address, address + bytes);
    this.free(address, bytes);
    return larger;
  }

  /**
   * Extends the work memory to at least `bytes` and little more, for a caller that uses all of it from an address on.
   */
  extend(bytes: number): void {
    if (bytes > this.views.workU8s.length) this.resize(bytes);
  }

  /** Extends the work memory to at least `bytes`, with room for later requests. */
  protected abstract grow(bytes: number): void;

  /** Sets the length of the work memory, which keeps its content. */
  protected abstract resize(bytes: number): void;
}

function sizeFor(bytes: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(bytes, ALIGNED)));
}

/** A table of words in the work memory that can grow; a word of the header holds its address. */
export class WorkTable {
  readonly #memory: KernelMemory;
  readonly #header: number;
  readonly #fill: number;
  #address = 0;
  #bytes = 0;

  /** `fill` is the value of words that were not written. */
  constructor(memory: KernelMemory, header: number, words: number, fill = 0) {
    this.#memory = memory;
    this.#header = header;
    this.#fill = fill;
    this.makeRoom(words);
  }

  /** Capacity in words. */
  get length(): number {
    return this.#bytes >> 2;
  }

  /** A view of the words at their present address. */
  get words(): Int32Array {
    return this.#memory.views.workI32s.subarray(this.#address >> 2, (this.#address + this.#bytes) >> 2);
  }

  at(word: number): number {
    return this.#memory.views.workI32s[(this.#address >> 2) + word] as number;
  }

  set(word: number, value: number): void {
    this.#memory.views.workI32s[(this.#address >> 2) + word] = value;
  }

  makeRoom(words: number): void {
    const bytes = sizeFor(4 * words);
    if (bytes <= this.#bytes) return;
    this.#address =
      this.#bytes === 0
        ? this.#memory.allocate(bytes)
        : this.#memory.reallocate(this.#address, this.#bytes, bytes);
    const before = this.#bytes;
    this.#bytes = bytes;
    if (this.#fill !== 0) this.words.fill(this.#fill, before >> 2);
    this.use();
  }

  /** Makes the kernel use this table, of several tables of its kind. */
  use(): void {
    this.#memory.views.workI32s[this.#header >> 2] = this.#address;
  }

  /** Gives the memory back. */
  free(): void {
    this.#memory.free(this.#address, this.#bytes);
  }
}

/** Memories of the kernel as JavaScript: call `bindMemory` before its functions. */
export class JavaScriptMemory extends KernelMemory {
  views: KernelViews;

  /** `bytes` is the initial room. */
  constructor(plan: ArrayBufferLike, bytes = 0, options: MemoryOptions = {}) {
    super(options);
    this.views = new KernelViews(plan, new ArrayBuffer(this.start + bytes));
  }

  protected override grow(bytes: number): void {
    this.resize(2 * bytes);
  }

  protected override resize(bytes: number): void {
    const work = new ArrayBuffer(ALIGNED * Math.ceil(bytes / ALIGNED));
    new Uint8Array(work).set(this.views.workU8s);
    this.views = new KernelViews(this.views.planU8s.buffer, work);
    bindMemory(this.views);
  }
}

/** A released memory of which more bytes were used is not kept as the spare. */
const MOST_USED_BYTES = 1 << 26;

/**
 * A memory of fixed size that was released, and the bytes of it that were used. The platform counts a new memory with
 * its whole size, used or not, and collects garbage for it: a new memory would take longer than rating a small file.
 */
let spare: { readonly memory: WebAssembly.Memory; readonly usedBefore: number } | undefined;

/** Memories of the kernel as WebAssembly: one memory for both, with the plan behind the rows. */
export class WebAssemblyMemory extends KernelMemory {
  readonly memory: WebAssembly.Memory;
  readonly planStart: number;
  views: KernelViews;

  /** `bytes` is the initial room besides the plan. */
  constructor(plan: ArrayBufferLike, bytes = 0, options: MemoryOptions = {}) {
    super(options);
    const pages = Math.ceil((this.start + sizeFor(plan.byteLength) + bytes) / PAGE);
    if (this.isFixed && spare !== undefined && spare.memory.buffer.byteLength >= pages * PAGE) {
      this.memory = spare.memory;
      this.usedBefore = spare.usedBefore;
      spare = undefined;
    } else {
      this.memory = new WebAssembly.Memory({ initial: pages, maximum: MOST_PAGES });
    }
    this.views = this.#viewsNow();
    if (this.usedBefore > 0) this.views.workU8s.fill(0, 0, this.start);
    this.planStart = this.allocate(plan.byteLength);
    this.views.workU8s.set(new Uint8Array(plan), this.planStart);
  }

  override release(): void {
    const usedBefore = Math.max(this.usedBefore, this.next);
    if (this.isFixed && usedBefore <= MOST_USED_BYTES) spare = { memory: this.memory, usedBefore };
  }

  protected override grow(bytes: number): void {
    this.resize(1.5 * bytes);
  }

  protected override resize(bytes: number): void {
    this.memory.grow(Math.ceil((bytes - this.memory.buffer.byteLength) / PAGE));
    this.views = this.#viewsNow();
  }

  #viewsNow(): KernelViews {
    return new KernelViews(this.memory.buffer, this.memory.buffer);
  }
}
