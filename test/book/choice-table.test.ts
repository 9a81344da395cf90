/** R24: the choices of a number's calls of a kind are found again, however many numbers and kinds there are. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { ChoiceTable } from "../../src/book/tariffs/choice-table.ts";
import { openBook } from "../../src/index.ts";
import { JavaScriptMemory, tables } from "../../src/kernel/index.ts";
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

const memory = new JavaScriptMemory(new ArrayBuffer(8));

/** A word of a table in the memory. */
function wordOf(table: number, at: number): number {
  const { workI32s } = memory.views;
  return workI32s[((workI32s[table >> 2] as number) >> 2) + at] as number;
}

/** The first day of the choices kept for a kind of a number, undefined where there are none. */
function firstDayOf(number: number, kindKey: number) {
  const kind = wordOf(tables.WORK_KINDS, kindKey);
  const kinds = memory.views.workI32s[tables.WORK_KINDS_OF_NUMBER >> 2] as number;
  const row = kind < 0 ? -1 : wordOf(tables.WORK_BY_NUMBER, number * kinds + kind);
  return row < 0 ? undefined : wordOf(tables.WORK_CHOICES, row + tables.CHOICE_FROM);
}

test("R24 the row last kept for a kind of a number is the one that is found", () => {
  const carrier = fc.constantFrom("", "One", "Two", "Three", "Four");
  const entry = fc.tuple(fc.nat({ max: NUMBERS - 1 }), carrier, fc.nat({ max: 6 }), fc.nat({ max: 300 }));
  fc.assert(
    fc.property(many(entry, 1_000), (entries) => {
      const { retailDefaults, wholesaleDefaults } = openBook(BOOK).tables;
      const choices = new ChoiceTable(memory, retailDefaults, wholesaleDefaults, NUMBERS);
      const kept = new Map<string, number>();
      const check = ([number, name, tariffClass]: (typeof entries)[number]): string => {
        const kindKey = choices.carrierKey(name) + tariffClass;
        // A carrier that no default names is as good as none.
        const key = `${number} ${name === "Four" ? "" : name} ${tariffClass}`;
        const found = firstDayOf(number, kindKey);
        if (found !== kept.get(key)) expect(found).toBe(kept.get(key));
        return key;
      };
      for (const own of entries) {
        const [number, name, tariffClass, from] = own;
        const key = check(own);
        choices.keep(number, choices.carrierKey(name) + tariffClass, [from, from + 1, 0, -1, -1, -1, 0, -1]);
        kept.set(key, from);
      }
      for (const own of entries) check(own);
    }),
    runs(60),
  );
});
