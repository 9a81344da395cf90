/**
 * The large card in memory, without a file: `rateColumns` and `rateCall` on 20 decks of 20,000 prefixes and calls of
 * 10,000 numbers in random order, beside decimal.js and Maps and beside the bare arithmetic. All calls' totals are
 * compared with the arithmetic, and a part of the calls one by one with the baselines, before anything is timed.
 */
import {
  type CallRecord,
  columnsFromRecords,
  OUTCOMES,
  openBook,
  type RatedColumns,
  rateCall,
  rateColumns,
} from "tollbook";
import { type CardTotals, priceResolved, resolveCardCalls } from "./card/card-arithmetic.ts";
import { type Care, openCardBaseline } from "./card/card-baseline.ts";
import { makeCardBook } from "./card/card-book.ts";
import { type CardCall, cardCalls } from "./card/card-calls.ts";
import { quanta } from "./card/card-rates.ts";
import { type Contestant, measure, report } from "./measure.ts";
import { CALLS } from "./workloads.ts";

/** The decimal baselines rate so many times fewer calls. */
const FEWER = 400;
/** So many times fewer are compared one by one. */
const COMPARED = 20;
/** Calls of one batch, as a reader of files hands them over: the columns stay in the processor's cache. */
const BATCH = 8_192;
const RATED = OUTCOMES.indexOf("rated");

export async function benchCardColumns(): Promise<void> {
  const data = makeCardBook();
  const calls = [...cardCalls(data, CALLS)];
  const records = calls as unknown as readonly CallRecord[];
  const book = openBook(data);
  const columns = columnsFromRecords(records);
  const rated = rateColumns(book, columns);
  const resolved = resolveCardCalls(data, calls);
  verifyTotals(totalsOf(rated), priceResolved(resolved));
  const baselines = (["plain", "careful"] as const).map((care: Care) => {
    const rate = openCardBaseline(data, care);
    verify(rated, calls, rate);
    return { care, rate };
  });
  const decks = `${data.tariffs.length} decks, ${data.numbers.length} numbers`;
  console.log(
    `\nlarge card: ${calls.length} calls, ${decks}; all totals equal, ${calls.length / COMPARED} calls one by one`,
  );

  const few = calls.filter((_, at) => at % FEWER === 0);
  const batches = Array.from({ length: Math.ceil(calls.length / BATCH) }, (_, at) =>
    columnsFromRecords(records.slice(at * BATCH, (at + 1) * BATCH)),
  );
  const results = batches.map((batch) => rateColumns(book, batch));
  let sink = 0;
  const figures = await measure([
    {
      name: "rateColumns, all calls at once",
      units: calls.length,
      run: () => {
        sink += rateColumns(book, columns, { into: rated }).length;
      },
    },
    {
      name: `rateColumns, ${BATCH} at a time`,
      units: calls.length,
      run: () => {
        for (const [at, batch] of batches.entries()) {
          sink += rateColumns(book, batch, { into: results[at] as RatedColumns }).length;
        }
      },
    },
    {
      name: "rateCall, result unread",
      units: calls.length,
      run: () => {
        for (const record of records) if (rateCall(book, record).outcome === "rated") sink++;
      },
    },
    {
      name: "bare arithmetic",
      units: calls.length,
      run: () => {
        sink += priceResolved(resolved).rated;
      },
    },
    ...baselines.map(
      ({ care, rate }): Contestant => ({
        name: care,
        units: few.length,
        run: () => {
          for (const call of few) if (rate(call) !== undefined) sink++;
        },
      }),
    ),
  ]);
  report(`Columns, large card: ${calls.length} calls`, "call", figures, [
    "plain",
    "careful",
    "bare arithmetic",
  ]);
  if (sink === 0) throw new Error("nothing was rated");
}

function totalsOf({ length, outcome, retail }: RatedColumns): CardTotals {
  let rated = 0;
  let basic = 0n;
  let access = 0n;
  let mobile = 0n;
  for (let row = 0; row < length; row++) {
    if (outcome[row] !== RATED) continue;
    rated++;
    basic += BigInt(retail[0][row] ?? 0);
    access += BigInt(retail[1][row] ?? 0);
    mobile += BigInt(retail[2][row] ?? 0);
  }
  return { rated, basic, access, mobile };
}

function verifyTotals(ours: CardTotals, theirs: CardTotals): void {
  for (const total of ["rated", "basic", "access", "mobile"] as const) {
    if (ours[total] !== theirs[total]) throw new Error(`${total}: ${ours[total]}, not ${theirs[total]}`);
  }
}

/** Compares every twentieth call with a baseline, by what the places of the columns stand for. */
function verify(
  rated: RatedColumns,
  calls: readonly CardCall[],
  rate: ReturnType<typeof openCardBaseline>,
): void {
  const { keys } = rated;
  for (let row = 0; row < calls.length; row += COMPARED) {
    const call = calls[row] as CardCall;
    const wanted = rate(call);
    const isRated = rated.outcome[row] === RATED;
    const ours = isRated && [
      keys.numberID(rated.number[row] ?? -1),
      keys.tariffID(rated.tariff[row] ?? -1),
      keys.period(rated.period[row] ?? -1),
      (rated.chargedMilliseconds[row] ?? 0) / 1000,
      ...[0, 1, 2].map((at) => rated.retail[at]?.[row]),
    ];
    const theirs = wanted !== undefined && [
      wanted.numberID,
      wanted.tariffID,
      wanted.tariffTime,
      Number(wanted.chargedDuration),
      quanta(wanted.costBasic),
      quanta(wanted.costAccessCharge),
      quanta(wanted.costSurchargeMobileOrigination),
    ];
    if (JSON.stringify(ours) !== JSON.stringify(theirs))
      throw new Error(`call ${call.id} differs: ${JSON.stringify(ours)}, not ${JSON.stringify(theirs)}`);
  }
}
