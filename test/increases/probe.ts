/** The rate of a tariff for every kind of call: the opened book is asked for each combination. */
import type { Rate, Surcharge } from "../../src/book/index.ts";
import { parseCivilDate } from "../../src/calendar/index.ts";
import { type BookData, openBook } from "../../src/index.ts";
import { CALL_TYPES, PREFIXES } from "./any-chain.ts";
import { type Change, raisedMicro } from "./raised.ts";

export const DATES = [
  "2025-12-31",
  "2026-01-04",
  "2026-01-05",
  "2026-01-31",
  "2026-02-01",
  "2026-02-10",
  "2026-02-11",
  "2026-02-14",
  "2026-02-15",
  "2026-03-01",
  "2026-03-02",
  "2026-03-20",
  "2026-03-21",
  "2030-01-01",
] as const;

/** A rate, or what is left of one where there is none: undefined. */
export type Probes = Map<string, { readonly day: string; readonly rate: Rate | undefined }>;

/** Rates of a tariff by prefix, call type, period and date. `always` gives the row where there is no rate, too. */
export function probe(book: BookData, id: string, always = false): Probes {
  const { tables } = openBook(book);
  const tariff = tables.tariffs.get(id);
  if (tariff === undefined) throw new Error(`no tariff ${id}`);
  const probes: Probes = new Map();
  for (const prefix of PREFIXES) {
    tables.dialled.read(`+${prefix}${prefix === "" ? "" : "9"}`);
    const place = tables.prefixes.size === 0 ? -1 : tables.prefixes.longest(tables.dialled);
    for (let callType = 0; callType < CALL_TYPES.length; callType++) {
      for (let period = 0; period < tables.periods.names.length; period++) {
        for (const day of DATES) {
          const at = tariff.resolve(tables.prefixes, place, callType, period, parseCivilDate(day) as number);
          const rate = at >= 0 || always ? tables.rates.rateAt(at >= 0 ? at : -1 - at) : undefined;
          probes.set(`${prefix}|${callType}|${tables.periods.names[period]}|${day}`, {
            day,
            rate: rate === undefined ? undefined : capped(rate),
          });
        }
      }
    }
  }
  return probes;
}

/** A minimum above the maximum is never seen: the cap wins (R2). */
function capped(rate: Rate): Rate {
  if (rate.minimum === undefined || rate.maximum === undefined) return rate;
  return { ...rate, minimum: Math.min(rate.minimum, rate.maximum) };
}

/** What a scope makes of a rate, by R51. */
export function raisedRate(rate: Rate | undefined, scope: string, change: Change): Rate | undefined {
  if (rate === undefined) return undefined;
  const up = (micro: number): number => raisedMicro(micro, change);
  const isMarkup = rate.chargeType.startsWith("markup");
  const cost = rate.cost === undefined || isMarkup ? rate.cost : up(rate.cost);
  if (scope === "costOnly") return { ...rate, cost };
  const both = (own: Surcharge): Surcharge => ({
    ...own,
    pricePerMinute: up(own.pricePerMinute),
    connection: up(own.connection),
  });
  return capped({
    ...rate,
    cost,
    connection: up(rate.connection),
    minimum: rate.minimum === undefined ? undefined : up(rate.minimum),
    maximum: rate.maximum === undefined ? undefined : up(rate.maximum),
    initialCost: up(rate.initialCost),
    secondaryConnection: up(rate.secondaryConnection),
    components: rate.components.map(both),
  });
}
