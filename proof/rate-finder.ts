/** Which rate a call meets, as the second opinion finds it: so that usage can be put on that rate's steps. */
import { openBook } from "../test/second-opinion/book.ts";
import { readCall } from "../test/second-opinion/call.ts";
import { carrierOf, findCallType, lookUpAgain } from "../test/second-opinion/call-type.ts";
import { canonical } from "../test/second-opinion/canonical.ts";
import { CallError } from "../test/second-opinion/errors.ts";
import { inherited, resolve } from "../test/second-opinion/line.ts";
import { findNumber } from "../test/second-opinion/number.ts";
import { selectTariff } from "../test/second-opinion/tariff.ts";
import { text } from "../test/second-opinion/values.ts";
import type { ProofBook } from "./book.ts";
import type { Row } from "./rates.ts";

/** The values of a call's rate as plain texts by a line's names; undefined where the call has none. */
export type FindRate = (call: Row) => Row | undefined;

export function rateFinder({ data, setting }: ProofBook): FindRate {
  const book = openBook(data as unknown as Row, "once");
  const reading = {
    zone: book.zone,
    ambiguousTime: book.settings.ambiguousTime,
    hasPeriods: !book.periods.isEmpty,
    reclassify: setting.reclassify,
    flagWords: book.flagWords,
  };
  const find = (record: Row): Row | undefined => {
    const call = readCall(record, reading);
    const billed = findNumber(book, call);
    const carrier = carrierOf(call, billed.number);
    const callType = findCallType(book, call, carrier);
    const selected = selectTariff(book, call, billed, callType.tariffClass, carrier);
    if (selected === null || selected.refusal !== null) return undefined;
    const { tariff } = selected;
    const lookupCarrier = text(inherited(book, tariff, "locationLookupCarrier"));
    const { rate } = resolve(book, tariff, {
      number: canonical(call.external, book.settings.dialling),
      callType: lookUpAgain(book, call, callType, lookupCarrier).name,
      period: call.tariffTime || book.periods.periodAt(book.zone.localMoment(call.start)),
      date: call.startDate,
    });
    const row: Row = {};
    for (const [field, value] of Object.entries(rate)) {
      if (value !== null && value !== "") row[field] = typeof value === "object" ? value.toFixed() : value;
    }
    return row;
  };
  return (record) => {
    try {
      return find(record);
    } catch (error) {
      if (error instanceof CallError) return undefined;
      throw error;
    }
  };
}
