/** Calls whose records name another customer, tariff or class than the book gives them. */
import type { PreviewFacts } from "./call-facts.ts";
import { type CallChange, type Line, NestedLines, type NestedLinesPart } from "./lines.ts";

/** What a record may name otherwise. */
export const OTHERWISE = ["customer", "tariff", "class"] as const;
export type Otherwise = (typeof OTHERWISE)[number];

/** It as plain data, for another thread to add. */
export type RecordedOtherwisePart = Readonly<Record<Otherwise, readonly NestedLinesPart[]>>;

/** Lines by what the record names, then by what the book gives. */
export class RecordedOtherwise {
  readonly #lines: Readonly<Record<Otherwise, NestedLines>>;

  /** `examples`: how many calls each line keeps. */
  constructor(examples: number) {
    this.#lines = {
      customer: new NestedLines(examples),
      tariff: new NestedLines(examples),
      class: new NestedLines(examples),
    };
  }

  /** Adds a call where the two say otherwise; `recorded` has the book's word where the record is silent. */
  add(recorded: PreviewFacts, ofBook: PreviewFacts, change: CallChange): void {
    for (const kind of OTHERWISE) {
      const own = keyOf(recorded, kind);
      const other = keyOf(ofBook, kind);
      if (own !== other) this.#lines[kind].line(own, other).addCall(change);
    }
  }

  /** The lines of one kind with what the record names. */
  of(kind: Otherwise): readonly { readonly recorded: string | null; readonly line: Line }[] {
    return this.#lines[kind].entries.flatMap(([recorded, lines]) =>
      [...lines.values()].map((line) => ({ recorded, line })),
    );
  }

  part(): RecordedOtherwisePart {
    const { customer, tariff, class: ofClass } = this.#lines;
    return { customer: customer.part(), tariff: tariff.part(), class: ofClass.part() };
  }

  addPart(part: RecordedOtherwisePart): void {
    for (const kind of OTHERWISE) this.#lines[kind].addPart(part[kind]);
  }
}

function keyOf({ customerID, tariffID, tariff, tariffClass }: PreviewFacts, kind: Otherwise): string | null {
  if (kind === "customer") return customerID;
  return kind === "tariff" ? (tariffID ?? tariff) : tariffClass;
}
