/** Public interface of this folder: the fields of a call, the components of its cost and the fields of itemised lists. */
export * from "./call-fields.ts";
export * from "./components.ts";
export * from "./itemised-texts.ts";
