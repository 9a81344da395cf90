/** Public interface of the names floor: the known name nearest to a misspelt name, and checks of option names. */
export { knownOptions, unknownName } from "./known-options.ts";
export { didYouMean, holdsName, nearestName } from "./nearest-name.ts";
