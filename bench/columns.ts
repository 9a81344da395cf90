/**
 * `rateColumns` beside `rateCall` and the second opinion. *full* is the sample month, all rules and five
 * costs; *card* prices one retail cost in components from number, prefix, line and rating period. Totals are
 * compared before anything is timed. The large card follows (`card-columns.ts`).
 */
import {
  type BookData,
  type CallRecord,
  columnsFromRecords,
  OUTCOMES,
  openBook,
  type RatedColumns,
  rateCall,
  rateColumns,
} from "tollbook";
import { createSecondOpinion, type Row } from "../test/second-opinion/index.ts";
import { benchCardColumns } from "./card-columns.ts";
import { measure, report } from "./measure.ts";
import { random, randomPrefixes } from "./prefixes.ts";
import { sampleBook, sampleCalls } from "./sample.ts";

export async function benchColumns(): Promise<void> {
  await bench("full", sampleBook(), sampleCalls());
  await bench("card", cardBook(), cardCalls(20_000));
  await benchCardColumns();
}

async function bench(name: string, data: BookData, calls: readonly CallRecord[]): Promise<void> {
  const rows = calls as unknown as readonly Row[];
  const book = openBook(data);
  const plain = createSecondOpinion(data as unknown as Row);
  const careful = createSecondOpinion(data as unknown as Row, { decimals: "once" });
  const columns = columnsFromRecords(calls);
  const rated = rateColumns(book, columns);
  verify(rated, rows, (row, line) => plain.rateCall(row, { line }));
  verify(rated, rows, (row, line) => careful.rateCall(row, { line }));
  console.log(`\n${name}: ${calls.length} calls, all equal to the second opinion`);

  // A part of the calls is enough of the slow contestants, spread over them so that every kind of call is in.
  const few = rows.filter((_, at) => at % Math.ceil(rows.length / 150) === 0);
  let sink = 0;
  const figures = await measure([
    {
      name: "rateColumns",
      units: calls.length,
      run: () => {
        sink += rateColumns(book, columns, { into: rated }).retail[0][7] ?? 0;
      },
    },
    {
      name: "columnsFromRecords and rateColumns",
      units: calls.length,
      run: () => {
        sink += rateColumns(book, columnsFromRecords(calls)).retail[0][7] ?? 0;
      },
    },
    {
      name: "rateCall, result unread",
      units: calls.length,
      run: () => {
        for (const call of calls) if (rateCall(book, call).outcome === "rated") sink++;
      },
    },
    {
      name: "plain",
      units: few.length,
      run: () => {
        for (const row of few) plain.rateCall(row);
      },
    },
    {
      name: "careful",
      units: few.length,
      run: () => {
        for (const row of few) careful.rateCall(row);
      },
    },
  ]);
  report(`Columns, ${name}: ${calls.length} calls`, "call", figures, ["plain", "careful"]);
  if (sink === 0) throw new Error("nothing was rated");
}

/** Compares outcome, costs and what the columns' places stand for with the second opinion's records. */
function verify(
  rated: RatedColumns,
  rows: readonly Row[],
  opinion: (row: Row, line: number) => object,
): void {
  const { keys } = rated;
  const pence = (columns: readonly Float64Array[], row: number): number =>
    columns.reduce((sum, column) => sum + (column[row] ?? 0), 0) / 10 ** rated.decimals;
  for (const [row, call] of rows.entries()) {
    const wanted = opinion(call, row + 1) as Readonly<Record<string, unknown>>;
    const outcome = OUTCOMES[rated.outcome[row] ?? -1];
    const ours =
      outcome === "error"
        ? [keys.error(rated.error[row] ?? -1)]
        : outcome === "ignored"
          ? [true]
          : [
              keys.numberID(rated.number[row] ?? -1),
              keys.tariffID(rated.tariff[row] ?? -1) ?? null,
              keys.callType(rated.callTypeUsed[row] ?? -1),
              (rated.chargedMilliseconds[row] ?? 0) / 1000,
              pence(rated.retail, row),
              Number.isNaN(rated.wholesale[0][row]) ? null : pence(rated.wholesale, row),
            ];
    const { numberID, tariffID, tariffTypeUsed, chargedDuration, costBase, costCarrier } = wanted;
    const carrier = costCarrier === null ? null : Number(costCarrier);
    const theirs =
      "error" in wanted
        ? [wanted.error]
        : "ignored" in wanted
          ? [wanted.ignored]
          : [numberID, tariffID, tariffTypeUsed, chargedDuration, Number(costBase), carrier];
    if (JSON.stringify(ours) !== JSON.stringify(theirs))
      throw new Error(`call ${row} differs: ${JSON.stringify(ours)}, not ${JSON.stringify(theirs)}`);
  }
}

const PREFIXES = randomPrefixes(20_000);
const NUMBERS = 1_000;

/** A deck of 20,000 prefixes with three rating periods, for a thousand numbers. */
function cardBook(): BookData {
  return {
    ratingPeriods: [
      { name: "Weekend", weekdays: ["Saturday", "Sunday"] },
      { name: "Evening", from: "19:00", to: "07:00" },
      { name: "Day", from: "07:00", to: "19:00" },
    ],
    callTypes: [{ name: "International", tariffClass: "international" }],
    destinations: Array.from({ length: 9 }, (_, digit) => ({
      prefix: String(digit + 1),
      tariffType: "International",
    })),
    tariffs: [
      {
        id: 1,
        name: "Card",
        tariffClass: "international",
        baseRoundSeconds: 6,
        baseRoundPence: "0.01",
        rates: PREFIXES.flatMap((prefix, at) => {
          const line = { prefix, cost: String(((at * 37) % 4000) / 100), costConnection: at % 3 };
          return at % 5 === 0
            ? [line, { prefix, tariffTime: "Evening", cost: String(((at * 31) % 3000) / 100) }]
            : [line];
        }),
      },
    ],
    customers: [{ id: 1, defaultInternationalTariff: "Card" }],
    numbers: Array.from({ length: NUMBERS }, (_, at) => ({ id: at + 1, customerID: 1, number: billed(at) })),
  };
}

function billed(at: number): string {
  return `+44207946${String(at).padStart(4, "0")}`;
}

function cardCalls(count: number): readonly CallRecord[] {
  const next = random(11);
  return Array.from({ length: count }, (_, at) => {
    const prefix = PREFIXES[Math.floor(next() * PREFIXES.length)] ?? "";
    const two = (below: number): string => String(Math.floor(next() * below)).padStart(2, "0");
    return {
      id: at + 1,
      target: billed(Math.floor(next() * NUMBERS)),
      external: `00${(prefix + String(Math.floor(next() * 1e12)).padStart(12, "0")).slice(0, 12)}`,
      startDate: `2026-10-${String(1 + Math.floor((at * 24) / count)).padStart(2, "0")}`,
      startTime: `${two(24)}:${two(60)}:${two(60)}`,
      duration: Math.floor(next() ** 3 * 1200),
    };
  });
}
