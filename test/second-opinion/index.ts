/**
 * The second opinion: rules R1 to R31 of rating one call and R40 to R45 of discounts, written out plainly with
 * decimal.js. It shares no code with the engine, is never shipped, and is what the engine is compared with.
 */
import { createDiscounts, type DiscountedCall } from "./apply-discounts.ts";
import { openBook, type Settings } from "./book.ts";
import {
  type Call,
  callID,
  type Flags,
  flagWords,
  originOf,
  readCall,
  readCosts,
  readRecording,
  readUsage,
} from "./call.ts";
import { COMPONENTS, type Components, NO_COST, totalOf } from "./components.ts";
import { discountedRow, poolRow } from "./discount-rows.ts";
import { attempt, CallError, type Outcome } from "./errors.ts";
import { minimumSpend } from "./minimum-spend.ts";
import { ignoredEntry } from "./number.ts";
import { markUp, priceCall } from "./price.ts";
import { type RatedCall, rateOneCall } from "./rate-call.ts";
import { isMarkup, rateOfRow } from "./rate-fields.ts";
import { type RepeatedField, repeatedFields } from "./repeated-calls.ts";
import { errorRow, ignoredRow, type Label, ratedRow } from "./result.ts";
import { chargedUsage } from "./usage.ts";
import { amount, isBlank, type Row, text } from "./values.ts";

export type { Row } from "./values.ts";

export interface SecondOpinion {
  rateCall(call: Row, options?: { reclassify?: boolean; line?: number }): Row;
  /** R30: by which field each call of a run was read before, nothing having been read yet. */
  repeatedFields(): RepeatedField;
  /** R40 to R45 from nothing drawn. */
  discounts(): DiscountOpinion;
}

/** Batch after batch of calls and the pools they draw from. */
export interface DiscountOpinion {
  /** Rates and discounts calls of these lines; the rows stand in the order handed in. */
  apply(calls: readonly LinedCall[]): Row[];
  pools(): Row[];
  /** Padding lines of the billing period that the date is in, after all that was applied. */
  minimumSpend(on: string): Row[];
}

/** A call record and its line in its file. */
export interface LinedCall {
  readonly call: Row;
  readonly line: number;
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

  function rate(
    row: Row,
    reclassify: boolean,
  ): Outcome<{ call: Call; rated: RatedCall | null; ignored: Row | null }> {
    return attempt(() => {
      const call = readCall(row, {
        zone: opened.zone,
        ambiguousTime: settings.ambiguousTime,
        hasPeriods: !opened.periods.isEmpty,
        reclassify,
        flagWords: opened.flagWords,
      });
      const ignored = ignoredEntry(opened, call);
      return { call, ignored, rated: ignored === null ? rateOneCall(opened, call) : null };
    });
  }

  function asRow(row: Row, line: number | undefined, { value, error }: ReturnType<typeof rate>): Row {
    const id = callID(row);
    const label: Label = id === null ? { line: line ?? null } : { id };
    if (error !== null) return errorRow(label, error);
    if (value.rated === null) return ignoredRow(label, value.ignored?.reason);
    return ratedRow(label, value.call, value.rated);
  }

  return {
    rateCall(row, { reclassify = false, line } = {}): Row {
      return asRow(row, line, rate(row, reclassify));
    },
    repeatedFields: () => repeatedFields(opened),
    discounts(): DiscountOpinion {
      const discounts = createDiscounts(opened);
      const applied: DiscountedCall[] = [];
      return {
        apply(calls): Row[] {
          const outcomes = calls.map(({ call, line }) => ({ call, line, outcome: rate(call, false) }));
          const batch = discounts.apply(
            outcomes.flatMap(({ call: row, line, outcome: { value } }) => {
              if (value === null || value.rated === null) return [];
              return [{ id: callID(row), line, call: value.call, rated: value.rated }];
            }),
          );
          applied.push(...batch);
          const byLine = new Map(batch.map((own) => [own.of.line, own]));
          return outcomes.map(({ call, line, outcome }) => {
            const row = asRow(call, line, outcome);
            const own = byLine.get(line);
            return own === undefined ? row : discountedRow(row, own);
          });
        },
        pools: () => discounts.pools().map((pool) => poolRow(pool, opened.settings.penceInAPound)),
        minimumSpend: (on) => minimumSpend(opened, applied, on),
      };
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

const OWN_WORDS = flagWords([], []);

function flagsOf(call: Row): Flags {
  return {
    origination: originOf(text(call.callTypeOriginationTypeFlag), OWN_WORDS),
    isRecorded: readRecording(call, OWN_WORDS),
  };
}

function calculatedWholesale(call: Row): Components | null {
  const given: Record<string, unknown> = { ...NO_COST };
  const fields = COMPONENTS.filter((component) => !isBlank(call[`costCarrier${component}`]));
  for (const component of fields) given[component] = amount(call[`costCarrier${component}`]);
  return fields.length === 0 ? null : (given as Components);
}
