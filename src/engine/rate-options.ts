/** How calls are rated. */
import { knownOptions } from "../names/index.ts";

/** How a call is rated. */
export interface RateOptions {
  /** Ignores a record's own `tariffType` and `tariffTime`, for rating again (R22). Default false. */
  readonly reclassify?: boolean;
  /**
   * Digest of the book, which rated calls then carry (R30): `bookDigest(data)` of `tollbook/files`, or any text that
   * identifies this state of the book.
   */
  readonly bookDigest?: string;
  /** The record's place in its file, given back for a call without an id (R30). */
  readonly line?: number;
}

const check = knownOptions<RateOptions>("rateCall", {
  reclassify: "flag",
  line: "any",
  bookDigest: "text",
});

/** Refuses options that `rateCall` does not know; runs for every call, so the usual options take a fast path. */
export function checkRateOptions(options: RateOptions): void {
  for (const name in options) {
    if (name === "line") continue;
    if (name === "bookDigest" && typeof options.bookDigest === "string") continue;
    if (name === "reclassify" && typeof options.reclassify === "boolean") continue;
    check(options);
    return;
  }
  if (typeof options !== "object" || options === null) check(options);
}
