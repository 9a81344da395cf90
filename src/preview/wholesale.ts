/** Which wholesale cost of a call counts on either side of a preview. */
import type { Units } from "../money/index.ts";
import type { Sides } from "./comparison.ts";
import type { PreviewReport } from "./preview-report.ts";
import type { KnownWholesale } from "./side.ts";

/** Which wholesale cost comes first where a call has both. */
export type WholesaleBasis = PreviewReport["wholesale"];

/** The wholesale cost of a call on one side, in whole units of 10^-decimals pence. */
export interface WholesaleCost {
  /** Undefined where neither side knows the cost. */
  units: Units | undefined;
  decimals: number;
  /** Whether this side does not know the cost, so that the cost of the other side counts. */
  isOfOtherSide: boolean;
}

/** The wholesale costs of a call on both sides: known on both or on neither. */
export type ComparedWholesale = Sides<WholesaleCost>;

/** The object that `compareWholesale` fills. */
export function unknownWholesale(): ComparedWholesale {
  const unknown = { units: undefined, decimals: 0, isOfOtherSide: false };
  return { before: { ...unknown }, after: { ...unknown } };
}

/**
 * Fills in the wholesale costs of a call. A carrier charges for a call whether or not a side prices it, so a cost that
 * one side alone knows counts on both: margins before and after are those of the same calls.
 */
export function compareWholesale(
  into: ComparedWholesale,
  basis: WholesaleBasis,
  before: KnownWholesale | undefined,
  after: KnownWholesale | undefined,
): ComparedWholesale {
  const isCalculated = before?.calculated !== undefined || after?.calculated !== undefined;
  if (isCalculated && (basis === "calculated" || !(isReported(before) || isReported(after)))) {
    put(into.before, before, after);
    put(into.after, after, before);
    return into;
  }
  // Both sides read the same record.
  const reporting = isReported(before) ? before : after;
  for (const cost of [into.before, into.after]) {
    cost.units = reporting?.reported;
    cost.decimals = reporting?.reportedDecimals ?? 0;
    cost.isOfOtherSide = false;
  }
  return into;
}

function isReported(known: KnownWholesale | undefined): boolean {
  return known?.reported !== undefined;
}

/** Sets the calculated cost of a side, with the cost of the other side as fallback. */
function put(cost: WholesaleCost, side: KnownWholesale | undefined, other: KnownWholesale | undefined): void {
  const isOfOtherSide = side?.calculated === undefined;
  const known = isOfOtherSide ? other : side;
  cost.units = known?.calculated;
  cost.decimals = known?.decimals ?? 0;
  cost.isOfOtherSide = isOfOtherSide;
}
