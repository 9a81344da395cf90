/** R2: a tariff's lines are read the same whether or not lines like them came before. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { listOf, prefixKey, prefixText, rateLineSchema, tariffSchema } from "../../src/model/index.ts";
import { runs } from "../properties/runs.ts";

const anyValue = fc.constantFrom<unknown>(
  "",
  null,
  undefined,
  0,
  1,
  "1",
  true,
  false,
  "1.5",
  1.5,
  7n,
  "default",
  "2026-01-01",
  "2025-12-31",
  "no",
  ["1"],
  { toFixed: () => "2" },
  Number.NaN,
);
const anyName = fc.constantFrom(
  "base",
  "prefix",
  "cost",
  "costMin",
  "costMax",
  "tariffType",
  "startDate",
  "endDate",
  "chargeZeroDuration",
  "unheardOf",
  "__proto__",
);
const anyLine = fc.oneof(
  fc
    .array(fc.tuple(anyName, anyValue), { maxLength: 4 })
    .map((fields): unknown => Object.fromEntries(fields)),
  fc.record({ prefix: fc.constantFrom("44", 44, "x", "", "0", "123456789012345"), cost: anyValue }),
  fc.constantFrom<unknown>(null, 3, [], "line", {
    get cost(): string {
      throw new Error("no");
    },
  }),
);

test("R2 lines of one tariff are what each is by its own schema, faults included", () => {
  fc.assert(
    fc.property(fc.array(anyLine, { maxLength: 12 }), (lines) => {
      const alone = listOf(rateLineSchema).safeParse(lines);
      const checked = tariffSchema.schema.safeParse({
        id: 1,
        name: "UK",
        tariffClass: "national",
        rates: lines,
      });
      expect(checked.success).toBe(alone.success);
      if (checked.success) expect(checked.data.rates.all).toEqual(alone.data);
      else {
        const faults = alone.error?.issues.map(({ path, message }) => [["rates", ...path], message]);
        expect(checked.error.issues.map(({ path, message }) => [path, message])).toEqual(faults);
      }
    }),
    runs(2_000),
  );
});

test("keys of prefixes sort as prefixes do, and say them", () => {
  const digits = fc.string({ unit: fc.constantFrom(..."0159"), maxLength: 15 });
  fc.assert(
    fc.property(digits, digits, (a, b) => {
      expect(prefixText(prefixKey(a) as number)).toBe(a);
      expect(Math.sign((prefixKey(a) as number) - (prefixKey(b) as number))).toBe(a < b ? -1 : a > b ? 1 : 0);
    }),
    runs(1_000),
  );
  expect(prefixKey("12a")).toBeUndefined();
  expect(prefixKey("1".repeat(16))).toBeUndefined();
});

test("what a getter says once does not stand for other lines", () => {
  let asked = 0;
  const shifty = {
    get cost(): string {
      return asked++ === 0 ? "1" : "2";
    },
  };
  const rates = [shifty, { cost: "1" }, { cost: "2" }];
  const checked = tariffSchema.schema.parse({ id: 1, name: "UK", tariffClass: "national", rates });
  expect(checked.rates.at(1)).toEqual({ cost: 1_000_000 });
  expect(checked.rates.at(2)).toEqual({ cost: 2_000_000 });
});
