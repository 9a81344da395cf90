/**
 * R25: the values in force, from the lines and base fields of a tariff and its parents. Order of look-up:
 * own line → parent's line → … → own base → parent's base → …
 */
import {
  type ChargeType,
  PRICED_COMPONENTS,
  type RateValueName,
  type RateValues,
} from "../../model/index.ts";
import { ownerOfCost, valueIn } from "./inheritance.ts";
import type { ComponentRounding, Rate, Surcharge } from "./rate.ts";

/** The records of one tariff of a chain: its line for the call, if any, and its base. */
export interface Link {
  readonly line: RateValues | undefined;
  readonly base: RateValues;
}

/** A rate, and whether the chain has one for the call. */
export interface ResolvedRate {
  readonly rate: Rate;
  /** R26: whether the tariff has a rate for the call at all. */
  readonly hasRate: boolean;
}

/** Rounding presets by name (R12); checks have refused unknown names. */
export type RoundingPresets = ReadonlyMap<string, ComponentRounding>;

/** The rate of a chain of tariffs, child first. */
export function resolveRate(chain: readonly Link[], presets: RoundingPresets): ResolvedRate {
  const lines = chain.map(({ line }) => line);
  const records = [...lines, ...chain.map(({ base }) => base)];
  const hasLine = lines.some((line) => line !== undefined);
  const value = <N extends RateValueName>(name: N): RateValues[N] | undefined => valueIn(records, name);
  const chargeType: ChargeType = value("chargeType") ?? "perMinute";
  const cost = records[ownerOfCost(records, chain.length)]?.cost;
  const initialMilliseconds = value("initialDuration") ?? 0;
  const components = PRICED_COMPONENTS.map(({ rate: { price, connection, rounding } }): Surcharge => {
    const preset = value(rounding);
    return {
      pricePerMinute: value(price) ?? 0,
      connection: value(connection) ?? 0,
      rounding: (preset === undefined ? undefined : presets.get(preset)) ?? { kind: "none" },
    };
  });
  const rate: Rate = {
    chargeType,
    cost,
    connection: value("costConnection") ?? 0,
    minimum: value("costMin"),
    maximum: value("costMax"),
    initialMilliseconds,
    initialCost: value("initialCost") ?? 0,
    secondaryConnection: value("costSecondaryConnection") ?? 0,
    minimumMilliseconds: value("durationMin") ?? 0,
    roundMilliseconds: value("roundSeconds") ?? 0,
    roundFromMinimum: value("roundSecondsFrom") === "minimum",
    roundBytes: value("roundBytes") ?? 0,
    roundEvents: value("roundEvents") ?? 0,
    roundPence: value("roundPence") ?? 0,
    roundPenceAfterSurcharge: value("roundPenceAfterSurcharge") ?? 0,
    zeroDuration: value("chargeZeroDuration"),
    components,
  };
  // R26: a rate needs a matching line or a base cost, and some price.
  const hasPrice =
    cost !== undefined ||
    value("costConnection") !== undefined ||
    value("costMin") !== undefined ||
    (initialMilliseconds > 0 && value("initialCost") !== undefined);
  return { rate, hasRate: (hasLine || cost !== undefined) && hasPrice };
}

/**
 * Fast path of `resolveRate` for a standalone tariff and a line that sets terms only, as nearly every row of a
 * rate deck does: the base's rate with the line's prices put in.
 */
export function resolveTerms(line: RateValues, base: RateValues, baseRate: Rate): ResolvedRate {
  const initialMilliseconds = line.initialDuration ?? baseRate.initialMilliseconds;
  const rate: Rate = {
    ...baseRate,
    cost: line.cost ?? baseRate.cost,
    connection: line.costConnection ?? baseRate.connection,
    minimum: line.costMin ?? baseRate.minimum,
    maximum: line.costMax ?? baseRate.maximum,
    initialMilliseconds,
    initialCost: line.initialCost ?? baseRate.initialCost,
    secondaryConnection: line.costSecondaryConnection ?? baseRate.secondaryConnection,
  };
  const hasRate =
    rate.cost !== undefined ||
    (line.costConnection ?? base.costConnection) !== undefined ||
    rate.minimum !== undefined ||
    (initialMilliseconds > 0 && (line.initialCost ?? base.initialCost) !== undefined);
  return { rate, hasRate };
}
