/**
 * The second opinion: rules R1 to R31 of rating one call, written out plainly with decimal.js. It shares no
 * code with the engine, is never shipped, and is what the engine is compared with.
 */
import { openBook, type Settings } from "./book.ts";
import { callID, type Flags, readCall, readCosts, readUsage } from "./call.ts";
import { COMPONENTS, type Components, NO_COST, totalOf } from "./components.ts";
import { attempt, CallError } from "./errors.ts";
import { ignoredEntry } from "./number.ts";
import { markUp, priceCall } from "./price.ts";
import { rateOneCall } from "./rate-call.ts";
import { isMarkup, rateOfRow } from "./rate-fields.ts";
import { errorRow, ignoredRow, type Label, ratedRow } from "./result.ts";
import { chargedUsage } from "./usage.ts";
import { amount, isBlank, isTrue, type Row, text } from "./values.ts";

export type { Row } from "./values.ts";

export interface SecondOpinion {
  rateCall(call: Row, options?: { reclassify?: boolean; line?: number }): Row;
}

/**
 * Opens a valid book. `decimals`: "eachTime" (the default) builds a Decimal from the text wherever an amount
 * of the book is used; "once" keeps the Decimals of the book's amounts. The digits are the same.
 */
export function createSecondOpinion(
  book: Row,
  options: { decimals?: "eachTime" | "once" } = {},
): SecondOpinion {
  const opened = openBook(book, options.decimals ?? "eachTime");
  const settings: Settings = opened.settings;

  return {
    rateCall(row, { reclassify = false, line } = {}): Row {
      const id = callID(row);
      const label: Label = id === null ? { line: line ?? null } : { id };
      const outcome = attempt(() => {
        const call = readCall(row, {
          zone: opened.zone,
          ambiguousTime: settings.ambiguousTime,
          hasPeriods: !opened.periods.isEmpty,
          reclassify,
        });
        const ignored = ignoredEntry(opened, call);
        if (ignored !== null) return ignoredRow(label, ignored.reason);
        return ratedRow(label, call, rateOneCall(opened, call));
      });
      return outcome.error === null ? outcome.value : errorRow(label, outcome.error);
    },
  };
}

/** What `rateOnly` gives: amounts in pence as plain decimals, by the component's field name. */
export type PricedCall =
  | {
      readonly basic: string;
      readonly accessCharge: string;
      readonly surchargeMobileOrigination: string;
      readonly surchargePayphoneOrigination: string;
      readonly surchargeCallRecording: string;
      readonly total: string;
      readonly chargedDuration: number;
      readonly chargedBytes: number;
      readonly chargedEvents: number;
    }
  | { readonly error: string; readonly field?: string };

/**
 * R4 to R15 on a rate given directly by a line's field names. A `markup` rate marks up the call's `costCDR*`
 * or, where it has none, its `costCarrier*` as the finished calculated components.
 */
export function rateOnly(
  rate: Row,
  call: Row,
  settings: { costDecimals: number; roundings?: readonly Row[] },
): PricedCall {
  const pricing = {
    costDecimals: settings.costDecimals,
    roundings: new Map((settings.roundings ?? []).map((rounding) => [text(rounding.name), rounding])),
    readAmount: (row: Row, field: string): ReturnType<typeof amount> => amount(row[field]),
  };
  const outcome = attempt((): PricedCall => {
    const values = rateOfRow(rate, pricing.readAmount);
    const usage = readUsage(call);
    const costs = readCosts(call);
    const used = chargedUsage(values, usage);
    const components = (): Components => {
      if (!isMarkup(values.chargeType)) return priceCall(values, used, flagsOf(call), pricing);
      const suggested =
        costs.costSuggestedRetail === null ? null : { ...NO_COST, Basic: costs.costSuggestedRetail };
      const wholesale = costs.toMarkUp ?? calculatedWholesale(call);
      const cost = values.chargeType === "markup" ? wholesale : suggested;
      if (cost === null) throw new CallError("no-carrier-cost", "The call has no cost to mark up.");
      return markUp(values.cost, cost, values, pricing);
    };
    const priced = components();
    return {
      basic: priced.Basic.toFixed(),
      accessCharge: priced.AccessCharge.toFixed(),
      surchargeMobileOrigination: priced.SurchargeMobileOrigination.toFixed(),
      surchargePayphoneOrigination: priced.SurchargePayphoneOrigination.toFixed(),
      surchargeCallRecording: priced.SurchargeCallRecording.toFixed(),
      total: totalOf(priced).toFixed(),
      chargedDuration: used.seconds.toNumber(),
      chargedBytes: used.bytes.toNumber(),
      chargedEvents: used.events.toNumber(),
    };
  });
  if (outcome.error === null) return outcome.value;
  const { code, field } = outcome.error;
  return field === null ? { error: code } : { error: code, field };
}

function flagsOf(call: Row): Flags {
  return {
    origination: text(call.callTypeOriginationTypeFlag),
    isRecorded: isTrue(call.callTypeRecordingFlag),
  };
}

function calculatedWholesale(call: Row): Components | null {
  const given: Record<string, unknown> = { ...NO_COST };
  const fields = COMPONENTS.filter((component) => !isBlank(call[`costCarrier${component}`]));
  for (const component of fields) given[component] = amount(call[`costCarrier${component}`]);
  return fields.length === 0 ? null : (given as Components);
}
