/** The choices of a run for facts that no file states: taken from the dialect, or asked for in a sentence. */
import type { OpenedBook } from "../../index.ts";
import { quoteValue, type ReadableField, USUAL_CURRENCY } from "../../model/index.ts";
import { pathText } from "../preset-files.ts";
import type { DialectChoices } from "./call-dialect.ts";
import { type CheckedCallDialect, type CheckedNeeds, zoneFault } from "./schema/index.ts";
import { needsYear } from "./values/index.ts";

/** Forms of times that include their zone, or are instants. */
const SAYS_ZONE = /^epoch |Z/;

/** The choices for a dialect, checked while the dialect is opened. */
export class CheckedChoices {
  /** Faults of the choices, and missing choices. */
  readonly faults: string[] = [];
  readonly carrier: string | undefined;
  readonly year: number | undefined;
  readonly book: OpenedBook | undefined;
  /** The column of the currency, if any, and the currency that it must have. */
  readonly currency: { readonly column: string | undefined; readonly is: string } | undefined;
  readonly #zone: string | undefined;
  readonly #needs: CheckedNeeds;
  /** Whether a missing choice is a fault. */
  readonly #isAsked: boolean;
  readonly #told = new Set<string>();
  /** Whether some time lacks a year, and whether some time lacks a zone. */
  #areYearsMissing = false;
  #areZonesMissing = false;

  constructor(dialect: CheckedCallDialect, choices: DialectChoices | undefined) {
    this.#isAsked = choices !== undefined;
    this.#needs = dialect.needs ?? {};
    this.carrier = choices?.carrier === "" ? undefined : choices?.carrier;
    this.year = choices?.year;
    this.book = choices?.book;
    if (choices?.zone !== undefined) this.#tell(zoneFault(choices.zone));
    this.#zone = choices?.zone ?? dialect.zone;
    const isYear =
      this.year === undefined || (Number.isInteger(this.year) && this.year >= 1970 && this.year < 2100);
    if (!isYear) this.#tell(`${quoteValue(this.year)} is no year; write one from 1970 to 2099`);
    this.currency = this.#currencyOf(dialect);
    if (dialect.direction === undefined) this.#askFor("direction", DIRECTION_HINT);
    this.#checkParties(dialect);
    const { fields = {}, set } = dialect;
    const isCarrierSaid = fields.carrier ?? fields.callCarrier ?? set?.get("carrier") ?? this.carrier;
    if (isCarrierSaid === undefined)
      this.#askFor("carrier", "say it with the option carrier (--carrier NAME)");
  }

  #tell(fault: string | undefined): void {
    if (fault === undefined || this.#told.has(fault)) return;
    this.#told.add(fault);
    this.faults.push(fault);
  }

  /** Adds a fault for a choice that the dialect's `needs`, or `otherwise`, says is needed. */
  #askFor(what: keyof CheckedNeeds, hint: string, otherwise?: string): void {
    const why = this.#needs[what] ?? otherwise;
    if (why === undefined || !this.#isAsked) return;
    this.#tell(`${why}${/[.!?]$/.test(why) ? "" : "."} ${hint}`);
  }

  /** A call without a number belongs to no customer, and the price mostly depends on the other party. */
  #checkParties({ fields = {}, set, legs }: CheckedCallDialect): void {
    if (legs.length > 0) return;
    const isSaid = (field: ReadableField): boolean => fields[field] !== undefined || set?.has(field) === true;
    const hasNumber = isSaid("target") || isSaid("numberID");
    const why = hasNumber ? undefined : "Nothing says whose calls they are.";
    if (!hasNumber || !isSaid("external")) this.#askFor("fields", FIELDS_HINT, why);
  }

  #currencyOf({ currency }: CheckedCallDialect): CheckedChoices["currency"] {
    if (currency === undefined) {
      this.#askFor("currency", CURRENCY_HINT);
      return undefined;
    }
    const ofBook = this.book?.settings.currency ?? USUAL_CURRENCY;
    // A column of currencies tells rows in an unusual currency, without a book.
    const isTold = currency.is !== undefined && (currency.column === undefined || this.book !== undefined);
    if (isTold && this.#isAsked && currency.is !== ofBook) {
      const whose =
        this.book === undefined ? `${ofBook}, in which a book is that names none` : `the book's ${ofBook}`;
      this.#tell(`its files are in ${currency.is} and not in ${whose}; money is never converted`);
    }
    return { column: currency.column, is: currency.is ?? ofBook };
  }

  /** The zone of times in these forms: of the value, else of the run, else of the dialect. */
  zoneOf(time: readonly string[], valueZone: string | undefined): string {
    if (needsYear(time)) {
      this.#areYearsMissing = true;
      const why = "Its times are written without a year.";
      if (this.year === undefined) this.#askFor("year", "Say it with the option year (--year YYYY).", why);
    }
    if (valueZone !== undefined) return valueZone;
    if (!time.every((form) => SAYS_ZONE.test(form))) {
      this.#areZonesMissing = true;
      const why = "Nothing in its files says in which zone their times are.";
      if (this.#zone === undefined) this.#askFor("zone", ZONE_HINT, why);
    }
    return this.#zone ?? "utc";
  }

  /** Refuses a choice that decides nothing: it may be meant for another file. */
  checkUse({ zone, year }: DialectChoices): void {
    const times = "its times say it themselves";
    if (zone !== undefined && !this.#areZonesMissing) this.#tell(`no zone can be chosen: ${times}`);
    if (year !== undefined && !this.#areYearsMissing) this.#tell(`no year can be chosen: ${times}`);
  }

  /** Adds a fault if the direction needs a book and there is none. */
  needBook(path: readonly PropertyKey[]): void {
    if (this.book !== undefined || !this.#isAsked) return;
    const why = "looks up in a book which of two numbers is the billed one";
    this.#tell(`${pathText(path)} ${why}; give the option book (--book FILE)`);
  }
}

const ZONE_HINT =
  "Say it with the option zone (--zone ZONE): local (the book's), utc, or a name such as Europe/London.";
const DIRECTION_HINT =
  'Say it in a dialect based on this one: "direction" with inbound or outbound tests, or byNumber.';
const FIELDS_HINT = 'Say it in a dialect based on this one: "fields" with target and external.';
const CURRENCY_HINT = 'Say it in a dialect based on this one: "currency" with its column, or what it is.';
