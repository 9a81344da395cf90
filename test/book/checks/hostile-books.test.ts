/** R2: whatever is handed to `checkBook`, what throws when it is read is a problem and not an exception. */
import { describe, expect, test } from "vitest";
import { BookError, checkBook, openBook } from "../../../src/index.ts";
import { hostileProxy, revokedProxy, THROWING_AMOUNT, withThrowingField } from "../../model/hostile.ts";

const GOOD = {
  callTypes: [{ name: "UK", tariffClass: "national" }],
  tariffs: [{ id: 1, name: "T", tariffClass: "national", baseCost: 1, rates: [{ prefix: "44", cost: 1 }] }],
  customers: [{ id: 7 }],
  numbers: [{ id: 1, customerID: 7, number: "1" }],
};
const [TARIFF] = GOOD.tariffs;

describe("R2 a book that throws when it is read", () => {
  test.each([
    ["a Proxy", hostileProxy(), /^The book is not an object/],
    ["a revoked Proxy", revokedProxy(), /^The book/],
    ["a getter of a setting", withThrowingField(GOOD, "costDecimals"), /^costDecimals: cannot be read/],
    ["a getter of a list", withThrowingField(GOOD, "numbers"), /^numbers: cannot be read/],
    ["a Proxy for a list", { ...GOOD, numbers: revokedProxy() }, /^numbers: cannot be read/],
    ["a Proxy for a record", { ...GOOD, numbers: [hostileProxy()] }, /^numbers\[0\]: cannot be read/],
    [
      "a revoked Proxy for a record",
      { ...GOOD, numbers: [revokedProxy()] },
      /^numbers\[0\]: is not a record/,
    ],
    [
      "a getter of a field",
      { ...GOOD, numbers: [withThrowingField({ id: 1, customerID: 7, number: "1" }, "number")] },
      /^numbers\[0\]\.number: cannot be read: it throws when it is asked for$/,
    ],
    [
      "an amount that throws",
      { ...GOOD, tariffs: [{ ...TARIFF, baseCost: THROWING_AMOUNT }] },
      /^tariffs\[0\]\.baseCost: an object is not an amount/,
    ],
    [
      "a getter in a line",
      { ...GOOD, tariffs: [{ ...TARIFF, rates: [withThrowingField({ prefix: "44" }, "cost")] }] },
      /^tariffs\[0\]\.rates\[0\]\.cost: cannot be read/,
    ],
    [
      "a Proxy for lines",
      { ...GOOD, tariffs: [{ ...TARIFF, rates: revokedProxy() }] },
      /^tariffs\[0\]\.rates: cannot be read/,
    ],
    [
      "a list of names that throws",
      { ...GOOD, tariffs: [{ ...TARIFF, forCarriers: [hostileProxy()] }] },
      /^tariffs\[0\]\.forCarriers: an object in the list is not a name/,
    ],
  ] as const)("%s", (_what, data, first) => {
    const { problems } = checkBook(data);
    const lines = problems.map(({ path, message }) => (path === "" ? message : `${path}: ${message}`));
    expect(lines[0]).toMatch(first);
    expect(() => openBook(data as never)).toThrow(BookError);
  });
});
