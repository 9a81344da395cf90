/** A preview of a million calls beside rating them twice: the sample month over and over, ids of their own. */
import { type CallRecord, createPreview, createTally, openBook, rateCall } from "tollbook";
import { sampleBook, sampleCalls } from "./sample.ts";

const CALLS = Number(process.env.BENCH_PREVIEW_CALLS ?? 1_000_000);
const ROUNDS = 3;

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
  const month = sampleCalls();
  const calls = function* (): Generator<CallRecord> {
    for (let at = 0; at < CALLS; at++) {
      const call = month[at % month.length] ?? {};
      yield { ...call, id: at, carrierCallID: undefined };
    }
  };
  const contestants = {
    "making the calls": () => {
      let made = 0;
      for (const call of calls()) if (call.id !== null) made++;
      return String(made);
    },
    "rating them once": () => {
      let rated = 0;
      for (const call of calls()) if (rateCall(before, call).outcome === "rated") rated++;
      return String(rated);
    },
    "rating them twice, with a tally of each": () => {
      const tallies = [createTally(), createTally()] as const;
      for (const call of calls()) {
        tallies[0].add(rateCall(before, call));
        tallies[1].add(rateCall(after, call));
      }
      return tallies.map((tally) => tally.report().totals.cost).join(" → ");
    },
    "a preview": () => preview("keep"),
    "a preview that looks for duplicates": () => preview("report"),
  };
  function preview(duplicates: "keep" | "report"): string {
    const own = createPreview(before, after, { duplicates });
    for (const call of calls()) own.add(call);
    const { retail } = own.report().totals;
    return `${retail.before} → ${retail.after}`;
  }

  const best = new Map<string, number>();
  const answers = new Map<string, string>();
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, run] of Object.entries(contestants)) {
      const startedAt = performance.now();
      answers.set(name, run());
      best.set(name, Math.min(best.get(name) ?? Number.POSITIVE_INFINITY, performance.now() - startedAt));
    }
  }
  const twice = answers.get("rating them twice, with a tally of each");
  for (const name of ["a preview", "a preview that looks for duplicates"]) {
    if (answers.get(name) !== twice) throw new Error(`${name}: ${answers.get(name)}, tallies: ${twice}`);
  }
  console.log(`\nA preview of ${CALLS.toLocaleString("en-GB")} calls, equal to the two tallies: ${twice} p`);
  const idle = best.get("making the calls") ?? 0;
  const once = (best.get("rating them once") ?? 0) - idle;
  const width = Math.max(...[...best.keys()].map((name) => name.length));
  for (const [name, milliseconds] of best) {
    const own = milliseconds - idle;
    const ratio = own === 0 ? "" : `${(own / once).toFixed(2)} × rating them once`;
    const nanoseconds = ((own * 1e6) / CALLS).toFixed(0);
    console.log(
      `  ${name.padEnd(width)}  ${(milliseconds / 1000).toFixed(2).padStart(6)} s  ${nanoseconds.padStart(6)} ns a call  ${ratio}`,
    );
  }
}
