/** The fields of a call, the components of its cost and what lists say of it: the whole face of it. */
export * from "./call-fields.ts";
export * from "./components.ts";
export * from "./itemised-texts.ts";
