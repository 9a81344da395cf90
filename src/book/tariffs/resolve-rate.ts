/**
 * R25: the values in force, from the lines and base fields of a tariff and its parents. Values are found
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

/** One tariff's share in a resolution: the line it gives for the call, if any, and its base. */
export interface Link {
  readonly line: RateValues | undefined;
  readonly base: RateValues;
}

/** A rate with what else inheritance decides. */
export interface ResolvedRate {
  readonly rate: Rate;
  /** R26: whether the tariff has a rate for the call at all. */
  readonly hasRate: boolean;
}

/** Looks a rounding preset up by name (R12); names have been checked before. */
export type RoundingPresets = ReadonlyMap<string, ComponentRounding>;

/** The rate that a chain of tariffs gives, own tariff first. */
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
  // R26: a matching line or a base cost makes a rate, but only with some price is it one.
  const hasPrice =
    cost !== undefined ||
    value("costConnection") !== undefined ||
    value("costMin") !== undefined ||
    (initialMilliseconds > 0 && value("initialCost") !== undefined);
  return { rate, hasRate: (hasLine || cost !== undefined) && hasPrice };
}

/**
 * As `resolveRate` for a tariff on its own and a line that changes nothing but terms, as nearly every row
 * of a rate deck does: the base's rate with the line's prices put in.
 */
export function resolveTerms(line: RateValues, base: RateValues, ofBase: Rate): ResolvedRate {
  const initialMilliseconds = line.initialDuration ?? ofBase.initialMilliseconds;
  const rate: Rate = {
    ...ofBase,
    cost: line.cost ?? ofBase.cost,
    connection: line.costConnection ?? ofBase.connection,
    minimum: line.costMin ?? ofBase.minimum,
    maximum: line.costMax ?? ofBase.maximum,
    initialMilliseconds,
    initialCost: line.initialCost ?? ofBase.initialCost,
    secondaryConnection: line.costSecondaryConnection ?? ofBase.secondaryConnection,
  };
  const hasRate =
    rate.cost !== undefined ||
    (line.costConnection ?? base.costConnection) !== undefined ||
    rate.minimum !== undefined ||
    (initialMilliseconds > 0 && (line.initialCost ?? base.initialCost) !== undefined);
  return { rate, hasRate };
}
