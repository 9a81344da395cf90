/**
 * The breakdowns while calls pass: each call is added to four lines (number, call type, tariff, period); the
 * lines of customers, of classes and of everything are put together from those when they are asked for.
 */
import type { PreviewFacts } from "./call-facts.ts";
import { CostSums, type CostSumsPart } from "./cost-sums.ts";
import type { Costs } from "./costs.ts";
import { type KeptCall, LeadingCalls, type OfferedCall } from "./leading-calls.ts";

/** A call that has a price on one side at least, and what the change makes of it. */
export interface CallChange extends OfferedCall {
  readonly before: Costs | undefined;
  readonly after: Costs | undefined;
  /** Sign of the difference; a side without a price counts nothing. */
  readonly direction: -1 | 0 | 1;
}

/** A line as plain data. */
export interface LinePart {
  readonly key: string | null;
  readonly sums: CostSumsPart;
  readonly leading: readonly KeptCall[];
}

/** Lines of an outer key, as plain data. */
export interface NestedLinesPart {
  readonly key: string | null;
  readonly lines: readonly LinePart[];
}

/** Breakdowns as plain data, for another thread to add. */
export interface BreakdownsPart {
  readonly numbers: readonly NestedLinesPart[];
  readonly callTypes: readonly NestedLinesPart[];
  readonly tariffs: readonly LinePart[];
  readonly periods: readonly LinePart[];
}

/** A line of a breakdown: sums, and the calls that change most. */
export class Line {
  readonly key: string | null;
  readonly sums = new CostSums();
  readonly leading: LeadingCalls;

  constructor(key: string | null, examples: number) {
    this.key = key;
    this.leading = new LeadingCalls(examples);
  }

  addLine(other: Line): void {
    this.sums.addSums(other.sums);
    this.leading.takeAll(other.leading.calls);
  }

  part(): LinePart {
    return { key: this.key, sums: this.sums.part(), leading: [...this.leading.calls] };
  }

  addPart({ sums, leading }: LinePart): void {
    this.sums.addPart(sums);
    this.leading.takeAll(leading);
  }
}

type Lines = Map<string | null, Line>;

/** The breakdowns of a preview. */
export class Breakdowns {
  readonly #examples: number;
  /** By customer, then by number: a number may belong to another customer after the change. */
  readonly #numbers = new Map<string | null, Lines>();
  /** By class, then by call type. */
  readonly #callTypes = new Map<string | null, Lines>();
  readonly #tariffs: Lines = new Map();
  readonly #periods: Lines = new Map();

  /** `examples`: how many calls each line keeps. */
  constructor(examples: number) {
    this.#examples = examples;
  }

  /** Adds a call that has a price on one side at least. */
  add(facts: PreviewFacts, change: CallChange): void {
    addTo(this.number(facts.customerID, facts.numberID), change);
    addTo(this.callType(facts.tariffClass, facts.tariffType), change);
    addTo(this.tariff(facts.tariffID ?? facts.tariff), change);
    addTo(this.period(facts.tariffTime), change);
  }

  /** The line of a number; whoever adds calls to it adds them to one line of each other kind. */
  number(customerID: string | null, numberID: string | null): Line {
    return this.#lineOf(nested(this.#numbers, customerID), numberID);
  }

  /** Likewise. */
  callType(tariffClass: string | null, tariffType: string | null): Line {
    return this.#lineOf(nested(this.#callTypes, tariffClass), tariffType);
  }

  /** Likewise. */
  tariff(id: string | null): Line {
    return this.#lineOf(this.#tariffs, id);
  }

  /** Likewise. */
  period(name: string | null): Line {
    return this.#lineOf(this.#periods, name);
  }

  /** All lines as plain data. */
  part(): BreakdownsPart {
    return {
      numbers: nestedPart(this.#numbers),
      callTypes: nestedPart(this.#callTypes),
      tariffs: linesPart(this.#tariffs),
      periods: linesPart(this.#periods),
    };
  }

  /** Adds what the `part` of others gave. */
  addPart({ numbers, callTypes, tariffs, periods }: BreakdownsPart): void {
    for (const { key, lines } of numbers) for (const own of lines) this.number(key, own.key).addPart(own);
    for (const { key, lines } of callTypes) for (const own of lines) this.callType(key, own.key).addPart(own);
    for (const own of tariffs) this.tariff(own.key).addPart(own);
    for (const own of periods) this.period(own.key).addPart(own);
  }

  #lineOf(lines: Lines, key: string | null): Line {
    let line = lines.get(key);
    if (line === undefined) {
      line = new Line(key, this.#examples);
      lines.set(key, line);
    }
    return line;
  }

  get customers(): readonly Line[] {
    return [...this.#numbers].map(([key, lines]) => this.#together(key, lines.values()));
  }

  get numbers(): readonly Line[] {
    return this.#inner(this.#numbers);
  }

  get classes(): readonly Line[] {
    return [...this.#callTypes].map(([key, lines]) => this.#together(key, lines.values()));
  }

  get callTypes(): readonly Line[] {
    return this.#inner(this.#callTypes);
  }

  get tariffs(): readonly Line[] {
    return [...this.#tariffs.values()];
  }

  get periods(): readonly Line[] {
    return [...this.#periods.values()];
  }

  /** All calls as one line. */
  get total(): Line {
    return this.#together(null, this.#periods.values());
  }

  #together(key: string | null, lines: Iterable<Line>): Line {
    const sum = new Line(key, this.#examples);
    for (const line of lines) sum.addLine(line);
    return sum;
  }

  /** The inner lines, those with one key put together. */
  #inner(outer: ReadonlyMap<string | null, Lines>): readonly Line[] {
    const byKey = new Map<string | null, Line[]>();
    for (const lines of outer.values()) {
      for (const [key, line] of lines) byKey.set(key, [...(byKey.get(key) ?? []), line]);
    }
    return [...byKey].map(([key, lines]) => {
      const [first] = lines;
      return lines.length === 1 && first !== undefined ? first : this.#together(key, lines);
    });
  }
}

function addTo(line: Line, change: CallChange): void {
  line.sums.add(change.before, change.after, change.direction);
  if (change.direction !== 0) line.leading.offer(change);
}

function linesPart(lines: Lines): readonly LinePart[] {
  return [...lines.values()].map((line) => line.part());
}

function nestedPart(outer: ReadonlyMap<string | null, Lines>): readonly NestedLinesPart[] {
  return [...outer].map(([key, lines]) => ({ key, lines: linesPart(lines) }));
}

function nested(outer: Map<string | null, Lines>, key: string | null): Lines {
  let lines = outer.get(key);
  if (lines === undefined) {
    lines = new Map();
    outer.set(key, lines);
  }
  return lines;
}
