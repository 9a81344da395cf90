/** What was charged for a period (R67): as the feature's record has it, or as a charge has just made it. */
import type { DayNumber } from "../../calendar/index.ts";
import type { CheckedRecurringMade, RecurringMade } from "../../model/index.ts";
import { decimalTextOf, type Fraction } from "../../money/index.ts";
import type { DayTexts } from "../day-texts.ts";
import { type Days, type Run, runOf, writtenRun } from "./charged-days.ts";

/** What was charged for a whole period, or for some days of it. */
export interface MadePeriod extends Days {
  readonly days: number;
  /** Charged whole by a `fixed` line (R72). */
  readonly isFixed: boolean;
  /** Pounds, charged so far. */
  readonly value: Fraction;
  /** Pounds, wholesale; undefined where it is not known. */
  readonly valueCarrier: Fraction | undefined;
  readonly runs: readonly Run[];
  /** First and last of its days; undefined where it has none. */
  readonly first: DayNumber | undefined;
  readonly last: DayNumber | undefined;
  /** What is stored of it. */
  written(texts: DayTexts): RecurringMade;
}

/** What a charge or a correction makes of a period. */
export type MadeNow = Pick<MadePeriod, "isFixed" | "value" | "valueCarrier" | "runs">;

/** A period as a charge has made it. */
export class ChargedPeriod implements MadePeriod {
  readonly start: DayNumber;
  readonly end: DayNumber;
  readonly isFixed: boolean;
  readonly value: Fraction;
  readonly valueCarrier: Fraction | undefined;
  readonly runs: readonly Run[];

  constructor({ start, end }: Days, { isFixed, value, valueCarrier, runs }: MadeNow) {
    this.start = start;
    this.end = end;
    this.isFixed = isFixed;
    this.value = value;
    this.valueCarrier = valueCarrier;
    this.runs = runs;
  }

  get days(): number {
    return this.end - this.start + 1;
  }

  get first(): DayNumber | undefined {
    return this.runs[0]?.start;
  }

  get last(): DayNumber | undefined {
    return this.runs[this.runs.length - 1]?.end;
  }

  written(texts: DayTexts): RecurringMade {
    return {
      source: "recurring",
      periodStart: texts.of(this.start),
      periodEnd: texts.of(this.end),
      fixed: this.isFixed,
      value: decimalTextOf(this.value),
      valueCarrier: this.valueCarrier === undefined ? null : decimalTextOf(this.valueCarrier),
      parts: this.runs.map((run) => writtenRun(run, texts)),
    };
  }
}

/** A period of a feature's record. Most of them are only given back: their days are taken apart when somebody asks. */
export class RecordedPeriod implements MadePeriod {
  readonly #made: CheckedRecurringMade;
  #runs: readonly Run[] | undefined;

  constructor(made: CheckedRecurringMade) {
    this.#made = made;
  }

  get start(): DayNumber {
    return this.#made.periodStart;
  }

  get end(): DayNumber {
    return this.#made.periodEnd;
  }

  get days(): number {
    return this.end - this.start + 1;
  }

  get isFixed(): boolean {
    return this.#made.fixed;
  }

  get value(): Fraction {
    return this.#made.value;
  }

  get valueCarrier(): Fraction | undefined {
    return this.#made.valueCarrier;
  }

  get runs(): readonly Run[] {
    this.#runs ??= this.#made.parts.map(runOf);
    return this.#runs;
  }

  get first(): DayNumber | undefined {
    return this.#made.parts[0]?.startDate;
  }

  get last(): DayNumber | undefined {
    return this.#made.parts[this.#made.parts.length - 1]?.endDate;
  }

  written(texts: DayTexts): RecurringMade {
    const { fixed, value, valueCarrier, parts } = this.#made;
    return {
      source: "recurring",
      periodStart: texts.of(this.start),
      periodEnd: texts.of(this.end),
      fixed,
      value: value.text,
      valueCarrier: valueCarrier?.text ?? null,
      parts: parts.map(({ startDate, endDate, count, billed, price, net, carrier }) => ({
        startDate: texts.of(startDate),
        endDate: texts.of(endDate),
        count: count.text,
        billed: billed.text,
        price: price.text,
        net: net.text,
        carrier: carrier?.text ?? null,
      })),
    };
  }
}
