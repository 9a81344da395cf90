/** What the takes read. Written once with the tape and kept beside it, so that a generator may change later. */
import { cpSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeCardBook } from "../../bench/card/card-book.ts";
import { cardCalls, writeCardCalls } from "../../bench/card/card-calls.ts";
import { fixtureFiles, makeBook, writeFiles } from "../../fixtures/generator/index.mjs";

/** Numbers of the full workload's book. */
const FULL_NUMBERS = 1000;

/** Writes what is not there yet: the card and the full workload of so many calls each, and the sample month. */
export async function writeInputs(folder: string, calls: number): Promise<void> {
  if (existsSync(join(folder, "complete"))) return;
  mkdirSync(folder, { recursive: true });
  const card = makeCardBook();
  writeFileSync(join(folder, "card.book.json"), JSON.stringify(card));
  writeCardCalls(join(folder, "card.calls.csv"), cardCalls(card, calls));
  writeFileSync(join(folder, "full.book.json"), JSON.stringify(makeBook({ numbers: FULL_NUMBERS })));
  const full = fixtureFiles({ calls, numbers: FULL_NUMBERS, seed: 1, formats: ["csv"] }).find(({ name }) =>
    name.endsWith(".csv"),
  );
  if (full === undefined) throw new Error("the fixtures have no CSV");
  await writeFiles(folder, [{ name: "full.calls.csv", text: () => full.text() }]);
  cpSync(join("fixtures", "reseller"), join(folder, "sample"), { recursive: true });
  writeFileSync(join(folder, "complete"), "");
}
