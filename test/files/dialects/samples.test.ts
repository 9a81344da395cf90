/** The sample of every preset gives the calls that were worked out by hand; spoilt samples lose no row and stop no run. */
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  CALL_DIALECTS,
  type CallItem,
  FileError,
  READABLE_FIELDS,
  type ReadCallsOptions,
  type RunReport,
  readCallBatches,
} from "../../../src/files/index.ts";
import { runs } from "../../properties/runs.ts";
import { cut, pieces } from "../bytes.ts";
import { expectTwoWaysAlike, type How } from "../call-blocks/two-ways.ts";
import { SAMPLE_BOOK, SAMPLES, type Sample } from "./samples.ts";

const anyHow: fc.Arbitrary<How> = fc.record({
  book: fc.constant(SAMPLE_BOOK),
  results: fc.constantFrom("jsonl", "csv"),
  duplicates: fc.constantFrom("report", "keep"),
  reclassify: fc.constant(false),
  blockBytes: fc.oneof(fc.integer({ min: 1, max: 200 }), fc.constant(20_000)),
  piece: fc.oneof(fc.integer({ min: 1, max: 60 }), fc.constant(20_000)),
});

/** Cases of a sample at least: twenty samples and a rater of its own for each case. */
const FEW = 3;

describe("samples", () => {
  test("there is one for every preset", () => {
    expect(SAMPLES.map(({ preset }) => preset).sort()).toEqual([...CALL_DIALECTS.keys()].sort());
  });

  test.for(SAMPLES)("$preset gives the calls worked out by hand", async (sample) => {
    const items = await itemsOf(sample.bytes, sample.read);
    const calls = items.flatMap((item) => ("call" in item ? [fieldsOf(item)] : []));
    expect(calls).toEqual(sample.calls);
    const passedOver = items.flatMap((item) =>
      "passedOver" in item ? [[String(item.line), item.passedOver]] : [],
    );
    expect(passedOver).toEqual(Object.entries(sample.passedOver));
    const problems = items.flatMap((item) => ("problem" in item ? [item] : []));
    expect(problems.map(({ line }) => String(line))).toEqual(Object.keys(sample.problems));
    for (const { line, problem } of problems) {
      expect(problem.file).toBe(sample.file);
      expect(problem.line).toBe(line);
      expect(problem.reason).toContain(sample.problems[line]);
    }
  });

  test.for(SAMPLES)("$preset gives the same as gzip", async (sample) => {
    expect(await itemsOf(gzipSync(sample.bytes), sample.read)).toEqual(
      await itemsOf(sample.bytes, sample.read),
    );
  });

  test.for(SAMPLES)("$preset is rated alike by both readers, however it comes", async (sample) => {
    await fc.assert(
      fc.asyncProperty(anyHow, async (how) => {
        const report = (await expectTwoWaysAlike(sample.bytes, sample.read, how)) as RunReport;
        expect(report.read).toBe(sample.calls.length + Object.keys(sample.problems).length);
        expect(countOf(report.passedOver)).toBe(Object.keys(sample.passedOver).length);
      }),
      runs(20, FEW),
    );
  });

  test.for(SAMPLES)("$preset spoilt is read alike by both readers, and nothing is lost", async (sample) => {
    await fc.assert(
      fc.asyncProperty(anySpoilt(sample), anyHow, async (bytes, how) => {
        const report = await expectTwoWaysAlike(bytes, sample.read, how);
        if (typeof report !== "object") {
          await expect(itemsOf(bytes, sample.read)).rejects.toThrow(FileError);
          return;
        }
        const items = await itemsOf(bytes, sample.read);
        const { read, passedOver } = report as RunReport;
        expect(read + countOf(passedOver)).toBe(items.length);
        for (const [at, item] of items.entries()) {
          expect(["call" in item, "problem" in item, "passedOver" in item].filter(Boolean)).toEqual([true]);
          expect(item.line).toBeGreaterThanOrEqual(items[at - 1]?.line ?? 1);
        }
      }),
      runs(60, FEW),
    );
  });

  test.for(SAMPLES.filter(isOfLines))(
    "$preset with odd cells has as many rows as before, in both readers",
    async (sample) => {
      const before = new Set((await itemsOf(sample.bytes, sample.read)).map(({ line }) => line));
      await fc.assert(
        fc.asyncProperty(anyOddCells(sample), anyHow, async (bytes, how) => {
          const items = await itemsOf(bytes, sample.read);
          expect(new Set(items.map(({ line }) => line))).toEqual(before);
          await expectTwoWaysAlike(bytes, sample.read, how);
        }),
        runs(60, FEW),
      );
    },
  );
});

async function itemsOf(bytes: Uint8Array, read: ReadCallsOptions): Promise<CallItem[]> {
  const items: CallItem[] = [];
  for await (const batch of readCallBatches(pieces(...cut(bytes, 1_000)), read)) items.push(...batch);
  return items;
}

/** The fields of a call, without the columns that are carried along. */
function fieldsOf({ line, call }: Extract<CallItem, { call: unknown }>): unknown {
  const fields: Record<string, unknown> = {};
  for (const field of READABLE_FIELDS) {
    if (call[field] !== undefined) fields[field] = call[field];
  }
  return { line, call: fields };
}

function countOf(passedOver: RunReport["passedOver"]): number {
  return Object.values(passedOver ?? {}).reduce((sum, rows) => sum + rows, 0);
}

/** Whether each row is a line, so that lines can be counted without reading them. */
function isOfLines({ bytes }: Sample): boolean {
  const text = bytes.toString();
  return !/^[[{]/.test(text);
}

const ODD_TEXTS = [
  ...["", "0", "-1", "1e9", "é", "\u{1f600}", "NULL", "2026-02-30 10:00:00", "06/10/2026", "24:61:61"],
  ...["02079460018", "sip:%zz@", "__proto__", "\u0000", "\ufeff", "  ", "99999999999999999999", "1,25"],
];

/** The sample with some cells of its rows (not of its names) turned odd or put for one another; no cell has a quote. */
function anyOddCells(sample: Sample): fc.Arbitrary<Buffer> {
  const lines = sample.bytes.toString().split("\n");
  const first = firstRowOf(sample, lines);
  const delimiter = lines[first]?.includes(" |") ? "|" : ",";
  const change = fc.record({
    row: fc.integer({ min: first, max: lines.length - 2 }),
    cell: fc.nat(),
    text: fc.oneof(fc.constantFrom(...ODD_TEXTS), fc.string({ maxLength: 12, unit: "binary-ascii" })),
  });
  return fc.array(change, { minLength: 1, maxLength: 4 }).map((changes) => {
    const changed = [...lines];
    for (const { row, cell, text } of changes) {
      const cells = (changed[row] ?? "").split(delimiter);
      const at = cell % cells.length;
      // Within a quoted cell quotes stay as they are, so that rows end where they did.
      const isPlain = !cells.some((other) => other.includes('"'));
      if (isPlain || /^"[^"]*"$/.test(cells[at] ?? "")) {
        const odd = text.replaceAll(/["\r\n\\]/g, "");
        cells[at] = isPlain ? odd.replaceAll(delimiter, "") : `"${odd}"`;
      }
      changed[row] = cells.join(delimiter);
    }
    return Buffer.from(changed.join("\n"));
  });
}

/** The first line that is a row and not the names, or the types, of the columns. */
function firstRowOf({ calls, passedOver, problems }: Sample, lines: readonly string[]): number {
  const known = [
    ...calls.map(({ line }) => line),
    ...Object.keys({ ...passedOver, ...problems }).map(Number),
  ];
  return Math.min(...known, lines.length) - 1;
}

/** The sample with bytes of it cut out, put twice, exchanged or overwritten. */
function anySpoilt({ bytes }: Sample): fc.Arbitrary<Buffer> {
  const place = fc.nat({ max: bytes.length });
  const odd = fc.oneof(
    fc
      .constantFrom(...ODD_TEXTS, '"', '""', ",", "\n", "\r\n", "\\", "{", "}", "]", ":", "\ufeff")
      .map((text) => Buffer.from(text)),
    fc.uint8Array({ maxLength: 4 }).map((own) => Buffer.from(own)),
  );
  const spoiling = fc.record({ from: place, length: fc.nat({ max: 40 }), put: fc.option(odd), again: place });
  return fc.array(spoiling, { minLength: 1, maxLength: 3 }).map((all) => {
    let spoilt = bytes;
    for (const { from, length, put, again } of all) {
      const copied = put ?? spoilt.subarray(again, again + length);
      spoilt = Buffer.concat([spoilt.subarray(0, from), copied, spoilt.subarray(from + length)]);
    }
    return spoilt;
  });
}
