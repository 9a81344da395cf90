// Imports of the kernel as WebAssembly: the functions of KernelHost (host.ts).

// @ts-ignore: decorator
@external("host", "bindHost")
export declare function bindHost(answering: KernelHost): void;

// @ts-ignore: decorator
@external("host", "lookUpTarget")
export declare function lookUpTarget(name: i32): void;

// @ts-ignore: decorator
@external("host", "lookUpID")
export declare function lookUpID(name: i32): void;

// @ts-ignore: decorator
@external("host", "lookUpFlag")
export declare function lookUpFlag(name: i32): void;

// @ts-ignore: decorator
@external("host", "readStart")
export declare function readStart(row: i32, periodName: i32): i32;

// @ts-ignore: decorator
@external("host", "readNumber")
export declare function readNumber(row: i32): i32;

// @ts-ignore: decorator
@external("host", "findNumber")
export declare function findNumber(row: i32): i32;

// @ts-ignore: decorator
@external("host", "addType")
export declare function addType(row: i32): i32;

// @ts-ignore: decorator
@external("host", "findDestination")
export declare function findDestination(row: i32): i32;

// @ts-ignore: decorator
@external("host", "choose")
export declare function choose(row: i32, kindKey: i32, tariffClass: i32): i32;

// @ts-ignore: decorator
@external("host", "lookAgain")
export declare function lookAgain(row: i32, tariff: i32, isRetail: i32): i32;

// @ts-ignore: decorator
@external("host", "resolve")
export declare function resolve(row: i32, tariff: i32, callType: i32, period: i32): i32;

// @ts-ignore: decorator
@external("host", "priceExactly")
export declare function priceExactly(row: i32, isRetail: i32): i32;
