/** R71: what one of a feature costs, retail and wholesale, on the first of the days that are charged. */

import { type DayNumber, formatCivilDate } from "../../calendar/index.ts";
import { type CheckedFixedFeeTariff, PRICE_DECIMALS, quoteValue } from "../../model/index.ts";
import { decimalTextOf, type Fraction, fractionOf } from "../../money/index.ts";
import type { ChargeTrace, PassedOver } from "../charge-trace.ts";
import { CHARGE_ERROR_CODES, ChargeFault } from "../charged.ts";
import { type ChargeKind, type Labels, labelsOf, type Subject, shownFeature } from "../subject.ts";
import type { DatedValues } from "./counts.ts";
import { type Price, TariffAmounts } from "./tariff-amounts.ts";
import { tellDated, tellTariff } from "./tell.ts";

/** What one costs, and what it costs wholesale, where that is known. */
export interface Amount {
  readonly price: Price;
  readonly wholesale: Price | undefined;
}

const FIELDS = {
  oneOff: { retail: "connectionCharge", wholesale: "connectionChargeCarrier", shown: "one-off" },
  recurring: { retail: "serviceCharge", wholesale: "serviceChargeCarrier", shown: "recurring" },
} as const;

/** An amount, and the days for which it holds: from the day it was asked for up to a change of a tariff's lines. */
interface HeldAmount {
  readonly from: DayNumber;
  readonly until: DayNumber;
  readonly amount: Amount | undefined;
}

/** The amounts of one feature. Equal amounts of different days are one object. */
export class Amounts {
  readonly #subject: Subject;
  readonly #dated: DatedValues;
  readonly #trace: ChargeTrace | undefined;
  readonly #labels: { [K in ChargeKind]?: Labels } = {};
  readonly #tariffs: TariffAmounts;
  readonly #last = new Map<string, Price>();
  #held: HeldAmount | undefined;

  constructor(subject: Subject, dated: DatedValues, trace: ChargeTrace | undefined) {
    this.#subject = subject;
    this.#dated = dated;
    this.#trace = trace;
    this.#tariffs = new TariffAmounts(subject, (kind) => this.labels(kind), trace);
  }

  labels(kind: ChargeKind): Labels {
    this.#labels[kind] ??= labelsOf(this.#subject, kind);
    return this.#labels[kind];
  }

  /** What one costs, once; undefined where there is no such charge. */
  oneOff(day: DayNumber): Amount | undefined | ChargeFault {
    return this.#of("oneOff", day);
  }

  /** What one costs for a whole period; undefined where there is no such charge. */
  recurring(day: DayNumber): Amount | undefined | ChargeFault {
    const held = this.#held;
    if (held !== undefined && held.from <= day && day < held.until) return held.amount;
    this.#tariffs.until = Number.POSITIVE_INFINITY;
    const amount = this.#of("recurring", day);
    if (this.#trace === undefined && !(amount instanceof ChargeFault)) {
      this.#held = { from: day, until: this.#tariffs.until, amount };
    }
    return amount;
  }

  #of(kind: ChargeKind, day: DayNumber): Amount | undefined | ChargeFault {
    const own = this.#ofRecords(kind, "retail");
    if (own !== undefined) return this.#with(own, this.wholesale(kind, day));
    const name = this.#subject.tariff;
    if (name === undefined) {
      this.#trace?.choose("R71", "price", undefined, "there is no such charge", this.#passedOver(kind));
      return undefined;
    }
    tellTariff(this.#trace, this.#subject, this.#passedOver(kind));
    const tariff = this.#tariffNamed(name);
    const wholesale = this.wholesale(kind, day);
    const known = wholesale instanceof ChargeFault ? undefined : wholesale;
    const price = this.#tariffs.retail(tariff, kind, day, known);
    if ("outcome" in price) return this.#none(tariff, kind, day, price.fitsOnOtherDates);
    if (!(price instanceof ChargeFault)) return this.#with(price, wholesale);
    return wholesale instanceof ChargeFault ? firstOf(price, wholesale) : price;
  }

  /** What one costs wholesale; undefined where it is not known. */
  wholesale(kind: ChargeKind, day: DayNumber): Price | undefined | ChargeFault {
    return this.#ofRecords(kind, "wholesale") ?? this.#tariffs.wholesale(kind, day);
  }

  /** A price of the feature's own from a date on, with what it costs wholesale (R70). */
  ofDated(each: Fraction, day: DayNumber): Amount | ChargeFault {
    tellDated(this.#trace, each, day);
    return this.#with(this.#kept(each, "dated"), this.wholesale("recurring", day));
  }

  #with(price: Price, wholesale: Price | undefined | ChargeFault): Amount | ChargeFault {
    return wholesale instanceof ChargeFault ? wholesale : { price, wholesale };
  }

  /** The amount of the feature or its standard feature. */
  #ofRecords(kind: ChargeKind, side: "retail" | "wholesale"): Price | undefined {
    const field = FIELDS[kind][side];
    const { feature, own, template } = this.#subject;
    const amount = feature[field];
    if (amount === undefined) return undefined;
    const price = this.#kept(fractionOf(amount, PRICE_DECIMALS), field);
    if (this.#trace !== undefined) {
      const isOwn = own[field] !== undefined;
      const from = isOwn
        ? `of ${shownFeature(this.#subject)}`
        : `of standard feature ${quoteValue(template?.name)}`;
      const passedOver = isOwn
        ? []
        : [{ what: `${field} of ${shownFeature(this.#subject)}`, why: "is blank" }];
      const each = decimalTextOf(price.each);
      this.#trace.choose("R71", "price", each, `${field} ${from}`, passedOver, side);
    }
    return price;
  }

  /** R71: a set tariff without a line is an error where it was meant to have one, else there is no such charge. */
  #none(
    tariff: CheckedFixedFeeTariff,
    kind: ChargeKind,
    day: DayNumber,
    fitsOnOtherDates: boolean,
  ): undefined | ChargeFault {
    if (fitsOnOtherDates || (kind === "recurring" && !this.#hasOneOff(tariff))) {
      const type = this.#subject.feature.featureType;
      const what = type === undefined ? "" : ` (${type})`;
      return new ChargeFault(
        "no-fixed-fee",
        `${quoteValue(tariff.name)} has no ${FIELDS[kind].shown} fee for ${shownFeature(this.#subject)}${what} on ${formatCivilDate(day)}.`,
        "fixedFeeTariff",
      );
    }
    return undefined;
  }

  /** Whether the feature has an amount for its one-off charge, or the tariff a line for it: it need not recur then. */
  #hasOneOff(tariff: CheckedFixedFeeTariff): boolean {
    if (this.#subject.feature.connectionCharge !== undefined || this.#dated.hasPrice) return true;
    return this.#tariffs.isForSomeDay(tariff, "oneOff");
  }

  /** Names of fixed fee tariffs that records may give are in the book: it would not have opened. */
  #tariffNamed(name: string): CheckedFixedFeeTariff {
    return this.#subject.book.tables.fixedFees.named(name)[0] as CheckedFixedFeeTariff;
  }

  #passedOver(kind: ChargeKind): readonly PassedOver[] {
    const { template } = this.#subject;
    const field = FIELDS[kind].retail;
    const own = { what: `${field} of ${shownFeature(this.#subject)}`, why: "is blank" };
    if (template === undefined) return [own];
    return [own, { what: `${field} of standard feature ${quoteValue(template.name)}`, why: "is blank" }];
  }

  #kept(each: Fraction, of: string): Price {
    const last = this.#last.get(of);
    if (last !== undefined && (last.each === each || of !== "dated")) return last;
    const price = { each, isFixed: false };
    this.#last.set(of, price);
    return price;
  }
}

/** Where two errors apply, the first of the table. */
function firstOf(a: ChargeFault, b: ChargeFault): ChargeFault {
  return CHARGE_ERROR_CODES.indexOf(b.error) < CHARGE_ERROR_CODES.indexOf(a.error) ? b : a;
}
