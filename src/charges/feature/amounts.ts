/**
 * R71: what one of a feature costs, retail and wholesale, on the first of the days that are charged.
 *
 * Where the rules are silent: a wholesale tariff is nobody's in particular (as R29 has it for calls), and one in another
 * currency than the customer's says nothing, because amounts are not converted.
 */
import { type DayNumber, formatCivilDate } from "../../calendar/index.ts";
import { type CheckedFixedFeeTariff, PRICE_DECIMALS, quoteValue } from "../../model/index.ts";
import { decimalPlaces, decimalTextOf, type Fraction, fractionOf, toUnits } from "../../money/index.ts";
import { ChargeFault } from "../charge-fault.ts";
import { CHARGE_ERROR_CODES } from "../charged.ts";
import { type Charge, fixedFeeOf, type PricedFixedFee } from "../fees/index.ts";
import { type ChargeKind, type Subject, shownFeature } from "../subject.ts";
import type { ChargeTrace, PassedOver } from "../trace.ts";
import type { DatedValues } from "./dated-values.ts";
import { feesPassedOver } from "./fees-passed-over.ts";
import { feeNamesOf, type Labels, labelsOf } from "./labels.ts";
import { tellDated, tellTariff } from "./tell.ts";

/** What one costs for a whole period. */
export interface Price {
  readonly each: Fraction;
  /** Charged whole whatever the days (R72). */
  readonly isFixed: boolean;
}

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
  readonly #charges: { [K in ChargeKind]?: Omit<Charge, "day" | "carrierAmount" | "carrierAmountType"> } = {};
  readonly #last = new Map<string, Price>();
  #held: HeldAmount | undefined;
  /** The first day for which what is being asked may be otherwise. */
  #until: DayNumber = Number.POSITIVE_INFINITY;

  constructor(subject: Subject, dated: DatedValues, trace: ChargeTrace | undefined) {
    this.#subject = subject;
    this.#dated = dated;
    this.#trace = trace;
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
    this.#until = Number.POSITIVE_INFINITY;
    const amount = this.#of("recurring", day);
    if (this.#trace === undefined && !(amount instanceof ChargeFault)) {
      this.#held = { from: day, until: this.#until, amount };
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
    return this.#ofTariff(this.#tariffNamed(name), kind, day);
  }

  /** A price of the feature's own from a date on, with what it costs wholesale (R70). */
  ofDated(each: Fraction, day: DayNumber): Amount | ChargeFault {
    tellDated(this.#trace, each, day);
    return this.#with(this.#kept(each, "dated", false), this.wholesale("recurring", day));
  }

  #with(price: Price, wholesale: Price | undefined | ChargeFault): Amount | ChargeFault {
    return wholesale instanceof ChargeFault ? wholesale : { price, wholesale };
  }

  /** R71: the wholesale price of one; undefined where it is not known. */
  wholesale(kind: ChargeKind, day: DayNumber): Price | undefined | ChargeFault {
    const own = this.#ofRecords(kind, "wholesale");
    if (own !== undefined) return own;
    const carrier = this.labels(kind).transactionCarrier;
    const { book, tables, customer } = this.#subject;
    const tariffs = carrier === null ? [] : (tables.wholesale.get(carrier) ?? []);
    const [tariff, other] = tariffs.filter(
      ({ currency }) => (currency ?? book.settings.currency) === customer?.currency,
    );
    if (tariff === undefined) {
      const reason = "neither an amount nor a tariff has one";
      this.#trace?.choose("R71", "price", undefined, reason, [], "wholesale");
      return undefined;
    }
    if (other !== undefined) {
      return new ChargeFault(
        "ambiguous-fixed-fee",
        `Two wholesale fixed fee tariffs are for the carrier ${quoteValue(carrier)} of ${shownFeature(this.#subject)}: ${quoteValue(tariff.name)} and ${quoteValue(other.name)}.`,
        "fixedFeeTariff",
      );
    }
    this.#holdsFor(tariff, day);
    const asked = { carrierAmount: undefined, carrierAmountType: "proRata", customer: undefined } as const;
    const fee = fixedFeeOf(book, tariff, { ...this.#charge(kind), ...asked, day });
    if (fee.outcome === "error") return new ChargeFault(fee.error, fee.message, fee.field);
    if (fee.outcome === "none") {
      const reason = `${quoteValue(tariff.name)} has no line for it`;
      this.#trace?.choose("R72", "price", undefined, reason, this.#fees(tariff, kind, day), "wholesale");
      return undefined;
    }
    const reason = `${fee.line} of ${this.#shownTariff(fee.tariffID)}, wholesale for ${quoteValue(carrier)}`;
    this.#trace?.choose("R72", "price", fee.price, reason, this.#fees(tariff, kind, day, fee), "wholesale");
    return this.#keptText(fee.price, "wholesale", fee.type === "fixed");
  }

  /** The amount of the feature or its standard feature. */
  #ofRecords(kind: ChargeKind, side: "retail" | "wholesale"): Price | undefined {
    const field = FIELDS[kind][side];
    const { feature, own, template } = this.#subject;
    const amount = feature[field];
    if (amount === undefined) return undefined;
    const price = this.#kept(fractionOf(amount, PRICE_DECIMALS), field, false);
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

  #ofTariff(
    tariff: CheckedFixedFeeTariff,
    kind: ChargeKind,
    day: DayNumber,
  ): Amount | undefined | ChargeFault {
    tellTariff(this.#trace, this.#subject, this.#passedOver(kind));
    const wholesale = this.wholesale(kind, day);
    const known = wholesale instanceof ChargeFault ? undefined : wholesale;
    this.#holdsFor(tariff, day);
    const fee = fixedFeeOf(this.#subject.book, tariff, {
      ...this.#charge(kind),
      day,
      carrierAmount: known === undefined ? undefined : decimalTextOf(known.each),
      carrierAmountType: known?.isFixed === true ? "fixed" : "proRata",
    });
    if (fee.outcome === "none") return this.#none(tariff, kind, day, fee.fitsOnOtherDates);
    if (fee.outcome === "error") {
      const fault = new ChargeFault(fee.error, fee.message, fee.field);
      return wholesale instanceof ChargeFault ? firstOf(fault, wholesale) : fault;
    }
    if (this.#trace !== undefined) {
      const markup = fee.markup === null ? "" : `, a markup of ${fee.markup} %`;
      const reason = `${fee.line} of ${this.#shownTariff(fee.tariffID)}, ${fee.type}${markup}`;
      this.#trace.choose("R72", "price", fee.price, reason, this.#fees(tariff, kind, day, fee));
      if (fee.markup !== null && known !== undefined) {
        const inputs = `${decimalTextOf(known.each)} × (100 + ${fee.markup}) ÷ 100`;
        this.#trace.sum("R72", "markup", inputs, fee.price);
      }
    }
    return this.#with(this.#keptText(fee.price, "fee", fee.type === "fixed"), wholesale);
  }

  /** R71: a set tariff without a line is an error where it was meant to have one, else there is no such charge. */
  #none(
    tariff: CheckedFixedFeeTariff,
    kind: ChargeKind,
    day: DayNumber,
    fitsOnOtherDates: boolean,
  ): undefined | ChargeFault {
    const passedOver = this.#fees(tariff, kind, day);
    const reason = `${quoteValue(tariff.name)} has no line for it`;
    this.#trace?.choose("R72", "price", undefined, reason, passedOver);
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
    const { book, feature } = this.#subject;
    if (feature.connectionCharge !== undefined || this.#dated.hasPrice) return true;
    return book.tables.fixedFees.linesOf(tariff).isForSomeDay(this.#charge("oneOff"));
  }

  /** An answer of a tariff's lines holds until some of them change. */
  #holdsFor(tariff: CheckedFixedFeeTariff, day: DayNumber): void {
    const lines = this.#subject.book.tables.fixedFees.linesOf(tariff);
    this.#until = Math.min(this.#until, lines.nextChangeAfter(day));
  }

  #charge(kind: ChargeKind): Omit<Charge, "day" | "carrierAmount" | "carrierAmountType"> {
    this.#charges[kind] ??= {
      chargeKind: kind,
      names: feeNamesOf(this.#subject, this.labels(kind)),
      customer: this.#subject.customer,
      shown: shownFeature(this.#subject),
    };
    return this.#charges[kind];
  }

  /** Names of fixed fee tariffs that records may give are in the book: it would not have opened. */
  #tariffNamed(name: string): CheckedFixedFeeTariff {
    return this.#subject.book.tables.fixedFees.named(name)[0] as CheckedFixedFeeTariff;
  }

  /** The lines of a tariff that are for the charge and did not win, for a trace. */
  #fees(
    tariff: CheckedFixedFeeTariff,
    kind: ChargeKind,
    day: DayNumber,
    won?: PricedFixedFee,
  ): readonly PassedOver[] {
    if (this.#trace === undefined) return [];
    const lines = this.#subject.book.tables.fixedFees.linesOf(tariff);
    return feesPassedOver(lines, this.#charge(kind), day, won);
  }

  #shownTariff(id: string): string {
    return quoteValue(this.#subject.book.tables.fixedFees.withID(id)?.name);
  }

  #passedOver(kind: ChargeKind): readonly PassedOver[] {
    const { template } = this.#subject;
    const field = FIELDS[kind].retail;
    const own = { what: `${field} of ${shownFeature(this.#subject)}`, why: "is blank" };
    if (template === undefined) return [own];
    return [own, { what: `${field} of standard feature ${quoteValue(template.name)}`, why: "is blank" }];
  }

  #keptText(text: string, of: string, isFixed: boolean): Price {
    const last = this.#last.get(`${of} ${text}`);
    if (last !== undefined && last.isFixed === isFixed) return last;
    const places = decimalPlaces(text);
    const price = { each: fractionOf(toUnits(text, places) ?? 0n, places), isFixed };
    this.#last.set(`${of} ${text}`, price);
    return price;
  }

  #kept(each: Fraction, of: string, isFixed: boolean): Price {
    const last = this.#last.get(of);
    if (last !== undefined && (last.each === each || of !== "dated")) return last;
    const price = { each, isFixed };
    this.#last.set(of, price);
    return price;
  }
}

/** Where two errors apply, the first of the table. */
function firstOf(a: ChargeFault, b: ChargeFault): ChargeFault {
  return CHARGE_ERROR_CODES.indexOf(b.error) < CHARGE_ERROR_CODES.indexOf(a.error) ? b : a;
}
