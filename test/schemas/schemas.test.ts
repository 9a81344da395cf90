/** The zod schemas say of every record what reading it for a book says, and give a valid one back. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import * as z from "zod";
import { type BookData, type CallRecord, openBook, rateCall } from "../../src/index.ts";
import { BOOK_LISTS, type BookListName, CALL_FIELDS, isBlank } from "../../src/model/index.ts";
import * as schemas from "../../src/schemas/index.ts";
import { ROOT } from "../docs/pages.ts";
import { atLeast, runs } from "../properties/runs.ts";

const { bookSchema, callRecordSchema } = schemas;

const OF_LISTS: Readonly<Record<BookListName, z.ZodType>> = {
  ratingPeriods: schemas.ratingPeriodSchema,
  holidays: schemas.holidaySchema,
  callTypes: schemas.callTypeSchema,
  destinations: schemas.destinationSchema,
  chargeBands: schemas.chargeBandSchema,
  callDirections: schemas.callDirectionSchema,
  callOrigins: schemas.callOriginSchema,
  callRecordings: schemas.callRecordingSchema,
  roundings: schemas.roundingSchema,
  tariffs: schemas.tariffSchema,
  customers: schemas.customerSchema,
  numbers: schemas.numberSchema,
  services: schemas.serviceSchema,
  features: schemas.featureSchema,
  ignoredNumbers: schemas.ignoredNumberSchema,
  discountPlans: schemas.discountPlanSchema,
  fixedFeeTariffs: schemas.fixedFeeTariffSchema,
  standardFeatures: schemas.standardFeatureSchema,
  featureTypes: schemas.featureTypeSchema,
  transactionTypes: schemas.transactionTypeSchema,
  serviceChargeIntervals: schemas.serviceChargeIntervalSchema,
  featureDiscountSchemes: schemas.featureDiscountSchemeSchema,
  vatRates: schemas.vatRateSchema,
};

const anyScalar = fc.oneof(
  fc.constantFrom<unknown>(...[null, undefined, "", 0, 1, -1, 1.5, 3, 25, 10n, true, false, NaN, Infinity]),
  fc.constantFrom<unknown>(
    ...["1,25", "abc", "4420", "12", "100", "-200", "no", "Yes", "single", "a,b", " ", "£5"],
  ),
  fc.constantFrom<unknown>(
    ...["2026-01-01", "2026-02-01", "2026-02-30", "08:00", "24:00", "Monday", "inbound"],
  ),
  fc.constantFrom<unknown>(
    ...["national", "mobile", "up", "none", "perMinute", "markup", "percent", "fixed", "months"],
  ),
  fc.constantFrom<unknown>(
    ...["oneOff", "recurring", "retail", "split", "wholesale", "prorata", "basic", "nearest"],
  ),
  fc.constant<unknown>(new Date(0)),
  fc.constant<unknown>("x".repeat(10_001)),
);

/** A record of some of the names with any values: also lists and records within it. */
function anyRecord(names: readonly string[], inner: fc.Arbitrary<unknown>): fc.Arbitrary<object> {
  const value = fc.oneof(
    { weight: 8, arbitrary: anyScalar },
    { weight: 2, arbitrary: fc.array(fc.oneof(anyScalar, inner), { maxLength: 3 }) },
    { weight: 1, arbitrary: inner },
  );
  const name = fc.oneof(
    { weight: 30, arbitrary: fc.constantFrom(...names) },
    { weight: 1, arbitrary: fc.constantFrom("constructor", "prototype", "zzzzzz", "basecost", "Id") },
  );
  return fc.dictionary(name, value, { maxKeys: 12, noNullPrototype: true });
}

const anyInner = anyRecord(
  [
    ...["cost", "costMin", "costMax", "prefix", "startDate", "endDate", "base", "tariffType", "chargeType"],
    ...[
      "source",
      "value",
      "periodStart",
      "periodEnd",
      "fixed",
      "parts",
      "date",
      "featureCount",
      "serviceCharge",
    ],
    ...["fixedFeeValue", "fixedFeeTariffType", "tariffClasses", "callTypes", "periods", "count", "billed"],
  ],
  anyScalar,
);

function faultsOf(schema: z.ZodType, value: unknown): string[] {
  const issues = schema.safeParse(value).error?.issues ?? [];
  return issues.map(({ path, message }) => `${path.map(String).join(".")}: ${message}`).sort();
}

test.each(Object.keys(OF_LISTS) as BookListName[])("%s: the schema and the reading find the same", (list) => {
  const { schema, fields } = BOOK_LISTS[list];
  const fieldNames = Object.keys(fields);
  const required = fieldNames.slice(0, 3);
  const record = fc.tuple(anyRecord(required, anyScalar), anyRecord(fieldNames, anyInner));
  fc.assert(
    fc.property(record, ([first, rest]) => {
      const given = { ...first, ...rest };
      const read = faultsOf(schema, given);
      expect(faultsOf(OF_LISTS[list], given)).toEqual(read);
      if (read.length > 0) return;
      const valid: object = OF_LISTS[list].parse(given) as object;
      for (const [name, value] of Object.entries(given)) {
        expect(valid).toHaveProperty(
          name,
          isBlank(value) && name !== "prefix" && fieldNames.includes(name)
            ? undefined
            : value === null || value === undefined
              ? value
              : expect.anything(),
        );
      }
    }),
    runs(2_000),
  );
});

test("what is no record, and least records", () => {
  for (const list of Object.keys(OF_LISTS) as BookListName[]) {
    for (const value of [null, 4, "text", [], {}])
      expect(faultsOf(OF_LISTS[list], value)).toEqual(faultsOf(BOOK_LISTS[list].schema, value));
  }
});

test("the sample month's book fits, and every call of it that is not malformed", async () => {
  const data = JSON.parse(await readFile(join(ROOT, "docs/example/book.json"), "utf8")) as BookData;
  expect(faultsOf(bookSchema, data)).toEqual([]);
  expect(faultsOf(bookSchema, { ...data, costDecimals: 9, tarifs: [], numbers: 4 })).toHaveLength(3);
});

test("a call that rating does not call malformed fits", () => {
  const book = openBook({ callTypes: [{ name: "UK", tariffClass: "national" }] });
  const fields = fc.dictionary(fc.constantFrom<string>(...CALL_FIELDS), anyScalar, { maxKeys: 2 });
  let fitting = 0;
  fc.assert(
    fc.property(fields, (given) => {
      const call = { startDate: "2026-10-01", startTime: "10:00:00", ...given };
      const result = rateCall(book, call as CallRecord);
      if (result.outcome === "error" && result.error === "malformed-record") return;
      fitting++;
      expect(faultsOf(callRecordSchema, call)).toEqual([]);
    }),
    runs(3_000),
  );
  expect(fitting).toBeGreaterThan(atLeast(500));
});

test("every schema can be documented", () => {
  for (const schema of [bookSchema, callRecordSchema, ...Object.values(OF_LISTS)]) {
    expect(z.toJSONSchema(schema)).toMatchObject({ type: "object" });
  }
});
