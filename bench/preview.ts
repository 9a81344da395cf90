/**
 * A preview of a million calls of a CSV file's bytes beside rating them once and twice, by way of columns and by way of
 * objects: the sample month over and over, ids of their own.
 */
import {
  createPreview,
  createTally,
  OUTCOMES,
  openBook,
  type Preview,
  type RatedColumns,
  rateCall,
  rateColumns,
} from "tollbook";
import { readCallBatches, readCallColumns } from "tollbook/files";
import { sampleBook, sampleCalls } from "./sample.ts";
import { scaled } from "./scale.ts";

const CALLS = scaled("BENCH_PREVIEW_CALLS", 1_000_000, 20_000);
const ROUNDS = scaled("BENCH_ROUNDS", 3, 1);
const PIECE = 1_000;
const READ = { format: "csv", name: "calls.csv" } as const;
const RATED = OUTCOMES.indexOf("rated");

type Duplicates = "keep" | "report";

/** Runs take turns, and each is quoted by its best round, as in the other suites; one round is a million calls. */
export async function benchPreview(): Promise<void> {
  const data = sampleBook();
  const before = openBook(data);
  const after = openBook({
    ...data,
    tariffs: (data.tariffs ?? []).map((tariff) =>
      tariff.baseCost === undefined || tariff.baseCost === null || tariff.baseCost === ""
        ? tariff
        : { ...tariff, baseCost: String(Number(tariff.baseCost) + 1) },
    ),
  });
  const pieces = csvPieces();
  const columns = () => readCallColumns(piecesOf(pieces), READ);
  const objects = () => readCallBatches(piecesOf(pieces), READ);

  const inColumns = {
    "reading them": async () => {
      let read = 0;
      for await (const { length } of columns()) read += length;
      return read;
    },
    "rating them once": async () => {
      let into: RatedColumns | undefined;
      for await (const rows of columns()) into = rateColumns(before, rows, into && { into });
      return into?.length;
    },
    "rating them twice": async () => {
      let left: RatedColumns | undefined;
      let right: RatedColumns | undefined;
      for await (const rows of columns()) {
        left = rateColumns(before, rows, left && { into: left });
        right = rateColumns(after, rows, right && { into: right });
      }
      return right?.outcome[0] === RATED;
    },
    "a preview": () => preview("keep"),
    "a preview that looks for duplicates": () => preview("report"),
  };
  async function preview(duplicates: Duplicates): Promise<string> {
    const own = createPreview(before, after, { duplicates });
    for await (const rows of columns()) own.addColumns(rows);
    return retailOf(own);
  }

  const inObjects: Record<keyof typeof inColumns, () => Promise<unknown>> = {
    "reading them": async () => {
      let read = 0;
      for await (const items of objects()) read += items.length;
      return read;
    },
    "rating them once": async () => {
      let rated = 0;
      for await (const items of objects()) {
        for (const item of items)
          if ("call" in item && rateCall(before, item.call).outcome === "rated") rated++;
      }
      return rated;
    },
    "rating them twice": async () => {
      const tallies = [createTally(), createTally()] as const;
      for await (const items of objects()) {
        for (const item of items) {
          if (!("call" in item)) continue;
          tallies[0].add(rateCall(before, item.call));
          tallies[1].add(rateCall(after, item.call));
        }
      }
      return tallies.map((tally) => tally.report().totals.cost).join(" → ");
    },
    "a preview": () => previewObjects("keep"),
    "a preview that looks for duplicates": () => previewObjects("report"),
  };
  async function previewObjects(duplicates: Duplicates): Promise<string> {
    const own = createPreview(before, after, { duplicates });
    for await (const items of objects()) {
      for (const item of items) own.add("call" in item ? item.call : {}, item.line);
    }
    return retailOf(own);
  }

  const ways = { columns: inColumns, objects: inObjects };
  const best = new Map<string, number>();
  const answers = new Map<string, unknown>();
  for (let round = 0; round < ROUNDS; round++) {
    for (const [way, contestants] of Object.entries(ways)) {
      for (const [name, run] of Object.entries(contestants)) {
        const key = `${way}: ${name}`;
        const startedAt = performance.now();
        answers.set(key, await run());
        best.set(key, Math.min(best.get(key) ?? Number.POSITIVE_INFINITY, performance.now() - startedAt));
      }
    }
  }
  const twice = answers.get("objects: rating them twice");
  for (const way of Object.keys(ways)) {
    for (const name of ["a preview", "a preview that looks for duplicates"]) {
      const answer = answers.get(`${way}: ${name}`);
      if (answer !== twice) throw new Error(`${way}: ${name}: ${answer}, tallies: ${twice}`);
    }
  }
  console.log(`\nA preview of ${CALLS.toLocaleString("en-GB")} calls, equal to two tallies: ${twice} p`);
  print(best);
}

/** The calls as a CSV file in pieces. */
function csvPieces(): readonly Buffer[] {
  const month = sampleCalls();
  const fields = [...new Set(month.flatMap((call) => Object.keys(call)))].filter(
    (field) => field !== "id" && field !== "carrierCallID",
  );
  // What comes behind the id is written once for each call of the month.
  const lines = month.map((call) => {
    const cells = call as Readonly<Record<string, unknown>>;
    return `${fields.map((field) => cellOf(cells[field])).join(",")}\n`;
  });
  const pieces = [Buffer.from(`id,${fields.join(",")}\n`)];
  for (let from = 0; from < CALLS; from += PIECE) {
    let text = "";
    for (let at = from; at < Math.min(from + PIECE, CALLS); at++)
      text += `${at + 1},${lines[at % lines.length]}`;
    pieces.push(Buffer.from(text));
  }
  return pieces;
}

/** A cell as a switch writes it: `+44…` is a number to it, not a formula. */
function cellOf(value: unknown): string {
  const text = value === undefined || value === null ? "" : String(value);
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

async function* piecesOf(pieces: readonly Buffer[]): AsyncGenerator<Buffer> {
  yield* pieces;
}

function retailOf(preview: Preview): string {
  const { retail } = preview.report().totals;
  return `${retail.before} → ${retail.after}`;
}

function print(best: ReadonlyMap<string, number>): void {
  const width = Math.max(...[...best.keys()].map((name) => name.length));
  for (const [name, milliseconds] of best) {
    const [way, what] = name.split(": ");
    const once = best.get(`${way}: rating them once`) ?? 0;
    const asObjects = best.get(`objects: ${what}`) ?? 0;
    const ratios = [`${(milliseconds / once).toFixed(2)} × rating them once`];
    if (way === "columns") ratios.push(`${(asObjects / milliseconds).toFixed(1)} times as fast as objects`);
    const nanoseconds = ((milliseconds * 1e6) / CALLS).toFixed(0);
    console.log(
      `  ${name.padEnd(width)}  ${(milliseconds / 1000).toFixed(2).padStart(6)} s  ${nanoseconds.padStart(6)} ns a call  ${ratios.join(", ")}`,
    );
  }
}
