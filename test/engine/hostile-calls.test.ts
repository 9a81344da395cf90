/**
 * R2, R30: a call is data from outside. Getters, Proxies and amounts that throw make it `malformed-record` in every way
 * of rating, and never an exception; a batch loses none.
 */
import { describe, expect, test } from "vitest";
import {
  type CallRecord,
  columnsFromRecords,
  createPreview,
  createReconciliation,
  createTally,
  createWorklist,
  explainCall,
  rateCall,
  rateCalls,
  rateColumns,
  toRecord,
} from "../../src/index.ts";
import { CALL_FIELDS } from "../../src/model/index.ts";
import { hostileProxy, revokedProxy, THROWING_AMOUNT, withThrowingField } from "../model/hostile.ts";
import { byRows } from "./by-rows.ts";
import { bookOf, CALL } from "./one-tariff.ts";

const book = byRows(bookOf({ baseCost: 6 }));
const GOOD: CallRecord = { ...CALL, duration: 60 };

class Row {
  readonly numberID = 1007;
  get duration(): number {
    throw new Error("no connection");
  }
}

const HOSTILE: readonly [what: string, call: unknown, field: string][] = [
  ...CALL_FIELDS.map((field): [string, unknown, string] => [
    `a getter of ${field}`,
    withThrowingField(GOOD, field),
    field,
  ]),
  ["a class's getter", new Row(), "duration"],
  ["a Proxy", hostileProxy(), "id"],
  ["a revoked Proxy", revokedProxy(), "id"],
  ["an amount that throws", { ...GOOD, duration: THROWING_AMOUNT }, "duration"],
  ["a cost that throws", { ...GOOD, costCDR: THROWING_AMOUNT }, "costCDR"],
  ["a Proxy for an amount", { ...GOOD, bytes: hostileProxy() }, "bytes"],
  ["a revoked Proxy for an amount", { ...GOOD, events: revokedProxy() }, "events"],
  ["a Proxy for an id", { ...GOOD, id: hostileProxy() }, "id"],
  ["a revoked Proxy for a text", { ...GOOD, target: revokedProxy() }, "target"],
  ["a Proxy for a flag", { ...GOOD, callTypeRecordingFlag: hostileProxy() }, "callTypeRecordingFlag"],
  ["a Proxy for a date", { ...GOOD, startDate: hostileProxy() }, "startDate"],
  ["a function for an amount", { ...GOOD, duration: () => 60 }, "duration"],
];

describe("R2 a call that throws when it is read", () => {
  test.each(HOSTILE)("%s is malformed", (_what, hostile, field) => {
    const call = hostile as CallRecord;
    const result = rateCall(book, call, { line: 3 });
    expect(result).toMatchObject({ outcome: "error", error: "malformed-record", field });
    expect(explainCall(book, call, { line: 3 }).result).toEqual(toRecord(result));
    const columns = columnsFromRecords([GOOD, call]);
    expect([...columns.byRecord]).toEqual([0, 1]);
    const { line: _line, ...own } = { line: 0, ...rateColumns(book, columns).recordAt(1) };
    const { line: _other, ...single } = { line: 0, ...toRecord(result) };
    expect(own).toEqual(single);
  });

  test("the message names the field and not what was thrown", () => {
    expect(rateCall(book, withThrowingField(GOOD, "bytes"))).toMatchObject({
      id: "1",
      message: "bytes: cannot be read: it throws when it is asked for.",
    });
  });

  test("a field that nobody reads may throw as it likes, also where the call is kept as an example", () => {
    const call = withThrowingField(GOOD, "note");
    expect(rateCall(book, call).outcome).toBe("rated");
    const preview = createPreview(book, bookOf({ baseCost: 7 }));
    preview.add(call);
    preview.addColumns(columnsFromRecords([withThrowingField({ ...GOOD, id: 2 }, "note")]));
    const { examples } = preview.report();
    expect(examples.length).toBeGreaterThan(0);
    expect(JSON.stringify(examples)).not.toContain("note");
  });

  test("R30 a batch loses none of them, and its reports take them", () => {
    const calls = HOSTILE.flatMap(([, call]) => [call as CallRecord, { ...GOOD, id: null }]);
    const tally = createTally();
    const worklist = createWorklist();
    const reconciliation = createReconciliation();
    for (const [at, result] of [...rateCalls(book, calls, { onWarning: () => undefined })].entries()) {
      const call = calls[at] as CallRecord;
      tally.add(result);
      worklist.add(call, result);
      reconciliation.add(call, result);
    }
    expect(tally.report()).toMatchObject({
      read: calls.length,
      rated: HOSTILE.length,
      errors: HOSTILE.length,
    });
    expect(worklist.report().reduce((sum, group) => sum + group.calls, 0)).toBe(HOSTILE.length);
  });

  test.each(["target", "carrier"])("a %s that can be read once only is counted all the same", (field) => {
    for (const call of [GOOD, { ...GOOD, target: "unregistered" }]) {
      let reads = 0;
      const once = Object.defineProperty({ ...call, carrier: "Swan" }, field, {
        enumerable: true,
        get: () => {
          if (reads++ > 0) throw new Error("was read");
          return field === "target" ? call.target : "Swan";
        },
      });
      const worklist = createWorklist();
      const reconciliation = createReconciliation();
      const result = rateCall(book, once);
      if (result.outcome === "error") worklist.add(once, result);
      else reconciliation.add(once, result);
      expect(worklist.report().length + reconciliation.report().length).toBe(1);
    }
  });

  test("a preview counts them as read, whichever side it compares with", () => {
    for (const before of [book, "recorded"] as const) {
      const preview = createPreview(before, book, { onWarning: () => undefined });
      for (const [, call] of HOSTILE) preview.add(call as CallRecord);
      preview.addColumns(columnsFromRecords(HOSTILE.map(([, call]) => call as CallRecord)));
      expect(preview.report().counts.read).toBe(2 * HOSTILE.length);
    }
  });
});

test("R2 a call whose getter has another call rated is rated as it stands", () => {
  const nested: CallRecord = Object.defineProperty({ ...GOOD }, "target", {
    enumerable: true,
    get: () => toRecord(rateCall(book, { ...GOOD, duration: 120 })) && GOOD.target,
  });
  expect(toRecord(rateCall(book, nested))).toEqual(toRecord(rateCall(book, GOOD)));
});

test("R30 a result says what its record said when it was rated", () => {
  const record = { ...GOOD, costCDR: "1.25", location: "here" };
  const result = rateCall(book, record);
  const before = toRecord(rateCall(book, record));
  Object.assign(record, { duration: 1, costCDR: 7, location: "there", external: "1" });
  expect(toRecord(result)).toEqual(before);
});
