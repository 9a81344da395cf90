/** The sample month as other programs would have written it, read back and rated: what our own records cost. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CALL_DIALECTS, type CallItem, rateFile, readCallBatches } from "../../../src/files/index.ts";
import { type CallRecord, createRater, type ResultRecord, toRecord } from "../../../src/index.ts";
import { type BuiltWorker, builtWorker } from "../../built-worker.ts";
import { cut, pieces } from "../bytes.ts";
import { expectTwoWaysAlike, Memory } from "../call-blocks/two-ways.ts";
import { FOREIGN, foreignMonth, MONTH, MONTH_BOOK } from "./months.ts";

/** What each call costs by all that our own record knows. */
const whole = rated(MONTH.map(({ record }) => record));

let worker: BuiltWorker;
beforeAll(async () => {
  worker = await builtWorker("src/files/rate-run/rate-worker.ts");
});
afterAll(() => worker.remove());

describe("the sample month comes back", () => {
  test("in a format for every preset", () => {
    expect(FOREIGN.map(([name]) => name).sort()).toEqual([...CALL_DIALECTS.keys()].sort());
  });

  test.for(FOREIGN)("%s", async ([name, format]) => {
    const { bytes, read, carried } = foreignMonth(format);
    const items: CallItem[] = [];
    for await (const batch of readCallBatches(pieces(...cut(bytes, 10_000)), read)) items.push(...batch);
    expect(items.filter((item) => "problem" in item)).toEqual([]);

    const back = rated(items.flatMap((item) => ("call" in item ? [item.call] : [])));
    const own = rated(carried.map(({ record }) => record));
    expect(back).toHaveLength(own.length);
    for (const [at, result] of back.entries()) expect(told(result), `${name} ${at}`).toEqual(told(own[at]));
    expect(back.length).toBeGreaterThan(600);
    // Most outbound calls cost what they cost with all that our record knows; of inbound ones the charge code decides.
    const outbound = carried.flatMap(({ at }, index) =>
      MONTH[at]?.call.direction === "outbound" ? [{ at, index }] : [],
    );
    const alike = outbound.filter(({ at, index }) => costOf(back[index]) === costOf(whole[at]));
    expect(alike.length).toBeGreaterThanOrEqual(0.85 * outbound.length);
  });
});

describe("the sample month is rated alike", () => {
  test.for(FOREIGN)("%s in blocks and call by call", async ([, format]) => {
    const { bytes, read } = foreignMonth(format);
    await expectTwoWaysAlike(bytes, read, {
      book: MONTH_BOOK,
      results: "csv",
      duplicates: "report",
      reclassify: false,
      blockBytes: 30_000,
      piece: 7_000,
    });
  });

  // R30: of calls that come again, legs of one row among them, each is found on whichever thread it is.
  test.for(FOREIGN)("%s on one thread and on two", async ([, format]) => {
    const { bytes: once, read } = foreignMonth(format);
    const bytes = withLinesAgain(once);
    const lines = once.toString().split("\n").length;
    const onThreads = async (threads: number) => {
      const results = new Memory();
      const errors = new Memory();
      const report = await rateFile({
        book: MONTH_BOOK,
        input: { source: pieces(...cut(bytes, 60_000)), size: bytes.length },
        read,
        results: { output: results, format: "csv" },
        errors: { output: errors, format: "jsonl" },
        threads,
        blockBytes: 60_000,
        workerUrl: worker.url,
        waitsForThreads: true,
      });
      return { report, results: results.text, errors: errors.text };
    };
    const one = await onThreads(1);
    expect(await onThreads(2)).toEqual(one);
    const repeated = one.report.errorsByCode.find(({ code }) => code === "duplicate-call");
    expect(repeated?.calls).toBeGreaterThanOrEqual(Math.floor(lines / 40) - 1);
  });
});

/** A file of which some lines come once more, far behind: a few a block. */
function withLinesAgain(bytes: Buffer): Buffer {
  const lines = bytes.toString().trimEnd().split("\n");
  const again = lines.flatMap((line, at) => {
    const earlier = at % 40 === 39 ? lines[Math.floor(at / 2)] : undefined;
    return earlier === undefined ? [line] : [line, earlier];
  });
  return Buffer.from(`${again.join("\n")}\n`);
}

function rated(calls: readonly CallRecord[]): ResultRecord[] {
  const rater = createRater(MONTH_BOOK);
  return calls.map((call, at) => toRecord(rater(call, at + 1)));
}

/** A result without its message, which quotes values as they are written. */
function told(result: ResultRecord | undefined): unknown {
  return { ...result, message: undefined };
}

function costOf(result: ResultRecord | undefined): unknown {
  return result !== undefined && "costBase" in result ? result.costBase : undefined;
}
