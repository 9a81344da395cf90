import { PrefixIndex } from "../../src/book/index.ts";
import { NO_PREFIX_KEY, prefixKey } from "../../src/model/index.ts";

export function indexOfPrefixes(prefixes: Iterable<string>): PrefixIndex {
  return PrefixIndex.ofKeys(
    Float64Array.from(new Set(prefixes), (prefix) => prefixKey(prefix) ?? NO_PREFIX_KEY),
  );
}
