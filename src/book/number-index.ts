/** R21: finds the number of the book that a call belongs to. */
import { formatCivilDate } from "../calendar/index.ts";
import { addTo } from "../model/index.ts";
import type { CallFacts } from "./destinations/call-facts.ts";
import type { OpenedNumber } from "./opened-number.ts";
import { canonicalNumber, type NumberingPlan, shortenedWords } from "./prefixes/canonical-number.ts";
import { Refusal } from "./refusal.ts";

/** A spelling or id by which calls match a number, with its conditions. */
export interface NumberMatch {
  readonly number: OpenedNumber;
  /** The field that matched; where several do, the first in a number's order of fields decides (R21). */
  readonly field: string;
  readonly chargeBand: string | undefined;
  readonly directionFlag: string | undefined;
  /** False switches origination surcharges off for calls matched this way. */
  readonly originationSurcharges: boolean;
}

/** Spellings cached per number on average; calls use two or three. */
const SPELLINGS_KEPT = 4;

/** The numbers of a book by id and by every spelling. */
export class NumberIndex {
  readonly #byID = new Map<string, NumberMatch>();
  readonly #byCanonical = new Map<string, NumberMatch[]>();
  /** Cache by the spellings of calls, so that most calls need no canonical form. */
  readonly #bySpelling = new Map<string, NumberMatch[]>();
  readonly #plan: NumberingPlan;

  constructor(numbers: Iterable<OpenedNumber>, plan: NumberingPlan) {
    this.#plan = plan;
    for (const number of numbers) this.#add(number);
  }

  #add(number: OpenedNumber): void {
    const { record } = number;
    const originates = record.useCallTypeOriginationTypeFlag !== false;
    this.#byID.set(record.id, matchOf(number, "numberID", undefined, undefined, originates));
    this.#addSpelling(record.number, matchOf(number, "number", undefined, undefined, originates));
    for (const suffix of ["", "2", "3", "4"] as const) {
      const spelling = record[`CDRNumber${suffix}`];
      if (spelling === undefined) continue;
      const match = matchOf(
        number,
        `CDRNumber${suffix}`,
        record[`CDRNumberChargeBand${suffix}`],
        record[`CDRNumberCallTypeDirectionFlag${suffix}`],
        record[`useCallTypeOriginationTypeFlag${suffix}`] !== false,
      );
      this.#addSpelling(spelling, match);
    }
  }

  #addSpelling(spelling: string, match: NumberMatch): void {
    const canonical = canonicalNumber(spelling, this.#plan);
    if (canonical === "") return;
    addTo(this.#byCanonical, canonical, match);
  }

  /** The match of a call that names its number's id. */
  matchByID(id: string): NumberMatch | undefined {
    return this.#byID.get(id);
  }

  /** The number with an id. */
  byID(id: string): OpenedNumber | undefined {
    return this.#byID.get(id)?.number;
  }

  /** The matches of a call's spelling of a number, before narrowing and dates. */
  matches(spelling: string): readonly NumberMatch[] {
    const known = this.#bySpelling.get(spelling);
    if (known !== undefined) return known;
    const matches = this.#byCanonical.get(canonicalNumber(spelling, this.#plan));
    if (matches === undefined) return [];
    if (this.#bySpelling.size < SPELLINGS_KEPT * this.#byCanonical.size)
      this.#bySpelling.set(spelling, matches);
    return matches;
  }

  /** The number that a call belongs to, and how the call matched. */
  find(call: CallFacts): NumberMatch | Refusal {
    if (call.numberID !== "") {
      const match = this.#byID.get(call.numberID);
      if (match === undefined) {
        return new Refusal(
          "unregistered-number",
          `No number of the book has the id ${call.numberID}.`,
          "numberID",
        );
      }
      return isBillable(match.number, call.day) ? match : notBillable([match], call, "numberID");
    }
    if (call.target === "") {
      return new Refusal(
        "unregistered-number",
        "The call names no number: target and numberID are blank.",
        "target",
      );
    }
    const narrowed = this.matches(call.target).filter((match) => isNarrowedTo(match, call));
    if (narrowed.length === 0) {
      return new Refusal(
        "unregistered-number",
        `No number of the book matches the CLI ${call.target}${shortenedWords(call.target)}.`,
        "target",
      );
    }
    const billable = narrowed.filter((match) => isBillable(match.number, call.day));
    const first = billable[0];
    if (first === undefined) return notBillable(narrowed, call, "target");
    const ids = new Set(billable.map((match) => match.number.record.id));
    if (ids.size === 1) return first;
    return new Refusal(
      "ambiguous-number",
      `The CLI ${call.target} matches ${ids.size} numbers of the book: ids ${[...ids].join(", ")}.`,
      "target",
    );
  }
}

/** The only place that makes matches: one object shape keeps the reads of every call fast. */
function matchOf(
  number: OpenedNumber,
  field: string,
  chargeBand: string | undefined,
  directionFlag: string | undefined,
  originationSurcharges: boolean,
): NumberMatch {
  return { number, field, chargeBand, directionFlag, originationSurcharges };
}

function isNarrowedTo(match: NumberMatch, call: CallFacts): boolean {
  return (
    (match.chargeBand === undefined || match.chargeBand === call.chargeBand) &&
    (match.directionFlag === undefined || match.directionFlag === call.directionFlag)
  );
}

/** R21: whether a number is billable on a day. */
function isBillable(number: OpenedNumber, day: number): boolean {
  return day >= number.billableFrom && day <= number.billableTo;
}

function notBillable(matches: readonly NumberMatch[], call: CallFacts, field: string): Refusal {
  // A call may match a number by several of its fields.
  const records = new Set(matches.map(({ number: { record } }) => record));
  const spans = Array.from(records, (record) => {
    const from = record.billableFrom === undefined ? "the start" : formatCivilDate(record.billableFrom);
    const to = record.billableTo === undefined ? "on" : `to ${formatCivilDate(record.billableTo)}`;
    const why = record.droppedBy === undefined ? "" : `, by ${record.droppedBy}`;
    return `number ${record.number} (id ${record.id}) is billable from ${from} ${to}${why}`;
  });
  return new Refusal(
    "number-not-billable",
    `On ${formatCivilDate(call.day)} the call's number is not billable: ${spans.join("; ")}.`,
    field,
  );
}
