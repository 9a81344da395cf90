/** The sample month as other programs would have written it, read back and rated: what our own records cost. */
import { describe, expect, test } from "vitest";
import {
  callRecorder,
  FOREIGN_FORMATS,
  generatePhoneCalls,
  makeBook,
} from "../../../fixtures/generator/index.mjs";
import {
  CALL_DIALECTS,
  type CallItem,
  type ReadCallsOptions,
  readCallBatches,
} from "../../../src/files/index.ts";
import { type CallRecord, createRater, openBook, type ResultRecord, toRecord } from "../../../src/index.ts";
import { cut, pieces } from "../bytes.ts";
import { expectTwoWaysAlike } from "../call-blocks/two-ways.ts";

const book = openBook(makeBook());
const month = monthOfCalls();
/** What each call costs by all that our own record knows. */
const whole = rated(month.map(({ record }) => record));

const FORMATS = Object.entries(FOREIGN_FORMATS);

describe("the sample month comes back", () => {
  test("in a format for every preset", () => {
    expect(FORMATS.map(([name]) => name).sort()).toEqual([...CALL_DIALECTS.keys()].sort());
  });

  test.for(FORMATS)("%s", async ([name, format]) => {
    const line = format.open();
    const carried: CallRecord[] = [];
    const outbound: { readonly at: number; readonly whole: ResultRecord | undefined }[] = [];
    let text = format.head;
    for (const [at, { call, record }] of month.entries()) {
      const own = format.carried(record, call);
      if (own === undefined) continue;
      carried.push(own);
      if (call.direction === "outbound") outbound.push({ at: carried.length - 1, whole: whole[at] });
      text += line(record, call);
    }
    text += format.tail ?? "";
    const read: ReadCallsOptions = {
      format: "dialect",
      name: `calls.${format.extension}`,
      dialect: format.dialect,
      book,
      ...format.choices,
    };
    const bytes = Buffer.from(text);
    const items: CallItem[] = [];
    for await (const batch of readCallBatches(pieces(...cut(bytes, 10_000)), read)) items.push(...batch);
    expect(items.filter((item) => "problem" in item)).toEqual([]);

    const back = rated(items.flatMap((item) => ("call" in item ? [item.call] : [])));
    const own = rated(carried);
    expect(back).toHaveLength(own.length);
    for (const [at, result] of back.entries()) expect(told(result), `${name} ${at}`).toEqual(told(own[at]));
    // Most outbound calls cost what they cost with all that our record knows; of inbound ones the charge code decides.
    const alike = outbound.filter((call) => costOf(back[call.at]) === costOf(call.whole));
    expect(alike.length).toBeGreaterThanOrEqual(0.85 * outbound.length);
    expect(back.length).toBeGreaterThan(600);

    await expectTwoWaysAlike(bytes, read, {
      book,
      results: "csv",
      duplicates: "report",
      reclassify: false,
      blockBytes: 30_000,
      piece: 7_000,
    });
  });
});

function monthOfCalls(): { readonly call: MonthCall; readonly record: CallRecord }[] {
  const recorded = callRecorder("2026-10");
  return [...generatePhoneCalls()].map((call) => ({ call, record: recorded(call) }));
}

type MonthCall = ReturnType<typeof generatePhoneCalls> extends Generator<infer Call> ? Call : never;

function rated(calls: readonly CallRecord[]): ResultRecord[] {
  const rater = createRater(book);
  return calls.map((call, at) => toRecord(rater(call, at + 1)));
}

/** A result without its message, which quotes values as they are written. */
function told(result: ResultRecord | undefined): unknown {
  return { ...result, message: undefined };
}

function costOf(result: ResultRecord | undefined): unknown {
  return result !== undefined && "costBase" in result ? result.costBase : undefined;
}
