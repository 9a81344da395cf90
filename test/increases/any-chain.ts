/** Random books with a chain of up to three tariffs whose lines overlap in every way. */
import fc from "fast-check";
import type { BookData } from "../../src/index.ts";
import type { Change } from "./raised.ts";

type Row = Record<string, unknown>;

export const PREFIXES = ["", "4", "44", "447", "4420", "33"] as const;
export const CALL_TYPES = ["A", "B", "C"] as const;
export const PERIODS = ["day", "night", "default"] as const;

const price = fc.constantFrom(
  "",
  null,
  0,
  "0.00",
  "1.25",
  2,
  "0.00005",
  "0.000001",
  "12.3456",
  "-1.5",
  "7.123456",
);
const values = fc.record(
  {
    chargeType: fc.constantFrom("perMinute", "perCall", "markup", "markupSuggested", ""),
    cost: price,
    costConnection: price,
    costMin: fc.constantFrom("1", "3", "", "0"),
    costMax: fc.constantFrom("2", "4.5", null),
    initialDuration: fc.constantFrom(0, 60, ""),
    initialCost: price,
    costSecondaryConnection: price,
    durationMin: fc.constantFrom(10, ""),
    roundSeconds: fc.constantFrom(1, 6),
    roundPence: fc.constantFrom("0.01", ""),
    accessCharge: price,
    accessChargeConnection: price,
    roundingAccessCharge: fc.constantFrom("asBasic", "none"),
    chargeZeroDuration: fc.constantFrom(true, "no", ""),
    surchargeMobileOrigination: price,
    surchargePayphoneOriginationConnection: price,
    surchargeCallRecording: price,
  },
  { requiredKeys: [] },
);

function uncrossed(row: Row, minimum: string, maximum: string): Row {
  if (row[minimum] === "3" && row[maximum] === "2") delete row[maximum];
  return row;
}

const dates = fc.constantFrom(
  {},
  { startDate: "", endDate: "2026-02-10" },
  { startDate: "2026-02-01" },
  { startDate: "2026-02-15", endDate: "2026-03-20" },
  { startDate: "2026-01-05", endDate: "2026-03-01" },
  { startDate: "2026-03-02", endDate: "9999-12-31" },
);
const line = fc
  .tuple(
    fc.constantFrom(...PREFIXES, undefined),
    fc.constantFrom("A", "B", "", undefined),
    fc.constantFrom("day", "default", "", undefined),
    dates,
    values,
  )
  .map(
    ([prefix, tariffType, tariffTime, when, own]): Row =>
      uncrossed({ prefix, tariffType, tariffTime, ...when, ...own }, "costMin", "costMax"),
  );

const lines = fc.uniqueArray(line, {
  maxLength: 7,
  selector: ({ prefix, tariffType, tariffTime, startDate }) =>
    JSON.stringify([prefix, tariffType, tariffTime, startDate].map((own) => own || "")),
});

/** Base lines: none of most tariffs. */
const baseLines = fc.oneof(
  { weight: 2, arbitrary: fc.constant([]) },
  {
    weight: 1,
    arbitrary: fc.uniqueArray(
      fc
        .tuple(dates, values)
        .map(([when, own]): Row => uncrossed({ base: true, ...when, ...own }, "costMin", "costMax")),
      { maxLength: 3, selector: ({ startDate }) => startDate || "" },
    ),
  },
);

function baseOf(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      if (name === "chargeZeroDuration") return [name, value];
      return [
        name === "chargeType" ? "baseType" : `base${name.charAt(0).toUpperCase()}${name.slice(1)}`,
        value,
      ];
    }),
  );
}

const tariff = fc
  .tuple(values, lines, baseLines, fc.constantFrom(undefined, undefined, undefined, true, false, ""))
  .map(
    ([base, rates, bases, singleRate]): Row =>
      uncrossed(
        { ...baseOf(base), singleRate, rates: [...rates.slice(0, 2), ...bases, ...rates.slice(2)] },
        "baseCostMin",
        "baseCostMax",
      ),
  );

/** Tariff 1 is the parent of 2, that of 3. */
export const anyChain: fc.Arbitrary<BookData> = fc
  .array(tariff, { minLength: 1, maxLength: 3 })
  .map((tariffs) => ({
    ratingPeriods: [
      { name: "day", from: "08:00", to: "18:00" },
      { name: "night", from: "18:00", to: "08:00" },
    ],
    callTypes: CALL_TYPES.map((name) => ({ name, tariffClass: "national" })),
    tariffs: tariffs.map((own, at) => ({
      ...own,
      id: at + 1,
      name: `T${at + 1}`,
      tariffClass: "national",
      ...(at === 0 ? {} : { parentTariff: at }),
    })),
  })) as fc.Arbitrary<BookData>;

/** Changes that leave no minimum above a maximum. */
export const anyChange: fc.Arbitrary<Change> = fc.oneof(
  fc.integer({ min: -9_000, max: 100_000 }).map((percent) => ({ increasePercent: String(percent / 100) })),
  fc.constant({ increasePercent: "0" }),
  fc.constantFrom("0.5", "0.000001", "-0.25", "-0.9", "100").map((increaseAmount) => ({ increaseAmount })),
);

/** A copy of which nothing can be changed. */
export function frozen<T>(value: T): T {
  if (typeof value === "object" && value !== null) {
    for (const own of Object.values(value)) frozen(own);
    Object.freeze(value);
  }
  return value;
}
