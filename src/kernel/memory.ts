/**
 * Memory access of the kernel as JavaScript. The kernel's sources use addresses in bytes and import every access from
 * here; in the WebAssembly build `memory.as` replaces this file, and each access is one instruction. There are two
 * memories: the plan, which never changes once a book is opened and may be shared, and the work memory, which holds the
 * rows of a block, tables that grow with the calls, and texts.
 */

// Not initialised: the build turns a variable that is set in its declaration into a constant.
let planI32s: Int32Array;
let planF64s: Float64Array;
let planU8s: Uint8Array;
let planU16s: Uint16Array;
let workI32s: Int32Array;
let workF64s: Float64Array;
let workU8s: Uint8Array;
let workView: DataView;
let bound: KernelViews | undefined;

/** Views of one pair of memories. */
export class KernelViews {
  readonly planI32s: Int32Array;
  readonly planF64s: Float64Array;
  readonly planU8s: Uint8Array;
  readonly planU16s: Uint16Array;
  readonly workI32s: Int32Array;
  readonly workF64s: Float64Array;
  readonly workU8s: Uint8Array;
  readonly workView: DataView;

  /** The length of both buffers is a multiple of eight bytes. */
  constructor(plan: ArrayBufferLike, work: ArrayBufferLike) {
    this.planI32s = new Int32Array(plan);
    this.planF64s = new Float64Array(plan);
    this.planU8s = new Uint8Array(plan);
    this.planU16s = new Uint16Array(plan);
    this.workI32s = new Int32Array(work);
    this.workF64s = new Float64Array(work);
    this.workU8s = new Uint8Array(work);
    this.workView = new DataView(work);
  }
}

/** Makes the kernel as JavaScript work in these memories from now on. */
export function bindMemory(views: KernelViews): void {
  if (views === bound) return;
  bound = views;
  planI32s = views.planI32s;
  planF64s = views.planF64s;
  planU8s = views.planU8s;
  planU16s = views.planU16s;
  workI32s = views.workI32s;
  workF64s = views.workF64s;
  workU8s = views.workU8s;
  workView = views.workView;
}

export function planI32(address: i32): i32 {
  return planI32s[address >> 2] as i32;
}
export function planF64(address: i32): f64 {
  return planF64s[address >> 3] as f64;
}
export function planU8(address: i32): i32 {
  return planU8s[address] as i32;
}
export function planU16(address: i32): i32 {
  return planU16s[address >> 1] as i32;
}

export function i32At(address: i32): i32 {
  return workI32s[address >> 2] as i32;
}
export function setI32(address: i32, value: i32): void {
  workI32s[address >> 2] = value;
}
export function f64At(address: i32): f64 {
  return workF64s[address >> 3] as f64;
}
export function setF64(address: i32, value: f64): void {
  workF64s[address >> 3] = value;
}
export function u8At(address: i32): i32 {
  return workU8s[address] as i32;
}
export function setU8(address: i32, value: i32): void {
  workU8s[address] = value;
}
/** Four bytes from any address. */
export function wordAt(address: i32): i32 {
  return workView.getInt32(address, true);
}
export function setWord(address: i32, value: i32): void {
  workView.setInt32(address, value, true);
}
/** Copies eight bytes at a time, and so up to seven bytes too many. */
export function copyText(to: i32, from: i32, length: i32): void {
  for (let done = 0; done < length; done += 8)
    workView.setFloat64(to + done, workView.getFloat64(from + done, true), true);
}

/** The whole part. */
export function toI32(value: f64): i32 {
  return value | 0;
}
export function toF64(value: i32): f64 {
  return value;
}
/** The product modulo 2^32. */
export function multiply(left: i32, right: i32): i32 {
  return Math.imul(left, right);
}
/** Scales a word without a sign to an index below `count`; `count` is below 2^26. */
export function scaled(word: i32, count: i32): i32 {
  return Math.floor(((word >>> 0) * count) / 4_294_967_296);
}
/** The whole part of a quotient. */
export function divide(left: i32, right: i32): i32 {
  return (left / right) | 0;
}
export function floor(value: f64): f64 {
  return Math.floor(value);
}
export function ceil(value: f64): f64 {
  return Math.ceil(value);
}
/** False for NaN, which stands for a blank or unknown value. */
export function isKnown(value: f64): boolean {
  return !Number.isNaN(value);
}
/** The whole part of a quotient; the dividend is not negative. */
export function quotient(dividend: i32, divisor: i32): i32 {
  return (dividend / divisor) | 0;
}
