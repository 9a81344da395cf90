/** Lines of sums while calls pass: one after another, or in lists within lists. */
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

  /** Adds a call. */
  addCall(change: CallChange): void {
    this.sums.add(change.before, change.after, change.direction);
    if (change.direction !== 0) this.leading.offer(change);
  }
}

/** Lines by their key. */
export type Lines = Map<string | null, Line>;

/** Lines of an outer and an inner key. */
export class NestedLines {
  readonly #examples: number;
  readonly #lines = new Map<string | null, Lines>();

  /** `examples`: how many calls each line keeps. */
  constructor(examples: number) {
    this.#examples = examples;
  }

  line(outer: string | null, inner: string | null): Line {
    let lines = this.#lines.get(outer);
    if (lines === undefined) {
      lines = new Map();
      this.#lines.set(outer, lines);
    }
    return lineOf(lines, inner, this.#examples);
  }

  /** The outer keys with their lines. */
  get entries(): readonly (readonly [key: string | null, lines: Lines])[] {
    return [...this.#lines];
  }

  /** A line for each outer key, of all its lines. */
  get outer(): readonly Line[] {
    return this.entries.map(([key, lines]) => together(key, lines.values(), this.#examples));
  }

  /** The inner lines, those with one key put together. */
  get inner(): readonly Line[] {
    const byKey = new Map<string | null, Line[]>();
    for (const lines of this.#lines.values()) {
      for (const [key, line] of lines) {
        const own = byKey.get(key);
        if (own === undefined) byKey.set(key, [line]);
        else own.push(line);
      }
    }
    return [...byKey].map(([key, lines]) => {
      const [first] = lines;
      return lines.length === 1 && first !== undefined ? first : together(key, lines, this.#examples);
    });
  }

  /** All of it as plain data. */
  part(): readonly NestedLinesPart[] {
    return this.entries.map(([key, lines]) => ({ key, lines: linesPart(lines) }));
  }

  /** Adds what the `part` of others gave. */
  addPart(parts: readonly NestedLinesPart[]): void {
    for (const { key, lines } of parts) for (const own of lines) this.line(key, own.key).addPart(own);
  }
}

/** The line of a key, made where there is none. */
export function lineOf(lines: Lines, key: string | null, examples: number): Line {
  let line = lines.get(key);
  if (line === undefined) {
    line = new Line(key, examples);
    lines.set(key, line);
  }
  return line;
}

/** A new line of all that others have. */
export function together(key: string | null, lines: Iterable<Line>, examples: number): Line {
  const sum = new Line(key, examples);
  for (const line of lines) sum.addLine(line);
  return sum;
}

export function linesPart(lines: Lines): readonly LinePart[] {
  return [...lines.values()].map((line) => line.part());
}
