// Memory access of the kernel as WebAssembly: the exports of memory.ts, in AssemblyScript. Both memories are one here,
// and the host has put the plan at `planStart`.

/** An import of the instance. */
export declare const planStart: i32;

// @ts-ignore: decorator
@inline export function planI32(address: i32): i32 { return load<i32>(planStart + address); }
// @ts-ignore: decorator
@inline export function planF64(address: i32): f64 { return load<f64>(planStart + address); }
// @ts-ignore: decorator
@inline export function planU8(address: i32): i32 { return load<u8>(planStart + address); }
// @ts-ignore: decorator
@inline export function planU16(address: i32): i32 { return load<u16>(planStart + address); }
// @ts-ignore: decorator
@inline export function i32At(address: i32): i32 { return load<i32>(address); }
// @ts-ignore: decorator
@inline export function setI32(address: i32, value: i32): void { store<i32>(address, value); }
// @ts-ignore: decorator
@inline export function f64At(address: i32): f64 { return load<f64>(address); }
// @ts-ignore: decorator
@inline export function setF64(address: i32, value: f64): void { store<f64>(address, value); }
// @ts-ignore: decorator
@inline export function u8At(address: i32): i32 { return load<u8>(address); }
// @ts-ignore: decorator
@inline export function setU8(address: i32, value: i32): void { store<u8>(address, value); }
// @ts-ignore: decorator
@inline export function wordAt(address: i32): i32 { return load<i32>(address); }
// @ts-ignore: decorator
@inline export function setWord(address: i32, value: i32): void { store<i32>(address, value); }
// @ts-ignore: decorator
@inline export function copyText(to: i32, from: i32, length: i32): void {
  for (let done = 0; done < length; done += 8) store<u64>(to + done, load<u64>(from + done));
}
// @ts-ignore: decorator
@inline export function toI32(value: f64): i32 { return value as i32; }
// @ts-ignore: decorator
@inline export function toF64(value: i32): f64 { return value as f64; }
// @ts-ignore: decorator
@inline export function multiply(left: i32, right: i32): i32 { return left * right; }
// A mask, because a conversion to u32 is lost where the word comes directly from memory.
// @ts-ignore: decorator
@inline export function scaled(word: i32, count: i32): i32 { return (((word as u64) & 0xffffffff) * (count as u64) >> 32) as i32; }
// @ts-ignore: decorator
@inline export function divide(left: i32, right: i32): i32 { return left / right; }
// @ts-ignore: decorator
@inline export function floor(value: f64): f64 { return Math.floor(value); }
// @ts-ignore: decorator
@inline export function ceil(value: f64): f64 { return Math.ceil(value); }
// @ts-ignore: decorator
@inline export function isKnown(value: f64): bool { return value == value; }
// @ts-ignore: decorator
@inline export function quotient(dividend: i32, divisor: i32): i32 { return dividend / divisor; }
