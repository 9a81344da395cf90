/** The whole face of names: the nearest known one to a misspelt one, and options that refuse unknown names. */
export { knownOptions, unknownName } from "./known-options.ts";
export { nearestName } from "./nearest-name.ts";
