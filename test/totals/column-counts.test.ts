/** R16: counts that the kernel makes are never rounded, however large, and lines come in the order of calls. */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { CALL_DECIMALS, KernelRows, MICRO } from "../../src/engine/index.ts";
import { type BookData, openBook } from "../../src/index.ts";
import { counting, rows } from "../../src/kernel/index.ts";
import { formatUnits, toUnits } from "../../src/money/index.ts";
import { ColumnCounts, ReconciliationCollector, TallyCounter } from "../../src/totals/index.ts";
import { runs } from "../properties/runs.ts";

const FOLDER = new URL("../../fixtures/reseller/", import.meta.url);
const BOOK = openBook(JSON.parse(readFileSync(new URL("book.json", FOLDER), "utf8")) as BookData);
const RATED = new KernelRows(BOOK, { reclassify: false, bookDigest: undefined }, 1 << 24);
const { decimals, keys } = RATED;
const [COST_CDR, SUGGESTED, CARRIER] = (() => {
  const { buffer } = RATED.kernel.memory.views.workU8s;
  const doubles = (at: number) => new Float64Array(buffer, at, rows.BLOCK_ROWS);
  const reported = Array.from({ length: 1 + RATED.retail.length }, (_, at) =>
    doubles(rows.COST_CDR + at * rows.COST_STRIDE),
  );
  return [
    reported,
    doubles(rows.COST_SUGGESTED_RETAIL),
    new Int32Array(buffer, rows.CARRIER, rows.BLOCK_ROWS),
  ] as const;
})();

const MOST = 2 ** 52 - 1;
const anyUnits = fc.oneof(fc.integer({ min: -MOST, max: MOST }), fc.constantFrom(MOST, -MOST, 0, 1));
const anyCost = fc.option(anyUnits, { nil: Number.NaN });
const anyRow = fc.record({
  callType: fc.nat(3),
  carrier: fc.nat(3),
  retail: anyUnits,
  wholesale: anyCost,
  reported: anyCost,
  suggested: anyCost,
  isOther: fc.boolean(),
});

type Row = typeof anyRow extends fc.Arbitrary<infer Value> ? Value : never;

function fill(row: number, call: Row): void {
  RATED.fromRecord[row] = call.isOther ? 1 : 0;
  RATED.callType[row] = call.callType;
  CARRIER[row] = call.carrier;
  for (const column of RATED.retail) column[row] = 0;
  for (const column of RATED.wholesale) column[row] = Number.isNaN(call.wholesale) ? Number.NaN : 0;
  for (const column of COST_CDR) column[row] = Number.NaN;
  RATED.retail[1][row] = call.retail;
  RATED.wholesale[0][row] = call.wholesale;
  (COST_CDR[0] as Float64Array)[row] = call.reported;
  SUGGESTED[row] = call.suggested;
}

function total(units: readonly number[], places: number): string {
  return formatUnits(summed(units.filter((own) => !Number.isNaN(own)).map(BigInt)), places);
}

const counts = new ColumnCounts(BOOK, RATED, new ReconciliationCollector());

function summed(units: readonly bigint[]): bigint {
  return units.reduce((left, own) => left + own, 0n);
}

function atCallScale(units: number, places: number): bigint {
  return BigInt(units) * 10n ** BigInt(CALL_DECIMALS - places);
}

test("R16: sums of amounts as large as a double counts", () => {
  fc.assert(
    fc.property(fc.array(fc.array(anyRow, { minLength: 1, maxLength: 60 }), { maxLength: 4 }), (blocks) => {
      const reconciliation = new ReconciliationCollector();
      counts.take(reconciliation);
      for (const [at, block] of blocks.entries()) {
        for (const [row, call] of block.entries()) fill(row, call);
        // Every other block has its own table of names.
        const names = ["", "A", "B", "C"].map((name) => (at % 2 === 1 ? `${name}${at}` : name));
        expect(counts.count({ names }, 0, block.length, counting.SUM_CARRY)).toBe(block.length);
        expect([...counts.others]).toEqual(block.flatMap(({ isOther }, row) => (isOther ? [row] : [])));
        counts.tellLines(block.length);
      }
      const counted = blocks.flatMap((block, at) =>
        block
          .filter(({ isOther }) => !isOther)
          .map((call) => ({
            ...call,
            line: `${["", "A", "B", "C"][call.carrier]}${at % 2 === 1 ? at : ""}`,
          })),
      );
      const lines = [...new Set(counted.map(({ line, callType }) => `${line}|${keys.callType(callType)}`))];
      const told = reconciliation.lines.map(({ carrier, tariffType }) => `${carrier}|${tariffType}`);
      expect(told).toEqual(lines);
      const report = counts.take(new ReconciliationCollector());
      expect(report.rated).toBe(counted.length);
      expect(report.totals).toEqual({
        costBase: total(
          counted.map(({ retail }) => retail),
          decimals,
        ),
        cost: total(
          counted.map(({ retail }) => retail),
          decimals,
        ),
        costCDR: total(
          counted.map(({ reported }) => reported),
          MICRO,
        ),
        costCarrier: total(
          counted.map(({ wholesale }) => wholesale),
          decimals,
        ),
        costSuggestedRetail: total(
          counted.map(({ suggested }) => suggested),
          MICRO,
        ),
      });
      const both = counted.filter((call) => !Number.isNaN(call.reported) && !Number.isNaN(call.wholesale));
      const differences = both.map(
        ({ reported, wholesale }) => atCallScale(reported, MICRO) - atCallScale(wholesale, decimals),
      );
      const differing = reconciliation.lines.reduce((sum, { callsThatDiffer }) => sum + callsThatDiffer, 0);
      expect(differing).toBe(differences.filter((own) => own !== 0n).length);
      const difference = reconciliation.lines.map((line) => toUnits(line.difference, CALL_DECIMALS) ?? 0n);
      expect(summed(difference)).toBe(summed(differences));
    }),
    runs(500),
  );
});

test("more carriers than are counted at once", () => {
  const reconciliation = new ReconciliationCollector();
  counts.take(reconciliation);
  const names = Array.from({ length: 5_000 }, (_, code) => `carrier ${code}`);
  let stops = 0;
  for (let code = 0; code < names.length; code += rows.BLOCK_ROWS) {
    const length = Math.min(rows.BLOCK_ROWS, names.length - code);
    for (let row = 0; row < length; row++)
      fill(row, {
        ...{ callType: 1, carrier: code + row, retail: 2, wholesale: 3, reported: 4, suggested: 5 },
        isOther: row % 100 === 99,
      });
    for (let from = 0; from < length; ) {
      const end = counts.count({ names }, from, length, counting.SUM_CARRY);
      expect(end).toBeGreaterThan(from);
      if (end < length) stops++;
      expect([...counts.others].every((row) => row >= from && row < end && row % 100 === 99)).toBe(true);
      counts.tellLines(end);
      from = end;
    }
  }
  expect(stops).toBe(1);
  const counted = names.filter((_, code) => (code % rows.BLOCK_ROWS) % 100 !== 99);
  expect(reconciliation.lines.map(({ carrier }) => carrier)).toEqual(counted);
  const { rated, totals } = counts.take(new ReconciliationCollector());
  expect(rated).toBe(counted.length);
  expect(totals.costBase).toBe(formatUnits(BigInt(2 * counted.length), decimals));
  expect(reconciliation.lines.every(({ calls }) => calls === 1)).toBe(true);
});

test("a discount of a call that an earlier report has is taken off the margin, also beside calls without a wholesale cost", () => {
  counts.take(new ReconciliationCollector());
  const call = { callType: 1, carrier: 0, retail: 200, reported: Number.NaN, suggested: 0 };
  const tally = new TallyCounter();
  for (const wholesale of [50, Number.NaN]) {
    fill(0, { ...call, wholesale, isOther: false });
    expect(counts.count({ names: [""] }, 0, 1, counting.SUM_CARRY)).toBe(1);
    // The first call's discount comes once its report is there.
    if (Number.isNaN(wholesale)) counts.takeOff(30, { number: 0, callType: 1, isCovered: true });
    tally.addReport(counts.take(new ReconciliationCollector()));
  }
  expect(tally.report().byClass).toMatchObject([
    { calls: 2, withoutWholesale: 1, margin: formatUnits(120n, decimals) },
  ]);
});
