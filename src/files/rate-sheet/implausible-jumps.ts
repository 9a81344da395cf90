import { knownOptions } from "../../names/index.ts";
import type { RateChange, RateComparison } from "./compare-rates.ts";

/** What is no longer a price rise, and how often it may happen. Each has its reason in docs/rate-sheets.md. */
export interface JumpLimits {
  /** A price that changes by more than this factor is a jump. Default 5. */
  readonly factor?: number;
  /** So many jumps are never too many. Default 2. */
  readonly allowed?: number;
  /** Jumps are too many where they are more than this share, in percent, of the lines on both sides. Default 2. */
  readonly percent?: number;
  /** One price that changes by at least this factor is too many. Default 100. */
  readonly extreme?: number;
  /** So much of the old list, in percent, may be gone, where it has at least 20 lines. Default 50. */
  readonly gonePercent?: number;
}

const checkLimits = knownOptions<JumpLimits>("implausibleJumps", {
  factor: "any",
  allowed: "any",
  percent: "any",
  extreme: "any",
  gonePercent: "any",
});

/** Whether a comparison looks like a damaged sheet, and why. */
export interface JumpFinding {
  /** Sentences for a person; none where nothing is implausible. */
  readonly reasons: readonly string[];
  /** The changes by more than `factor`, largest first. */
  readonly jumps: readonly RateChange[];
}

/** Lines from which on it counts how much of a list is gone; a short one may well be cut in half. */
const LONG_LIST = 20;

/**
 * Looks for changes that no carrier makes: many prices that change by more than a factor of 5, one that changes by a
 * factor of 100 or more, or a list of which half is gone. A price that becomes 0, or was 0, is a jump and no
 * extreme one.
 *
 * @example
 * const pounds = [{ prefix: "4420", cost: "0.0125" }];
 * const pence = [{ prefix: "4420", cost: "1.25" }];
 * implausibleJumps(compareRates(pounds, pence)).reasons; // => ["1 price changes by a factor of 100 or more"]
 */
export function implausibleJumps(comparison: RateComparison, limits: JumpLimits = {}): JumpFinding {
  checkLimits(limits);
  const { factor = 5, allowed = 2, percent = 2, extreme = 100, gonePercent = 50 } = limits;
  const { changed, unchanged, gone } = comparison;
  const jumps = changed.filter((change) => largest(change) > factor);
  const extremes = jumps.filter((change) => change.prices.some((price) => isExtreme(price.factor, extreme)));
  const common = changed.length + unchanged;
  const reasons: string[] = [];
  if (extremes.length > 0) {
    const prices = extremes.length === 1 ? "1 price changes" : `${extremes.length} prices change`;
    reasons.push(`${prices} by a factor of ${extreme} or more`);
  }
  if (jumps.length > allowed && jumps.length * 100 > common * percent) {
    reasons.push(
      `${jumps.length} of ${common} prices change by a factor of more than ${factor}, to or from 0 included`,
    );
  }
  const old = common + gone.length;
  if (old >= LONG_LIST && gone.length * 100 > old * gonePercent) {
    reasons.push(`${gone.length} of ${old} prices are gone`);
  }
  return { reasons, jumps };
}

function largest({ prices }: RateChange): number {
  return prices[0]?.factor ?? 0;
}

function isExtreme(factor: number | null, extreme: number): boolean {
  return factor !== null && factor >= extreme && factor !== Number.POSITIVE_INFINITY;
}
