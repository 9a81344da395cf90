/**
 * What the kernel asks of JavaScript: what its tables do not say yet, and what a table cannot say. The host decides it by
 * the careful way and writes the answer where the kernel looks. As WebAssembly `host.as` stands in for this file.
 */

/** Whoever answers, in one pair of memories. Rows are places in the block. */
export interface KernelHost {
  /** Fills the row of a name as a billed number, as a number's id, or its byte as a flag. */
  readonly lookUpTarget: (name: number) => void;
  readonly lookUpID: (name: number) => void;
  readonly lookUpFlag: (name: number) => void;
  /** R23: a start that is not plain local time; 0 where it is malformed. */
  readonly readStart: (row: number, periodName: number) => number;
  /** R22: the other party's number where it is more than digits; 0 where only its record can be read. */
  readonly readNumber: (row: number) => number;
  /** R21: the number of a call where the name alone does not say it: 0, 1 where it is found, 2 where it is ignored, -1 - the error's place. */
  readonly findNumber: (row: number) => number;
  /** R22: the place of a row's type by names, not met before; -1 where too many were. */
  readonly addType: (row: number) => number;
  /** R22: the destination of a row's number: the word of it in the table of destinations, or 0. */
  readonly findDestination: (row: number) => number;
  /** R24: the offset of a row's choices. */
  readonly choose: (row: number, kindKey: number, tariffClass: number) => number;
  /** R22: looks the call type up again for a tariff, into SIDE_TYPE and LOCATION of retail; 0 where it leads to another class. */
  readonly lookAgain: (row: number, tariff: number, isRetail: number) => number;
  /** R25, R26: what a tariff gives, as `resolve` returns it. */
  readonly resolve: (row: number, tariff: number, callType: number, period: number) => number;
  /** R8 to R14 in fractions; 0 where a double does not hold what comes of it. */
  readonly priceExactly: (row: number, isRetail: number) => number;
}

let host: KernelHost;

/** From now on the kernel as JavaScript asks this host. */
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
