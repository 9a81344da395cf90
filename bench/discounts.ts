/**
 * Discounting beside rating: the sample month, whose numbers share minutes, texts, data and percentages, rated
 * alone and rated with discounts, one by one and as a batch; then a million calls at once. Totals are compared first.
 */
import {
  applyDiscounts,
  type BookData,
  type CallRecord,
  type CallResult,
  createDiscounter,
  createTally,
  openBook,
  rateCall,
} from "tollbook";
import { measure, report } from "./measure.ts";
import { sampleBook, sampleCalls } from "./sample.ts";
import { scaled } from "./scale.ts";

/** Calls of the one long run. */
const MANY = scaled("BENCH_DISCOUNT_CALLS", 1_000_000, 20_000);

export async function benchDiscounts(): Promise<void> {
  await benchPlans("The sample month as it is", sampleBook());
  await benchPlans("The sample month, every number with two plans", everyNumberPlanned(sampleBook()));
}

/** The book with minutes and a percentage on every number, so that nearly every call is discounted, most of them twice. */
function everyNumberPlanned(book: BookData): BookData {
  const plans = [
    { id: "bench-1", discountPlanName: "bench minutes", allowanceMinutes: 60 },
    { id: "bench-2", discountPlanName: "bench percent", discountPercent: 20 },
  ];
  return {
    ...book,
    discountPlans: [...(book.discountPlans ?? []), ...plans],
    numbers: (book.numbers ?? []).map((number) => ({
      ...number,
      discountPlan3: "bench minutes",
      discountPlan4: "bench percent",
    })),
  };
}

async function benchPlans(title: string, data: BookData): Promise<void> {
  const book = openBook(data);
  const calls = [...sampleCalls()].sort(byStart);
  const rate = (): CallResult[] => calls.map((call) => rateCall(book, call));
  const batch = applyDiscounts(book, rate());
  const [before, after] = [createTally(), createTally()];
  for (const result of rate()) before.add(result);
  for (const result of batch.calls) after.add(result);
  const discounted = batch.calls.filter((call) => call.outcome === "rated" && call.discounts.length > 0);
  if (before.report().totals.cost !== after.report().totals.costBase)
    throw new Error("rated amounts changed");
  console.log(
    `\n${calls.length} calls, ${discounted.length} of them discounted from ${batch.pools.length} pools: ${before.report().totals.cost} p, then ${after.report().totals.cost} p`,
  );

  let sink = 0;
  const figures = await measure([
    {
      name: "rateCall",
      units: calls.length,
      run: () => {
        for (const call of calls) if (rateCall(book, call).outcome === "rated") sink++;
      },
    },
    {
      name: "rateCall and a discounter",
      units: calls.length,
      run: () => {
        const discounter = createDiscounter(book);
        for (const call of calls) if (discounter.apply(rateCall(book, call)).outcome === "rated") sink++;
      },
    },
    {
      name: "rateCall, then applyDiscounts",
      units: calls.length,
      run: () => {
        sink += applyDiscounts(book, rate()).calls.length;
      },
    },
  ]);
  report(title, "call", figures, ["rateCall"]);
  const months = Math.ceil(MANY / calls.length);
  const alone = seconds(() => {
    for (let month = 0; month < months; month++) {
      for (const call of calls) if (rateCall(book, call).outcome === "rated") sink++;
    }
  });
  const both = seconds(() => {
    for (let month = 0; month < months; month++) {
      const discounter = createDiscounter(book);
      for (const call of calls) if (discounter.apply(rateCall(book, call)).outcome === "rated") sink++;
    }
  });
  console.log(
    `  ${(months * calls.length).toLocaleString("en-GB")} calls as ${months} months: rated in ${alone.toFixed(1)} s, rated and discounted in ${both.toFixed(1)} s, ${(both / alone).toFixed(2)} times as long`,
  );
  if (sink === 0) throw new Error("nothing was rated");
}

/** A stream that is discounted as it comes has to come in order. */
function byStart(a: CallRecord, b: CallRecord): number {
  const start = ({ startDate, startTime, id }: CallRecord): string =>
    `${startDate} ${String(startTime ?? "").padEnd(12, "0")} ${String(id ?? "").padStart(20)}`;
  return start(a) < start(b) ? -1 : 1;
}

function seconds(work: () => void): number {
  const start = performance.now();
  work();
  return (performance.now() - start) / 1000;
}
