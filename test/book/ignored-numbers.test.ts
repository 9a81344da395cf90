/** R31, R21: an ignored number is found in every spelling. */
import { expect, test } from "vitest";
import { IgnoredNumbers } from "../../src/book/destinations/ignored-numbers.ts";
import { canonicalNumber, type NumberingPlan } from "../../src/book/prefixes/canonical-number.ts";

const spellings = ["1", "12", "123", "1234", "4412", "44999", "999", "442079460999"].flatMap((digits) =>
  ["", "0", "00", "+", "+44 (0)", "00-", "0 "].map((before) => before + digits),
);

test.for<NumberingPlan>([
  { countryCode: "44", bareDigits: "international" },
  { countryCode: "44", bareDigits: "national" },
  { countryCode: "1", bareDigits: "international" },
])(
  "R31 an ignored number is found where the canonical numbers are equal, of however few digits: %o",
  (plan) => {
    for (const number of spellings) {
      const ignored = new IgnoredNumbers([{ number }], plan);
      const equal = spellings.filter(
        (target) => canonicalNumber(target, plan) === canonicalNumber(number, plan),
      );
      expect([number, ...spellings.filter((target) => ignored.find(target, 0))]).toEqual([number, ...equal]);
      expect(spellings.filter((target) => ignored.concerns(target))).toEqual(equal);
    }
  },
);
