/** How calls are rated. */
import { knownOptions } from "../names/index.ts";

/** How a call is rated. */
export interface RateOptions {
  /** Ignores a record's own `tariffType` and `tariffTime`, for rating again (R22). Default false. */
  readonly reclassify?: boolean;
  /**
   * Digest of the book, which rated calls then carry (R30): `bookDigest(data)` of `tollbook/files`, or whatever tells
   * this state of the book from others.
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

/** Refuses options that `rateCall` does not know: looked at for every call, so the usual ones are known at a glance. */
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
