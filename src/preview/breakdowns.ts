/**
 * The breakdowns while calls pass: each call is added to four lines (number, call type, tariff, period); the
 * lines of customers, of classes and of everything are put together from those when they are asked for.
 */
import type { PreviewFacts } from "./call-facts.ts";
import {
  type CallChange,
  type Line,
  type LinePart,
  type Lines,
  lineOf,
  linesPart,
  NestedLines,
  type NestedLinesPart,
  together,
} from "./lines.ts";

/** Breakdowns as plain data, for another thread to add. */
export interface BreakdownsPart {
  readonly numbers: readonly NestedLinesPart[];
  readonly callTypes: readonly NestedLinesPart[];
  readonly tariffs: readonly LinePart[];
  readonly periods: readonly LinePart[];
}

/** The breakdowns of a preview. */
export class Breakdowns {
  readonly #examples: number;
  /** By customer, then by number: a number may belong to another customer after the change. */
  readonly #numbers: NestedLines;
  /** By class, then by call type. */
  readonly #callTypes: NestedLines;
  readonly #tariffs: Lines = new Map();
  readonly #periods: Lines = new Map();

  /** `examples`: how many calls each line keeps. */
  constructor(examples: number) {
    this.#examples = examples;
    this.#numbers = new NestedLines(examples);
    this.#callTypes = new NestedLines(examples);
  }

  /** Adds a call that has a price on one side at least. */
  add(facts: PreviewFacts, change: CallChange): void {
    this.number(facts.customerID, facts.numberID).addCall(change);
    this.callType(facts.tariffClass, facts.tariffType).addCall(change);
    this.tariff(facts.tariffID ?? facts.tariff).addCall(change);
    this.period(facts.tariffTime).addCall(change);
  }

  /** The line of a number; whoever adds calls to it adds them to one line of each other kind. */
  number(customerID: string | null, numberID: string | null): Line {
    return this.#numbers.line(customerID, numberID);
  }

  /** Likewise. */
  callType(tariffClass: string | null, tariffType: string | null): Line {
    return this.#callTypes.line(tariffClass, tariffType);
  }

  /** Likewise. */
  tariff(id: string | null): Line {
    return lineOf(this.#tariffs, id, this.#examples);
  }

  /** Likewise. */
  period(name: string | null): Line {
    return lineOf(this.#periods, name, this.#examples);
  }

  /** All lines as plain data. */
  part(): BreakdownsPart {
    return {
      numbers: this.#numbers.part(),
      callTypes: this.#callTypes.part(),
      tariffs: linesPart(this.#tariffs),
      periods: linesPart(this.#periods),
    };
  }

  /** Adds what the `part` of others gave. */
  addPart({ numbers, callTypes, tariffs, periods }: BreakdownsPart): void {
    this.#numbers.addPart(numbers);
    this.#callTypes.addPart(callTypes);
    for (const own of tariffs) this.tariff(own.key).addPart(own);
    for (const own of periods) this.period(own.key).addPart(own);
  }

  get customers(): readonly Line[] {
    return this.#numbers.outer;
  }

  get numbers(): readonly Line[] {
    return this.#numbers.inner;
  }

  get classes(): readonly Line[] {
    return this.#callTypes.outer;
  }

  get callTypes(): readonly Line[] {
    return this.#callTypes.inner;
  }

  get tariffs(): readonly Line[] {
    return [...this.#tariffs.values()];
  }

  get periods(): readonly Line[] {
    return [...this.#periods.values()];
  }

  /** All calls as one line. */
  get total(): Line {
    return together(null, this.#periods.values(), this.#examples);
  }
}
