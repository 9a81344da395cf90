/** Public interface of this folder: the kinds of a record's fields, and the schemas of records and lists. */
export * from "./blank.ts";
export * from "./exact-decimal.ts";
export * from "./field.ts";
export * from "./kinds.ts";
export * from "./plain-words.ts";
export * from "./record-schema.ts";
