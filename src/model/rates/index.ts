/** Public interface of this folder: tariffs, their lines and rate values. */
export * from "./plain-price.ts";
export * from "./prefix-key.ts";
export * from "./rate-lines.ts";
export * from "./rate-values.ts";
export * from "./tariff.ts";
export * from "./tariff-class.ts";
export * from "./written-lines.ts";
