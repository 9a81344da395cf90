/** Public interface of the records: their public types, their schemas and the kinds of their fields. */
export { didYouMean, holdsName, nearestName } from "../names/index.ts";
export * from "./book-data.ts";
export * from "./by-key.ts";
export * from "./calls/index.ts";
export * from "./fields/index.ts";
export * from "./rates/index.ts";
export * from "./records/index.ts";
