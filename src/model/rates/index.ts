/** Tariffs, their lines and the values of a rate: the whole face of it. */
export * from "./plain-price.ts";
export * from "./prefix-key.ts";
export * from "./rate-lines.ts";
export * from "./rate-values.ts";
export * from "./tariff.ts";
export * from "./tariff-class.ts";
export * from "./written-lines.ts";
