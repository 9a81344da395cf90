/** The sample month as other programs would have written it. */
import {
  callRecorder,
  FOREIGN_FORMATS,
  type ForeignFormat,
  generatePhoneCalls,
  makeBook,
  type PhoneCall,
} from "../../../fixtures/generator/index.mjs";
import type { ReadCallsOptions } from "../../../src/files/index.ts";
import { type CallRecord, type OpenedBook, openBook } from "../../../src/index.ts";

/** The book of the sample month. */
export const MONTH_BOOK: OpenedBook = openBook(makeBook());

/** A call of the month, and our own record of it. */
interface MonthCall {
  readonly call: PhoneCall;
  readonly record: CallRecord;
}

const recorded = callRecorder("2026-10");

/** All calls of the month. */
export const MONTH: readonly MonthCall[] = [...generatePhoneCalls()].map((call) => ({
  call,
  record: recorded(call),
}));

/** A call that a format can hold. */
interface CarriedCall {
  /** Of `MONTH`. */
  readonly at: number;
  /** Our own record as far as the format carries it. */
  readonly record: CallRecord;
}

/** The month in a format. */
interface ForeignMonth {
  readonly bytes: Buffer;
  readonly read: ReadCallsOptions;
  readonly carried: readonly CarriedCall[];
}

/** The formats by the names of their presets. */
export const FOREIGN: readonly (readonly [name: string, format: ForeignFormat])[] =
  Object.entries(FOREIGN_FORMATS);

/** Writes the month in a format. */
export function foreignMonth(format: ForeignFormat): ForeignMonth {
  const line = format.open();
  const carried: CarriedCall[] = [];
  let text = format.head;
  for (const [at, { call, record }] of MONTH.entries()) {
    const own = format.carried(record, call);
    if (own === undefined) continue;
    carried.push({ at, record: own });
    text += line(record, call);
  }
  const name = `calls.${format.extension}`;
  const read = {
    format: "dialect",
    name,
    dialect: format.dialect,
    book: MONTH_BOOK,
    ...format.choices,
  } as const;
  return { bytes: Buffer.from(text + (format.tail ?? "")), read, carried };
}
