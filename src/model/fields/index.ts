/** The kinds of field a record can have, and what makes a record of them: the whole face of it. */
export * from "./blank.ts";
export * from "./exact-decimal.ts";
export * from "./field.ts";
export * from "./kinds.ts";
export * from "./record-schema.ts";
