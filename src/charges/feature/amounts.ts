/** R71, R72: the price of one of a feature, retail and wholesale, on the first of the days that are charged. */
import type { FeeFacts } from "../../book/index.ts";
import { type DayNumber, formatCivilDate } from "../../calendar/index.ts";
import { type CheckedFixedFeeTariff, madeOnce, PRICE_DECIMALS, quoteValue } from "../../model/index.ts";
import { decimalPlaces, decimalTextOf, type Fraction, fractionOf, toUnits } from "../../money/index.ts";
import type { ChargeTrace, PassedOver } from "../charge-trace.ts";
import { CHARGE_ERROR_CODES, ChargeFault } from "../charged.ts";
import { type FeeCharge, fixedFeeOf, type NoFixedFee, type PricedFixedFee } from "../fixed-fee.ts";
import {
  type ChargeKind,
  feeNamesOf,
  type Labels,
  labelsOf,
  type Subject,
  shownFeature,
} from "../subject.ts";
import type { DatedValues } from "./day-values.ts";
import { feesPassedOver } from "./fees-passed-over.ts";
import { tellDated, tellTariff } from "./tell.ts";

/** The price of one for a whole period. */
interface Price {
  readonly each: Fraction;
  /** Charged whole, regardless of days (R72). */
  readonly isFixed: boolean;
}

/** The price of one, and its wholesale price where known. */
export interface PricePair {
  readonly price: Price;
  readonly wholesale: Price | undefined;
}

type Side = "retail" | "wholesale";

const FIELDS = {
  oneOff: { retail: "connectionCharge", wholesale: "connectionChargeCarrier", shown: "one-off" },
  recurring: { retail: "serviceCharge", wholesale: "serviceChargeCarrier", shown: "recurring" },
} as const;

/** A cached amount, and its days: from the day of the request up to the next change of a tariff's lines. */
interface HeldAmount {
  readonly from: DayNumber;
  readonly until: DayNumber;
  readonly amount: PricePair | undefined;
}

/** The amounts of one feature. Equal amounts of different days are one object. */
export class Amounts {
  readonly #subject: Subject;
  readonly #dated: DatedValues;
  readonly #trace: ChargeTrace | undefined;
  readonly #labels: { [K in ChargeKind]?: Labels } = {};
  readonly #prices = new Map<string, Price>();
  #held: HeldAmount | undefined;
  /** The first day on which the tariffs' lines may give another price. */
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

  /** The one-off price of one; undefined where there is no such charge. */
  oneOff(day: DayNumber): PricePair | undefined | ChargeFault {
    return this.#of("oneOff", day);
  }

  /** The price of one for a whole period; undefined where there is no such charge. */
  recurring(day: DayNumber): PricePair | undefined | ChargeFault {
    const held = this.#held;
    if (held !== undefined && held.from <= day && day < held.until) return held.amount;
    this.#until = Number.POSITIVE_INFINITY;
    const amount = this.#of("recurring", day);
    if (this.#trace === undefined && !(amount instanceof ChargeFault)) {
      this.#held = { from: day, until: this.#until, amount };
    }
    return amount;
  }

  /** A dated price of the feature, with its wholesale price (R70). */
  ofDated(each: Fraction, day: DayNumber): PricePair | ChargeFault {
    tellDated(this.#trace, each, day);
    return withWholesale({ each, isFixed: false }, this.wholesale("recurring", day));
  }

  #of(kind: ChargeKind, day: DayNumber): PricePair | undefined | ChargeFault {
    const fromRecords = this.#ofRecords(kind, "retail");
    if (fromRecords !== undefined) return withWholesale(fromRecords, this.wholesale(kind, day));
    const { tariff: name, book } = this.#subject;
    if (name === undefined) {
      this.#trace?.choose("R71", "price", undefined, "there is no such charge", this.#blankFields(kind));
      return undefined;
    }
    tellTariff(this.#trace, this.#subject, this.#blankFields(kind));
    // A book opens only if it has all fixed fee tariffs that its records name.
    const tariff = book.tables.fixedFees.named(name)[0] as CheckedFixedFeeTariff;
    const wholesale = this.wholesale(kind, day);
    const known = wholesale instanceof ChargeFault ? undefined : wholesale;
    const fee = this.#feeOf(tariff, kind, day, {
      carrierAmount: known && decimalTextOf(known.each),
      carrierAmountType: known?.isFixed === true ? "fixed" : "proRata",
      customer: this.#subject.customer,
    });
    if (fee instanceof ChargeFault) return wholesale instanceof ChargeFault ? firstOf(fee, wholesale) : fee;
    if (fee.outcome === "none") return this.#noFee(tariff, kind, day, fee);
    return withWholesale(this.#priceOf(fee), wholesale);
  }

  /** The wholesale price of one; undefined where not known. */
  wholesale(kind: ChargeKind, day: DayNumber): Price | undefined | ChargeFault {
    const fromRecords = this.#ofRecords(kind, "wholesale");
    if (fromRecords !== undefined) return fromRecords;
    const carrier = this.labels(kind).transactionCarrier;
    const { book, tables, customer } = this.#subject;
    // A wholesale tariff belongs to no customer (as R29 has it for calls); amounts are not converted.
    const [tariff, other] = (tables.wholesale.get(carrier ?? "") ?? []).filter(
      ({ currency }) => (currency ?? book.settings.currency) === customer?.currency,
    );
    if (carrier === null || tariff === undefined) {
      const reason = "neither an amount nor a tariff has one";
      this.#trace?.choose("R71", "price", undefined, reason, [], "wholesale");
      return undefined;
    }
    if (other !== undefined) {
      const message = `Two wholesale fixed fee tariffs are for the carrier ${quoteValue(carrier)} of ${shownFeature(this.#subject)}: ${quoteValue(tariff.name)} and ${quoteValue(other.name)}.`;
      return new ChargeFault("ambiguous-fixed-fee", message, "fixedFeeTariff");
    }
    const asked = { carrierAmount: undefined, carrierAmountType: "proRata", customer: undefined } as const;
    const fee = this.#feeOf(tariff, kind, day, asked, carrier);
    if (fee instanceof ChargeFault) return fee;
    return fee.outcome === "none" ? undefined : this.#priceOf(fee);
  }

  /** Prices a charge by a tariff and traces the steps; `carrier` is set where the tariff has its wholesale prices. */
  #feeOf(
    tariff: CheckedFixedFeeTariff,
    kind: ChargeKind,
    day: DayNumber,
    asked: Pick<FeeCharge, "carrierAmount" | "carrierAmountType" | "customer">,
    carrier?: string,
  ): PricedFixedFee | NoFixedFee | ChargeFault {
    const { book } = this.#subject;
    const { fixedFees } = book.tables;
    const lines = fixedFees.linesOf(tariff);
    const facts = this.#factsOf(kind);
    this.#until = Math.min(this.#until, lines.nextChangeAfter(day));
    const fee = fixedFeeOf(book, tariff, { ...facts, ...asked, day, shown: shownFeature(this.#subject) });
    if (fee.outcome === "error") return new ChargeFault(fee.error, fee.message, fee.field);
    if (this.#trace === undefined) return fee;
    const side = carrier === undefined ? "retail" : "wholesale";
    if (fee.outcome === "none") {
      const reason = `${quoteValue(tariff.name)} has no line for it`;
      const passedOver = feesPassedOver(lines, facts, day, undefined);
      this.#trace.choose("R72", "price", undefined, reason, passedOver, side);
      return fee;
    }
    const markup = fee.markup === null ? "" : `, a markup of ${fee.markup} %`;
    const how = carrier === undefined ? `${fee.type}${markup}` : `wholesale for ${quoteValue(carrier)}`;
    const reason = `${fee.line} of ${quoteValue(fixedFees.withID(fee.tariffID)?.name)}, ${how}`;
    this.#trace.choose("R72", "price", fee.price, reason, feesPassedOver(lines, facts, day, fee), side);
    if (fee.markup !== null && asked.carrierAmount !== undefined) {
      const inputs = `${asked.carrierAmount} × (100 + ${fee.markup}) ÷ 100`;
      this.#trace.sum("R72", "markup", inputs, fee.price);
    }
    return fee;
  }

  #factsOf(kind: ChargeKind): FeeFacts {
    return { chargeKind: kind, names: feeNamesOf(this.#subject, this.labels(kind)) };
  }

  /** The amount in the record of the feature or its standard feature. */
  #ofRecords(kind: ChargeKind, side: Side): Price | undefined {
    const field = FIELDS[kind][side];
    const { feature, record, template } = this.#subject;
    const amount = feature[field];
    if (amount === undefined) return undefined;
    const price = this.#kept(amount, PRICE_DECIMALS, false);
    if (this.#trace !== undefined) {
      const what = `${field} of ${shownFeature(this.#subject)}`;
      const isOwn = record[field] !== undefined;
      const from = isOwn ? what : `${field} of standard feature ${quoteValue(template?.name)}`;
      const passedOver = isOwn ? [] : [{ what, why: "is blank" }];
      this.#trace.choose("R71", "price", decimalTextOf(price.each), from, passedOver, side);
    }
    return price;
  }

  /** R71: a tariff without a line for the charge is an error where it should have one, else there is no such charge. */
  #noFee(
    tariff: CheckedFixedFeeTariff,
    kind: ChargeKind,
    day: DayNumber,
    { fitsOnOtherDates }: NoFixedFee,
  ): undefined | ChargeFault {
    if (!fitsOnOtherDates && (kind === "oneOff" || this.#hasOneOff(tariff))) return undefined;
    const type = this.#subject.feature.featureType;
    const what = type === undefined ? "" : ` (${type})`;
    const message = `${quoteValue(tariff.name)} has no ${FIELDS[kind].shown} fee for ${shownFeature(this.#subject)}${what} on ${formatCivilDate(day)}.`;
    return new ChargeFault("no-fixed-fee", message, "fixedFeeTariff");
  }

  /** Whether a recurring fee is optional: there is a one-off amount, a dated price, or a one-off line of the tariff. */
  #hasOneOff(tariff: CheckedFixedFeeTariff): boolean {
    const { feature, book } = this.#subject;
    if (feature.connectionCharge !== undefined || this.#dated.hasPrice) return true;
    return book.tables.fixedFees.linesOf(tariff).isForSomeDay(this.#factsOf("oneOff"));
  }

  /** The blank fields that come before a tariff. */
  #blankFields(kind: ChargeKind): readonly PassedOver[] {
    const { template } = this.#subject;
    const levels = [shownFeature(this.#subject)];
    if (template !== undefined) levels.push(`standard feature ${quoteValue(template.name)}`);
    return levels.map((level) => ({ what: `${FIELDS[kind].retail} of ${level}`, why: "is blank" }));
  }

  #priceOf({ price, type }: PricedFixedFee): Price {
    const places = decimalPlaces(price);
    return this.#kept(toUnits(price, places) ?? 0n, places, type === "fixed");
  }

  /** A cached price: equal prices are one object. */
  #kept(units: bigint | number, places: number, isFixed: boolean): Price {
    const key = `${units} ${places} ${isFixed}`;
    return madeOnce(this.#prices, key, () => ({ each: fractionOf(units, places), isFixed }));
  }
}

function withWholesale(price: Price, wholesale: Price | undefined | ChargeFault): PricePair | ChargeFault {
  return wholesale instanceof ChargeFault ? wholesale : { price, wholesale };
}

/** Of two errors, the one that comes first in the table of errors. */
function firstOf(a: ChargeFault, b: ChargeFault): ChargeFault {
  return CHARGE_ERROR_CODES.indexOf(b.error) < CHARGE_ERROR_CODES.indexOf(a.error) ? b : a;
}
