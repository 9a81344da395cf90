/**
 * `rateCall` on the sample month, all rules and five costs, beside the second opinion: *plain* as it
 * stands, *careful* with the book's decimals made once. Totals are compared before anything is timed.
 */
import { type CallRecord, createTally, explainCall, openBook, rateCall, toRecord } from "tollbook";
import { createSecondOpinion, type Row, type SecondOpinion } from "../test/second-opinion/index.ts";
import { measure, report } from "./measure.ts";
import { sampleBook, sampleCalls } from "./sample.ts";

export async function benchRating(): Promise<void> {
  const data = sampleBook();
  const calls = sampleCalls();
  const rows = calls as unknown as readonly Row[];
  const book = openBook(data);
  const plain = createSecondOpinion(data as unknown as Row);
  const careful = createSecondOpinion(data as unknown as Row, { decimals: "once" });

  verify(
    calls.map((call) => toRecord(rateCall(book, call))),
    rows.map((row) => plain.rateCall(row)),
  );
  verify(
    calls.map((call) => toRecord(rateCall(book, call))),
    rows.map((row) => careful.rateCall(row)),
  );
  const tally = createTally();
  for (const call of calls) tally.add(rateCall(book, call));
  console.log(
    `\n${calls.length} calls, all equal to the second opinion; retail ${tally.report().totals.cost} p`,
  );

  const units = calls.length;
  // A slice of the month is enough of the slow contestants, spread over it so that every kind of call is in.
  const few = rows.filter((_, at) => at % 20 === 0);
  let sink = 0;
  const figures = await measure([
    {
      name: "rateCall, result unread",
      units,
      run: () => {
        for (const call of calls) if (rateCall(book, call).outcome === "rated") sink++;
      },
    },
    {
      name: "rateCall, one cost read as text",
      units,
      run: () => {
        for (const call of calls) {
          const result = rateCall(book, call);
          if (result.outcome === "rated") sink += result.cost.length;
        }
      },
    },
    {
      name: "rateCall and toRecord",
      units,
      run: () => {
        for (const call of calls) if ("cost" in toRecord(rateCall(book, call))) sink++;
      },
    },
    {
      name: "explainCall",
      units: few.length,
      run: () => {
        for (let at = 0; at < calls.length; at += 20) sink += explainCall(book, calls[at] ?? {}).steps.length;
      },
    },
    { name: "plain", units: few.length, run: rateAll(few, plain) },
    { name: "careful", units: few.length, run: rateAll(few, careful) },
  ]);
  report("Rating the sample month", "call", figures, ["plain", "careful"]);
  if (sink === 0) throw new Error("nothing was rated");
}

function rateAll(rows: readonly Row[], opinion: SecondOpinion): () => void {
  return () => {
    for (const row of rows) opinion.rateCall(row);
  };
}

function verify(ours: readonly unknown[], theirs: readonly unknown[]): void {
  const text = (row: unknown): string => JSON.stringify({ ...(row as object), message: undefined });
  const at = ours.findIndex((row, place) => text(row) !== text(theirs[place]));
  if (at >= 0) throw new Error(`call ${at} differs:\n${text(ours[at])}\n${text(theirs[at])}`);
}

/** A call of ten hours beside one of three seconds: closed-form arithmetic takes no longer for it. */
export async function benchDuration(): Promise<void> {
  const book = openBook({
    callTypes: [{ name: "UK", tariffClass: "national" }],
    tariffs: [{ id: 1, name: "Business", tariffClass: "national", baseCost: "1.2", baseCostConnection: 2 }],
    customers: [{ id: 7, defaultNationalTariff: "Business" }],
    numbers: [{ id: 1007, customerID: 7, number: "020 7946 0018" }],
  });
  const calls = (seconds: number): readonly CallRecord[] =>
    Array.from({ length: 1000 }, (_, at) => ({
      id: at,
      target: "02079460018",
      tariffType: "UK",
      startDate: "2026-10-01",
      duration: seconds + (at % 3),
    }));
  const short = calls(3);
  const long = calls(36_000);
  let sink = 0;
  const rateAll = (own: readonly CallRecord[]) => () => {
    for (const one of own) if (rateCall(book, one).outcome === "rated") sink++;
  };
  const figures = await measure([
    { name: "a call of 3 seconds", units: short.length, run: rateAll(short) },
    { name: "a call of 10 hours", units: long.length, run: rateAll(long) },
  ]);
  report("Short and long calls", "call", figures, ["a call of 3 seconds"]);
  if (sink === 0) throw new Error("nothing was rated");
}
