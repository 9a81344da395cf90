/** The memories of one kernel and its functions, as JavaScript or as WebAssembly. */
import { bindMemory, KernelViews } from "./memory.ts";
import { HEAP_START } from "./rows.ts";

const PAGE = 65_536;
/** Pages that a memory of WebAssembly may have: four gigabytes. */
const MOST_PAGES = 65_536;
/** A line of memory, in which a row of eight doubles lies. */
const ALIGNED = 64;

/** There is no room left in a memory that must not grow. */
export class MemoryFull extends Error {
  override readonly name = "MemoryFull";
}

export interface MemoryOptions {
  /** Whether it keeps its size, so that other views of it stay: it throws `MemoryFull` where it has no room left. */
  readonly isFixed?: boolean | undefined;
  /** Whether it has no rows (rows.ts): a small memory for other things. */
  readonly hasNoRows?: boolean | undefined;
}

/** A kernel's plan and work memories. Addresses count in bytes; those of the work memory may be given out and taken back. */
export abstract class KernelMemory {
  /** Views of the memories as they are now: `allocate` and `extend` may put others in their place, and whatever calls them. */
  abstract readonly views: KernelViews;
  protected readonly isFixed: boolean;
  /** Where what is given out begins. */
  protected readonly start: number;
  /** Where what was never given out begins. */
  protected next: number;
  /** Below it something may stand of whoever had the memory before. */
  protected usedBefore = 0;
  readonly #free: number[][] = [];

  constructor({ isFixed = false, hasNoRows = false }: MemoryOptions) {
    this.isFixed = isFixed;
    this.start = hasNoRows ? 0 : HEAP_START;
    this.next = this.start;
  }

  /** Room for so many bytes, a power of two of them, so that what is given back can be used again; all are 0, unless whoever takes it clears it. */
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

  /** How many bytes are left to be given out for the first time. */
  get left(): number {
    return this.views.workU8s.length - this.next;
  }

  /** Whoever had it needs it no longer, and looks at nothing in it. */
  release(): void {}

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

  /** Makes the work memory at least so long and little longer, for whoever uses all of it from an address on. */
  extend(bytes: number): void {
    if (bytes > this.views.workU8s.length) this.resize(bytes);
  }

  /** Makes the work memory at least so long, and longer for what comes next. */
  protected abstract grow(bytes: number): void;

  /** Makes the work memory so long; it keeps what it holds. */
  protected abstract resize(bytes: number): void;
}

function sizeFor(bytes: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(bytes, ALIGNED)));
}

/** A table of words in the work memory that may grow; its address stands in a word of the header. */
export class WorkTable {
  readonly #memory: KernelMemory;
  readonly #header: number;
  readonly #fill: number;
  #address = 0;
  #bytes = 0;

  /** `fill` is what words hold that were not written. */
  constructor(memory: KernelMemory, header: number, words: number, fill = 0) {
    this.#memory = memory;
    this.#header = header;
    this.#fill = fill;
    this.makeRoom(words);
  }

  /** How many words there is room for. */
  get length(): number {
    return this.#bytes >> 2;
  }

  /** Where the words lie now among those of the memory. */
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

  /** Tells the kernel that this is the table, of several of its kind. */
  use(): void {
    this.#memory.views.workI32s[this.#header >> 2] = this.#address;
  }

  /** Gives the memory back. */
  free(): void {
    this.#memory.free(this.#address, this.#bytes);
  }
}

/** Memories of the kernel as JavaScript: call `bind` before its functions. */
export class JavaScriptMemory extends KernelMemory {
  views: KernelViews;

  /** With room for so many bytes at first. */
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

/** A spare memory of which more was used is not kept. */
const MOST_USED_BYTES = 1 << 26;

/**
 * A memory that keeps its size and was given back, and how much of it was used. The platform counts a new memory as all of
 * its size, used or not, and collects garbage for it: were it made anew, that would take longer than rating a small file.
 */
let spare: { readonly memory: WebAssembly.Memory; readonly usedBefore: number } | undefined;

/** Memories of the kernel as WebAssembly, both in one, the plan behind the rows. */
export class WebAssemblyMemory extends KernelMemory {
  readonly memory: WebAssembly.Memory;
  readonly planStart: number;
  views: KernelViews;

  /** With room for so many bytes besides the plan at first. */
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
