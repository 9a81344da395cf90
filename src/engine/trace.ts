/**
 * The trace of a call, for its explanation. Rating itself writes the trace, so an explanation cannot differ from the
 * charge; without a trace nothing is recorded.
 */
import type { BookTables } from "../book/index.ts";
import { minorSign } from "../money/index.ts";

/** A choice the rules made: what was asked, what won and what was passed over, each with its reason. */
export interface Choice {
  /** Rule number, such as "R24". */
  readonly rule: string;
  /** What was being chosen, such as "tariff". */
  readonly subject: string;
  /** What won, or undefined where nothing could be chosen. */
  readonly chosen: string | undefined;
  /**
   * The id of the record chosen, where `chosen` holds names, which can change while the record stays the same. Missing
   * where `chosen` alone identifies the choice.
   */
  readonly chosenID?: string;
  /** Why it won, or why nothing did. */
  readonly reason: string;
  /** What was looked at and passed over, with the reason for each. */
  readonly passedOver: readonly { readonly what: string; readonly why: string }[];
}

/** One step of the arithmetic. Amounts are pence (R16) as exact decimal text; "…" marks digits that go on. */
export interface Step {
  readonly rule: string;
  /** The side of the cost that the step belongs to. */
  readonly cost: "retail" | "wholesale";
  readonly what: string;
  /** The inputs written out, such as "1.2 p a minute × 91 s ÷ 60". */
  readonly inputs: string;
  /** Exact value before the step's rounding or bound; undefined where the step only computes. */
  readonly before: string | undefined;
  /** Exact value after the step. */
  readonly after: string;
}

/** A choice: its text for readers, undefined for no choice, and its id. */
export interface Named {
  readonly text: string | undefined;
  readonly id: string;
}

/** The currency of a book, in which carriers charge (R29), and its decimal places. */
type BookMoney = Pick<BookTables["settings"], "currency" | "currencyDecimals">;

/** Collects the choices and steps of one call. */
export class Trace {
  readonly choices: Choice[] = [];
  readonly steps: Step[] = [];
  /** The side of the cost that the next steps belong to. */
  cost: "retail" | "wholesale" = "retail";
  /** R24: the currency of the retail side, the customer's or of a quote the tariff's; the book's until it is known. */
  currency: string;
  readonly #ofBook: BookMoney;

  constructor(ofBook: BookMoney) {
    this.#ofBook = ofBook;
    this.currency = ofBook.currency;
  }

  /** The unit of the amounts of the next steps, as it stands behind an amount: `p`. */
  get unit(): string {
    const { currency, currencyDecimals } = this.#ofBook;
    return minorSign(this.cost === "retail" ? this.currency : currency, currencyDecimals);
  }

  /** R15, R24: says of a carrier's cost in the book's currency that it counts as the same amount of the customer's. */
  get unconverted(): string {
    const { currency } = this.#ofBook;
    return this.currency === currency ? "" : `, not converted from ${currency}`;
  }

  choose(
    rule: string,
    subject: string,
    chosen: string | Named | undefined,
    reason: string,
    passedOver: readonly { what: string; why: string }[] = [],
  ): void {
    const named = typeof chosen === "object" ? { chosen: chosen.text, chosenID: chosen.id } : { chosen };
    this.choices.push({ rule, subject, ...named, reason, passedOver });
  }

  step(rule: string, what: string, inputs: string, after: string, before?: string): void {
    this.steps.push({ rule, cost: this.cost, what, inputs, before, after });
  }
}
