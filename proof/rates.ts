/** Rates of a book that proves something: believable ones, and among them every odd one that R2 allows. */
import type { Chance } from "./chance.ts";
import { decimalText } from "./decimal.ts";

/** A record by field names; what is blank is left out. */
export type Row = Record<string, unknown>;

/** Names of the rounding presets that every book lists. */
export const PRESETS = ["Nearest", "Down", "Up", "Nearest odd", "Down odd"] as const;
const ALL_PRESETS = ["none", "asBasic", ...PRESETS] as const;

const SECOND_STEPS = ["0.1", "0.5", "1", "6", "7", "10", "11", "15", "30", "60", "60.001"] as const;
const MINIMA = ["1", "5", "30", "60", "60.5", "90"] as const;
const INITIAL = ["1", "12", "60", "180", "600", "3600"] as const;
const BYTE_STEPS = ["1", "1000", "1024", "65536", "1048576"] as const;
const EVENT_STEPS = ["1", "2", "5", "160"] as const;
/** In millionths of a penny: 0.01 p, 0.1 p, 1 p, and odd ones. */
const PENCE_STEPS = [10_000, 100_000, 1_000_000, 500_000, 250_000, 30_000, 70_000, 1_250_000, 137_000, 1];

/** A price in pence with up to six decimal places. */
export function price(chance: Chance, costDecimals: number): string {
  const kind = chance.below(20);
  if (kind < 7) return decimalText(chance.between(0, 5_000), 2);
  if (kind < 11) return decimalText(chance.between(0, 100_000), 4);
  if (kind < 15) return decimalText(chance.between(0, 20_000_000), 6);
  // Odd multiples of three quanta come to half a quantum after ten seconds.
  if (kind < 18)
    return decimalText((2 * chance.between(0, 400) + 1) * 3 * 10 ** Math.max(0, 6 - costDecimals), 6);
  if (kind < 19) return chance.pick(["0", "0.000001", "0.333333", "84", "999999.999999", "1000000"]);
  return decimalText(-chance.between(1, 3_000_000), 6);
}

/** A multiple to round to: a whole number of quanta (R2). */
export function multiple(chance: Chance, costDecimals: number): string {
  const quantum = 10 ** Math.max(0, 6 - costDecimals);
  const units = chance.pick(PENCE_STEPS);
  return decimalText(Math.max(1, Math.round(units / quantum)) * quantum, 6);
}

/** The presets of a book: each mode, and multiples that divide nothing evenly. */
export function presets(chance: Chance, costDecimals: number): Row[] {
  const modes = ["nearest", "down", "up", "nearest", "down"];
  return PRESETS.map((name, at) => ({ name, mode: modes[at], multiple: multiple(chance, costDecimals) }));
}

/** What a class's calls are charged by. */
export function chargeTypes(tariffClass: string): readonly string[] {
  if (tariffClass === "bespoke1") return ["perMegabyte", "perKilobyte", "perGigabyte"];
  if (tariffClass === "bespoke2") return ["perEvent", "perCall"];
  return ["perMinute", "perMinute", "perMinute", "perMinute", "perMinute", "perCall"];
}

/** The values of a rate by their names on a line. `chargeType` undefined: as inherited. */
export function rate(chance: Chance, costDecimals: number, chargeType: string | undefined): Row {
  const own = (): string => price(chance, costDecimals);
  const row: Row = {};
  if (chargeType !== undefined) row.chargeType = chargeType;
  if (chargeType === "markup" || chargeType === "markupSuggested") {
    row.cost = chance.pick(["25", "0", "3.5", "-12.5", "33.333333", "0.000001", "-100", "700"]);
  } else if (!chance.oneIn(12)) row.cost = own();
  if (chance.oneIn(3)) row.costConnection = own();
  if (chance.oneIn(4)) {
    row.initialDuration = chance.pick(INITIAL);
    if (!chance.oneIn(4)) row.initialCost = own();
    if (chance.oneIn(2)) row.costSecondaryConnection = own();
  }
  if (chance.oneIn(4)) row.costMin = own();
  if (chance.oneIn(4)) row.costMax = own();
  if (Number(row.costMin ?? 0) > Number(row.costMax ?? 1e9)) delete row.costMin;
  if (chance.oneIn(3)) row.durationMin = chance.pick(MINIMA);
  if (!chance.oneIn(3)) row.roundSeconds = chance.pick(SECOND_STEPS);
  if (chance.oneIn(4)) row.roundSecondsFrom = chance.pick(["minimum", "zero"]);
  if (chance.oneIn(3)) row.roundBytes = chance.pick(BYTE_STEPS);
  if (chance.oneIn(3)) row.roundEvents = chance.pick(EVENT_STEPS);
  if (chance.oneIn(2)) row.roundPence = multiple(chance, costDecimals);
  if (chance.oneIn(4)) row.roundPenceAfterSurcharge = multiple(chance, costDecimals);
  if (chance.oneIn(3)) {
    row.accessCharge = own();
    if (chance.oneIn(2)) row.accessChargeConnection = own();
    if (chance.oneIn(2)) row.roundingAccessCharge = chance.pick(ALL_PRESETS);
  }
  Object.assign(row, surcharges(chance, costDecimals, 3));
  if (chance.oneIn(8)) row.chargeZeroDuration = chance.pick([true, false]);
  return row;
}

/** Each of the three surcharges once in so many rates. */
export function surcharges(chance: Chance, costDecimals: number, oneIn: number): Row {
  const row: Row = {};
  for (const name of ["MobileOrigination", "PayphoneOrigination", "CallRecording"]) {
    if (!chance.oneIn(oneIn)) continue;
    row[`surcharge${name}`] = price(chance, costDecimals);
    if (chance.oneIn(2)) row[`surcharge${name}Connection`] = price(chance, costDecimals);
    if (!chance.oneIn(3)) row[`surchargeRounding${name}`] = chance.pick(ALL_PRESETS);
  }
  return row;
}

/** The same values under the names of a tariff's base fields. */
export function asBase(row: Row): Row {
  return renamed(row, (field) => {
    if (field === "chargeType") return "baseType";
    return field === "chargeZeroDuration" ? field : `base${field.charAt(0).toUpperCase()}${field.slice(1)}`;
  });
}

function renamed(row: Row, rename: (field: string) => string): Row {
  return Object.fromEntries(Object.entries(row).map(([field, value]) => [rename(field), value]));
}
