/** R1, R30: the types a program meets. Money is text, results are told apart by `outcome`, nothing is `any`. */
import { describe, expectTypeOf, test } from "vitest";
import {
  type Amount,
  type BookCheck,
  type BookData,
  type CallErrorCode,
  type CallRecord,
  type CallResult,
  type Choice,
  type Component,
  checkBook,
  createRater,
  createReconciliation,
  createTally,
  createWorklist,
  type DecimalLike,
  type ErrorRecord,
  type Explanation,
  explainCall,
  type FailedCall,
  type IgnoredCall,
  type IgnoredRecord,
  type OpenedBook,
  openBook,
  type Quote,
  type QuotedCall,
  type QuoteRequest,
  quote,
  type RatedCall,
  type RatedRecord,
  type RateOptions,
  type Rater,
  type RatingMethod,
  type Reconciliation,
  type ReconciliationLine,
  type RefusedQuote,
  type ResultRecord,
  rateCall,
  rateCalls,
  type Step,
  sumAmounts,
  type Tally,
  type TallyReport,
  type TariffClass,
  toPounds,
  toRecord,
  type Worklist,
  type WorklistGroup,
} from "../../src/index.ts";

type Values<T> = T[keyof T];
/** `true` where a type is `any`. */
type IsAny<T> = 0 extends 1 & T ? true : false;
/** The names of fields that are `any`. */
type AnyFields<T> = Values<{ [K in keyof T]-?: IsAny<T[K]> extends true ? K : never }>;

describe("R30 a result", () => {
  test("is told apart by its outcome", () => {
    expectTypeOf<CallResult["outcome"]>().toEqualTypeOf<"rated" | "error" | "ignored">();
    expectTypeOf<Extract<CallResult, { outcome: "rated" }>>().toEqualTypeOf<RatedCall>();
    expectTypeOf<Extract<CallResult, { outcome: "error" }>>().toEqualTypeOf<FailedCall>();
    expectTypeOf<Extract<CallResult, { outcome: "ignored" }>>().toEqualTypeOf<IgnoredCall>();
    const result = rateCall({} as OpenedBook, {});
    if (result.outcome === "rated") expectTypeOf(result.cost).toEqualTypeOf<string>();
    else if (result.outcome === "error") expectTypeOf(result.error).toEqualTypeOf<CallErrorCode>();
    else expectTypeOf(result.reason).toEqualTypeOf<string | null>();
    // @ts-expect-error a cost can be read only once the outcome is known
    result.cost;
  });

  test("has a record by its kind", () => {
    expectTypeOf(toRecord({} as RatedCall)).toEqualTypeOf<RatedRecord>();
    expectTypeOf(toRecord({} as CallResult)).toEqualTypeOf<ResultRecord>();
    expectTypeOf<ResultRecord>().toEqualTypeOf<RatedRecord | ErrorRecord | IgnoredRecord>();
    expectTypeOf<ErrorRecord["error"]>().toEqualTypeOf<CallErrorCode>();
    expectTypeOf<IgnoredRecord["ignored"]>().toEqualTypeOf<true>();
  });

  test("is read-only", () => {
    const record = {} as RatedRecord;
    // @ts-expect-error records are not written to
    record.cost = "1";
    const result = {} as RatedCall;
    // @ts-expect-error nor are results
    result.cost = "1";
  });
});

describe("R1 money is never a number", () => {
  type CostField = Extract<keyof RatedRecord, `cost${string}`>;

  test("in the record of a rated call, whose numbers are counts", () => {
    expectTypeOf<RatedRecord[CostField]>().toEqualTypeOf<string | null>();
    expectTypeOf<CostField>().toEqualTypeOf<
      `${"costBase" | "cost" | "costCDR" | "costCarrier"}${Component | ""}` | "costSuggestedRetail"
    >();
    type NumberField = Values<{ [K in keyof RatedRecord]-?: number extends RatedRecord[K] ? K : never }>;
    expectTypeOf<NumberField>().toEqualTypeOf<
      "line" | "chargedDuration" | "chargedBytes" | "chargedEvents"
    >();
  });

  test("in a rated call", () => {
    expectTypeOf<RatedCall["costBase" | "cost"]>().toEqualTypeOf<string>();
    expectTypeOf<RatedCall["costCDR" | "costCarrier" | "costSuggestedRetail"]>().toEqualTypeOf<
      string | null
    >();
    expectTypeOf<RatedCall["costBaseComponents"]>().toEqualTypeOf<readonly string[]>();
  });

  test("in a quote", () => {
    expectTypeOf<QuotedCall["cost"]>().toEqualTypeOf<string>();
    expectTypeOf<QuotedCall["components"]>().toEqualTypeOf<Readonly<Record<Component, string>>>();
    type NumberField = Values<{ [K in keyof QuotedCall]-?: number extends QuotedCall[K] ? K : never }>;
    expectTypeOf<NumberField>().toEqualTypeOf<
      "chargedDuration" | "chargedBytes" | "chargedEvents" | "currencyDecimals"
    >();
  });

  test("in a tally, whose numbers are calls", () => {
    expectTypeOf<Values<TallyReport["totals"]>>().toEqualTypeOf<string>();
    type Totals = TallyReport["byClass"][number];
    expectTypeOf<Totals["retail"]>().toEqualTypeOf<string>();
    expectTypeOf<Totals["wholesale" | "margin"]>().toEqualTypeOf<string | null>();
    type NumberField = Values<{ [K in keyof Totals]-?: number extends Totals[K] ? K : never }>;
    expectTypeOf<NumberField>().toEqualTypeOf<"calls" | "withoutWholesale">();
  });

  test("in a worklist, a reconciliation and an explanation", () => {
    expectTypeOf<WorklistGroup["cost" | "minutes"]>().toEqualTypeOf<string>();
    expectTypeOf<ReconciliationLine["reported" | "calculated" | "difference"]>().toEqualTypeOf<string>();
    expectTypeOf<Step["after"]>().toEqualTypeOf<string>();
    expectTypeOf<Step["before"]>().toEqualTypeOf<string | undefined>();
  });

  test("and where it is summed or made pounds", () => {
    expectTypeOf(sumAmounts).returns.toEqualTypeOf<string>();
    expectTypeOf(toPounds).returns.toEqualTypeOf<string>();
    expectTypeOf(toPounds).parameter(0).toEqualTypeOf<Amount>();
    expectTypeOf<Amount>().toEqualTypeOf<string | number | bigint | DecimalLike>();
  });
});

describe("what goes in", () => {
  test("a batch gives its results the way its calls come", () => {
    const book = {} as OpenedBook;
    expectTypeOf(rateCalls(book, [] as CallRecord[])).toEqualTypeOf<IterableIterator<CallResult>>();
    expectTypeOf(rateCalls(book, {} as AsyncIterable<CallRecord>)).toEqualTypeOf<
      AsyncIterableIterator<CallResult>
    >();
    expectTypeOf(createRater(book)).toEqualTypeOf<Rater>();
    expectTypeOf<Rater>().returns.toEqualTypeOf<CallResult>();
  });

  test("functions take what they say", () => {
    expectTypeOf(openBook).toEqualTypeOf<(data: BookData) => OpenedBook>();
    expectTypeOf(checkBook).toEqualTypeOf<(data: unknown) => BookCheck>();
    expectTypeOf(rateCall).toEqualTypeOf<
      (book: OpenedBook, call: CallRecord, options?: RateOptions) => CallResult
    >();
    expectTypeOf(explainCall).toEqualTypeOf<
      (book: OpenedBook, call: CallRecord, options?: RateOptions) => Explanation
    >();
    expectTypeOf(quote).toEqualTypeOf<(book: OpenedBook, request: QuoteRequest) => Quote>();
    expectTypeOf(createTally).returns.toEqualTypeOf<Tally>();
    expectTypeOf(createWorklist).returns.toEqualTypeOf<Worklist>();
    expectTypeOf(createReconciliation).returns.toEqualTypeOf<Reconciliation>();
  });

  test("a call from a database row fits, columns of its own included", () => {
    const row = { id: 1n, target: null, duration: "61.5", startDate: "2026-03-02", ourColumn: 7 };
    expectTypeOf(row).toExtend<CallRecord>();
    expectTypeOf<{ duration: number; callTypeRecordingFlag: string }>().toExtend<CallRecord>();
    expectTypeOf<{ startDate: Date }>().not.toExtend<CallRecord>();
  });

  test("a quote is told apart like a result", () => {
    expectTypeOf<Extract<Quote, { outcome: "rated" }>>().toEqualTypeOf<QuotedCall>();
    expectTypeOf<Extract<Quote, { outcome: "error" }>>().toEqualTypeOf<RefusedQuote>();
  });
});

describe("nothing is any", () => {
  test("field by field", () => {
    expectTypeOf<AnyFields<RatedRecord>>().toBeNever();
    expectTypeOf<AnyFields<ErrorRecord>>().toBeNever();
    expectTypeOf<AnyFields<IgnoredRecord>>().toBeNever();
    expectTypeOf<AnyFields<RatedCall>>().toBeNever();
    expectTypeOf<AnyFields<FailedCall>>().toBeNever();
    expectTypeOf<AnyFields<IgnoredCall>>().toBeNever();
    expectTypeOf<AnyFields<QuotedCall>>().toBeNever();
    expectTypeOf<AnyFields<QuoteRequest>>().toBeNever();
    expectTypeOf<AnyFields<CallRecord>>().toBeNever();
    expectTypeOf<AnyFields<BookData>>().toBeNever();
    expectTypeOf<AnyFields<TallyReport>>().toBeNever();
    expectTypeOf<AnyFields<Explanation>>().toBeNever();
    expectTypeOf<AnyFields<Choice>>().toBeNever();
    expectTypeOf<AnyFields<OpenedBook>>().toBeNever();
  });

  test("and words are named", () => {
    expectTypeOf<RatedRecord["method"]>().toEqualTypeOf<RatingMethod>();
    expectTypeOf<RatingMethod>().toEqualTypeOf<"rate" | "classMarkup" | "fallbackSuggested" | "fallback">();
    expectTypeOf<RatedRecord["tariffClass"]>().toEqualTypeOf<TariffClass>();
    expectTypeOf<string>().not.toExtend<CallErrorCode>();
  });
});
