/**
 * The kernel's questions to JavaScript: look-ups that miss its tables, and answers that no table can hold. The host
 * finds the answer with the book and writes it where the kernel reads it. In the WebAssembly build `host.as` replaces
 * this file.
 */

/** The host of a kernel, for one pair of memories. `row` is the index of a row in the block. */
export interface KernelHost {
  /** Fill the table entry of a name: as a billed number, as a number's id, or as a flag (one byte). */
  readonly lookUpTarget: (name: number) => void;
  readonly lookUpID: (name: number) => void;
  readonly lookUpFlag: (name: number) => void;
  /** R23: a start that is not plain local time; 0 where it is malformed. */
  readonly readStart: (row: number, periodName: number) => number;
  /** R22: the other party's number where it is more than digits; 0 where only its record can be read. */
  readonly readNumber: (row: number) => number;
  /**
   * R21: the number of a call that the name alone does not decide: 1 found, 2 ignored (R31), or -1 - the index of the
   * error in CALL_ERROR_CODES.
   */
  readonly findNumber: (row: number) => number;
  /** R22: the index of a row's type by names, which is new; -1 where there are too many types. */
  readonly addType: (row: number) => number;
  /** R22: the index of the destination of a row's number in the table of destinations; negative where there is none. */
  readonly findDestination: (row: number) => number;
  /** R24: the offset of a row's choices of tariffs. */
  readonly choose: (row: number, kindKey: number, tariffClass: number) => number;
  /**
   * R22: looks the call type up again for a tariff and writes SIDE_TYPE, and for retail LOCATION; 0 where the type
   * found is of another class.
   */
  readonly lookAgain: (row: number, tariff: number, isRetail: number) => number;
  /** R25, R26: the offset of the rate that a tariff gives; negative where the tariff has none. */
  readonly resolve: (row: number, tariff: number, callType: number, period: number) => number;
  /** R8 to R14 in fractions; 0 where a component is no safe integer. */
  readonly priceExactly: (row: number, isRetail: number) => number;
}

let host: KernelHost;

/** Makes the kernel as JavaScript ask this host from now on. */
export function bindHost(answering: KernelHost): void {
  host = answering;
}

export function lookUpTarget(name: i32): void {
  host.lookUpTarget(name);
}
export function lookUpID(name: i32): void {
  host.lookUpID(name);
}
export function lookUpFlag(name: i32): void {
  host.lookUpFlag(name);
}
export function readStart(row: i32, periodName: i32): i32 {
  return host.readStart(row, periodName);
}
export function readNumber(row: i32): i32 {
  return host.readNumber(row);
}
export function findNumber(row: i32): i32 {
  return host.findNumber(row);
}
export function addType(row: i32): i32 {
  return host.addType(row);
}
export function findDestination(row: i32): i32 {
  return host.findDestination(row);
}
export function choose(row: i32, kindKey: i32, tariffClass: i32): i32 {
  return host.choose(row, kindKey, tariffClass);
}
export function lookAgain(row: i32, tariff: i32, isRetail: i32): i32 {
  return host.lookAgain(row, tariff, isRetail);
}
export function resolve(row: i32, tariff: i32, callType: i32, period: i32): i32 {
  return host.resolve(row, tariff, callType, period);
}
export function priceExactly(row: i32, isRetail: i32): i32 {
  return host.priceExactly(row, isRetail);
}
