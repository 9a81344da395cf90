/** Random rates and calls over the whole space of R2, for R4 to R16. */
import fc from "fast-check";
import {
  anyBytes,
  anyCallAmount,
  anyDuration,
  anyEvents,
  anyMultiple,
  anyPercent,
  anyPrice,
  anySeconds,
  decimal,
  spelt,
} from "./amounts.ts";

/** A record under the field names of the platform; fields that are not there are blank. */
export type Row = Record<string, unknown>;

/** Names of the rounding presets of every book made here. */
export const PRESETS = ["none", "asBasic", "preset0", "preset1", "preset2", "preset3"] as const;

/** The four presets that a book must list. */
export function anyRoundings(costDecimals: number): fc.Arbitrary<Row[]> {
  const preset = fc.record({
    mode: fc.constantFrom("up", "down", "nearest"),
    multiple: anyMultiple(costDecimals),
  });
  return fc
    .tuple(preset, preset, preset, preset)
    .map((presets) => presets.map((own, at) => ({ name: `preset${at}`, ...own })));
}

/** Fields that are all left out, or each there or not. */
function group(fields: Record<string, fc.Arbitrary<unknown>>, weight: number): fc.Arbitrary<Row> {
  return fc.oneof(
    { weight: 1, arbitrary: fc.constant({}) },
    { weight, arbitrary: fc.record(fields, { requiredKeys: [] }) },
  );
}

/** What a rate's values are drawn from. */
export interface RateDraws {
  readonly price: fc.Arbitrary<string>;
  readonly multiple: fc.Arbitrary<string>;
  readonly percent: fc.Arbitrary<string>;
}

/** The values of a rate by their names on a line, over the whole of R2. */
export function anyRate(costDecimals: number): fc.Arbitrary<Row> {
  return anyRateOf({
    price: anyPrice(costDecimals),
    multiple: anyMultiple(costDecimals),
    percent: anyPercent,
  });
}

/** The values of a rate, drawn from the given amounts; most of them are blank. */
export function anyRateOf({ price, multiple, percent }: RateDraws): fc.Arbitrary<Row> {
  const preset = fc.constantFrom(...PRESETS);
  const surcharge = (name: string): fc.Arbitrary<Row> =>
    group(
      {
        [`surcharge${name}`]: price,
        [`surcharge${name}Connection`]: price,
        [`surchargeRounding${name}`]: preset,
      },
      1,
    );
  const charged = fc.oneof(
    { weight: 6, arbitrary: fc.record({ cost: price }) },
    { weight: 1, arbitrary: fc.record({ chargeType: fc.constant("perMinute") }) },
    {
      weight: 3,
      arbitrary: fc.record({
        chargeType: fc.constantFrom("perEvent", "perKilobyte", "perMegabyte", "perGigabyte", "perCall"),
        cost: price,
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record(
        { chargeType: fc.constantFrom("markup", "markupSuggested"), cost: percent },
        { requiredKeys: ["chargeType"] },
      ),
    },
  );
  const initial = group(
    { initialDuration: anySeconds, initialCost: price, costSecondaryConnection: price },
    1,
  );
  const bounds = fc
    .tuple(group({ costMin: price, costMax: price }, 1), fc.boolean())
    .map(([own]) => inOrder(own, "costMin", "costMax"));
  const connection = group({ costConnection: price }, 1);
  const usage = group(
    {
      durationMin: anySeconds,
      roundSeconds: anySeconds,
      roundSecondsFrom: fc.constantFrom("zero", "minimum"),
      roundBytes: anyBytes,
      roundEvents: anyEvents,
      chargeZeroDuration: fc.constantFrom(true, false, "no", 1, ""),
    },
    2,
  );
  const roundings = group({ roundPence: multiple, roundPenceAfterSurcharge: multiple }, 1);
  const access = group(
    { accessCharge: price, accessChargeConnection: price, roundingAccessCharge: preset },
    1,
  );
  return fc
    .tuple(
      charged,
      initial,
      bounds,
      connection,
      usage,
      roundings,
      access,
      surcharge("MobileOrigination"),
      surcharge("PayphoneOrigination"),
      surcharge("CallRecording"),
    )
    .map((groups) => Object.assign({}, ...groups) as Row);
}

/** Swaps two amounts that stand the wrong way round (R2: costMin ≤ costMax). */
function inOrder(row: Row, low: string, high: string): Row {
  const [least, most] = [row[low], row[high]];
  if (least === undefined || most === undefined || Number(least) <= Number(most)) return row;
  return { ...row, [low]: most, [high]: least };
}

/** The amounts of a record in the spellings of R1; names, types and flags as they are. */
export function spellAmounts(record: Row): Row {
  return Object.fromEntries(
    Object.entries(record).map(([field, value]) => [
      field,
      typeof value === "string" && /^-?[0-9]/.test(value) && !field.endsWith("Flag") ? spelt(value) : value,
    ]),
  );
}

/** What a call carries for its charge: usage, flags and costs. */
export const anyUsage: fc.Arbitrary<Row> = fc
  .tuple(
    fc.record({ duration: anyDuration }, { requiredKeys: [] }),
    fc.record({ bytes: anyBytes, events: anyEvents }, { requiredKeys: [] }),
    fc.record(
      {
        callTypeOriginationTypeFlag: fc.constantFrom("mobile", "payphone", "Mobile", "PAYPHONE", "fixed", ""),
        callTypeRecordingFlag: fc.constantFrom(true, "yes", "1", "No", "NONE", 0, "Recorded", "not recorded"),
      },
      { requiredKeys: [] },
    ),
    anyReportedCosts(),
  )
  .map((groups) => Object.assign({}, ...groups) as Row);

/** Carrier-reported costs: none, a total, components that add up or do not, and the suggested retail cost. */
function anyReportedCosts(): fc.Arbitrary<Row> {
  const components = fc.record(
    {
      costCDRBasic: anyCallAmount,
      costCDRAccessCharge: anyCallAmount,
      costCDRSurchargeMobileOrigination: anyCallAmount,
      costCDRSurchargePayphoneOrigination: anyCallAmount,
      costCDRSurchargeCallRecording: anyCallAmount,
    },
    { requiredKeys: [] },
  );
  return fc.oneof(
    { weight: 4, arbitrary: fc.constant({}) },
    { weight: 2, arbitrary: fc.record({ costCDR: anyCallAmount }) },
    { weight: 2, arbitrary: components },
    { weight: 2, arbitrary: components.map(withTotal) },
    { weight: 1, arbitrary: fc.record({ costCDR: anyCallAmount, costCDRBasic: anyCallAmount }) },
    { weight: 2, arbitrary: fc.record({ costSuggestedRetail: anyCallAmount }) },
  );
}

/** Adds the total that the components come to, where it is within bounds. */
function withTotal(components: Row): Row {
  const places = 10;
  const sum = Object.values(components).reduce<bigint>(
    (so, amount) => so + unitsOf(String(amount), places),
    0n,
  );
  const isWithin = sum <= 10n ** 19n && sum >= -(10n ** 19n);
  return isWithin ? { ...components, costCDR: decimal(sum, places) } : components;
}

function unitsOf(text: string, places: number): bigint {
  const [whole = "0", fraction = ""] = text.replace("-", "").split(".");
  const units = BigInt(whole + fraction.padEnd(places, "0"));
  return text.startsWith("-") ? -units : units;
}
