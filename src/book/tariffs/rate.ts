/**
 * A *rate*: the values in force for a call once lines, base fields and parents have been resolved
 * (R7 to R14, R25). Prices are whole micro-pence, durations whole milliseconds.
 */

import { type ChargeType, rateFieldsWith } from "../../model/index.ts";
import type { RoundingMode } from "../../money/index.ts";

/** How a finished component is rounded (R12). */
export type ComponentRounding =
  | { readonly kind: "none" }
  | { readonly kind: "asBasic" }
  | { readonly kind: "named"; readonly mode: RoundingMode; readonly multiple: number };

/** An access charge or a surcharge (R11). */
export interface Surcharge {
  readonly pricePerMinute: number;
  readonly connection: number;
  readonly rounding: ComponentRounding;
}

/** The values in force for a call. Blank prices other than `cost` count as 0 here; blank bounds are absent. */
export interface Rate {
  readonly chargeType: ChargeType;
  /** Micro-pence per unit, or millionths of a percent under a markup type; undefined = blank. */
  readonly cost: number | undefined;
  readonly connection: number;
  readonly minimum: number | undefined;
  readonly maximum: number | undefined;
  readonly initialMilliseconds: number;
  readonly initialCost: number;
  readonly secondaryConnection: number;
  readonly minimumMilliseconds: number;
  readonly roundMilliseconds: number;
  /** R7: whether the steps of roundSeconds count from the minimum rather than from zero. */
  readonly roundFromMinimum: boolean;
  readonly roundBytes: number;
  readonly roundEvents: number;
  readonly roundPence: number;
  readonly roundPenceAfterSurcharge: number;
  /** R6: `chargeZeroDuration`; undefined = blank. */
  readonly zeroDuration: "charged" | "free" | undefined;
  /** The components beside basic, in the order of `PRICED_COMPONENTS`; R28 replaces the surcharges together. */
  readonly components: readonly Surcharge[];
}

/** Names of the values of lines that belong to the shape of a rate and not to its terms (see `rate-table.ts`). */
export const SHAPE_VALUES: ReadonlySet<string> = new Set(rateFieldsWith("part", "shape"));
