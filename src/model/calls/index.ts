/** The fields of a call and the components of its cost: the whole face of it. */
export * from "./call-fields.ts";
export * from "./components.ts";
