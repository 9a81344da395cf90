/**
 * Measuring with tinybench: contestants of a suite take turns, several rounds, and each is quoted by its
 * best round. Machines that others share are noisy; the best round and the ratio within one run are what
 * can be compared.
 */
import { Bench } from "tinybench";
import { scaled } from "./scale.ts";

/** One contestant: a function that works through `units` units of work a call. */
export interface Contestant {
  readonly name: string;
  readonly units: number;
  readonly run: () => void;
}

/** Nanoseconds per unit of work of each contestant, by name. */
export type Figures = ReadonlyMap<string, number>;

const ROUNDS = scaled("BENCH_ROUNDS", 5, 1);
const ROUND_MS = scaled("BENCH_MS", 400, 20);

export async function measure(contestants: readonly Contestant[]): Promise<Figures> {
  const best = new Map<string, number>();
  for (let round = 0; round < ROUNDS; round++) {
    const bench = new Bench({
      time: ROUND_MS,
      iterations: 1,
      warmup: round === 0,
      warmupTime: ROUND_MS,
      // Sixteen by default, which is minutes where one takes seconds.
      warmupIterations: 1,
    });
    for (const { name, run } of contestants) bench.add(name, run);
    await bench.run();
    for (const { name, units } of contestants) {
      const result = bench.getTask(name)?.result;
      if (result === undefined || !("latency" in result)) throw new Error(`${name} gave no figure`);
      const nanoseconds = (result.latency.p50 * 1e6) / units;
      best.set(name, Math.min(best.get(name) ?? Number.POSITIVE_INFINITY, nanoseconds));
    }
  }
  return best;
}

/** Prints a suite: each figure, and how many times as fast as the baselines it is. */
export function report(
  title: string,
  unit: string,
  figures: Figures,
  baselines: readonly string[] = [],
): void {
  console.log(`\n${title}`);
  const width = Math.max(...[...figures.keys()].map((name) => name.length));
  for (const [name, nanoseconds] of figures) {
    const ratios = baselines
      .filter((baseline) => baseline !== name)
      .map((baseline) => {
        const ratio = (figures.get(baseline) ?? 0) / nanoseconds;
        return `${ratio.toFixed(ratio < 1 ? 3 : 1)} × ${baseline}`;
      });
    const rate = nanoseconds > 0 ? Math.round(1e9 / nanoseconds).toLocaleString("en-GB") : "";
    const figure =
      nanoseconds < 1e6
        ? `${nanoseconds.toFixed(nanoseconds < 100 ? 1 : 0)} ns`
        : `${(nanoseconds / 1e6).toFixed(1)} ms`;
    console.log(
      `  ${name.padEnd(width)}  ${figure.padStart(12)} a ${unit}  ${rate.padStart(12)}/s  ${ratios.join(", ")}`,
    );
  }
}
