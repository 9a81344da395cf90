/** R60 through files: what a run leaves for the next is all that the next one needs, whatever the features. */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { formatCivilDate, parseCivilDate } from "../../src/calendar/index.ts";
import { runs } from "../properties/runs.ts";
import { anyChargesCase } from "../second-opinion/charges/any-charges-book.ts";
import { Workplace } from "./command.ts";

test("R60: two adjoining runs leave the lines and the file of one, and the same days again leave nothing", async () => {
  const where = await Workplace.with({});
  await fc.assert(
    fc.asyncProperty(anyChargesCase(6), async ({ book, second: [from, to], cut }) => {
      await where.write("book.json", book);
      for (const file of ["once.jsonl", "twice.jsonl"]) await rm(join(where.folder, file), { force: true });
      const charge = async (first: string, last: string, features: string): Promise<string[]> => {
        const line = `charges --book @book.json --from ${first} --to ${last} --features @${features}`;
        const { code, out, err } = await where.run(line);
        expect([0, 3], err).toContain(code);
        return out.split("\n").filter((text) => text.includes('"transactionSource"'));
      };
      const once = await charge(from, to, "once.jsonl");
      const state = await where.read("once.jsonl");
      const twice = await charge(from, cut, "twice.jsonl");
      if (cut < to) twice.push(...(await charge(dayAfter(cut), to, "twice.jsonl")));
      expect(twice.sort()).toEqual([...once].sort());
      expect(await where.read("twice.jsonl")).toBe(state);
      expect(await charge(from, to, "once.jsonl")).toEqual([]);
      expect(await where.read("once.jsonl")).toBe(state);
    }),
    runs(400),
  );
});

function dayAfter(date: string): string {
  return formatCivilDate((parseCivilDate(date) ?? 0) + 1);
}
