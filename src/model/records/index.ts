/** Public interface of this folder: the records of a book beside tariffs. */
export * from "./charge-made.ts";
export * from "./charge-records.ts";
export * from "./customers.ts";
export * from "./discount-plan.ts";
export * from "./dropped.ts";
export * from "./feature.ts";
export * from "./feature-levels.ts";
export * from "./rating-records.ts";
