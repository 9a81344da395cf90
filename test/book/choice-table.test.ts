/** R24: the choices of a number's calls of a kind are found again, however many numbers and kinds there are. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { CHOICE, type ChoiceTable } from "../../src/book/choice-table.ts";
import { openBook } from "../../src/index.ts";
import { many, runs } from "../properties/runs.ts";

const NUMBERS = 40;
const BOOK = {
  customers: [{ id: 1 }],
  numbers: Array.from({ length: NUMBERS }, (_, at) => ({
    id: at + 1,
    customerID: 1,
    number: `0117496${1000 + at}`,
  })),
  callTypes: [{ name: "UK", tariffClass: "national" as const }],
  tariffs: ["One", "Two", "Three"].map((name, at) => ({
    id: at + 1,
    name,
    tariffClass: "national" as const,
    availability: "Headline" as const,
    forCarriers: [name],
  })),
};

/** The first day of the choices kept for a kind of a number, undefined where there are none. */
function firstDayOf({ rows, kinds, byNumber, kindsOfNumber }: ChoiceTable, number: number, kindKey: number) {
  const kind = kinds[kindKey] as number;
  const row = kind < 0 ? -1 : (byNumber[number * kindsOfNumber + kind] as number);
  return row < 0 ? undefined : rows[row + CHOICE.FROM];
}

test("R24 the row last kept for a kind of a number is the one that is found", () => {
  const carrier = fc.constantFrom("", "One", "Two", "Three", "Four");
  const entry = fc.tuple(fc.nat({ max: NUMBERS - 1 }), carrier, fc.nat({ max: 6 }), fc.nat({ max: 300 }));
  fc.assert(
    fc.property(many(entry, 1_000), (entries) => {
      const { choices } = openBook(BOOK).tables;
      const kept = new Map<string, number>();
      const check = ([number, name, tariffClass]: (typeof entries)[number]): string => {
        const kindKey = choices.carrierKey(name) + tariffClass;
        // A carrier that no default names is as good as none.
        const key = `${number} ${name === "Four" ? "" : name} ${tariffClass}`;
        const found = firstDayOf(choices, number, kindKey);
        if (found !== kept.get(key)) expect(found).toBe(kept.get(key));
        return key;
      };
      for (const own of entries) {
        const [number, name, tariffClass, from] = own;
        const key = check(own);
        choices.keep(number, choices.carrierKey(name) + tariffClass, [from, from + 1, 0, -1, -1, -1, 0]);
        kept.set(key, from);
      }
      for (const own of entries) check(own);
    }),
    runs(60),
  );
});
