/**
 * R71, R72: what fixed fee tariffs make of the charges of one feature, the customer's and the carrier's.
 *
 * Where the rules are silent: a wholesale tariff is nobody's in particular (as R29 has it for calls), and one in another
 * currency than the customer's says nothing, because amounts are not converted.
 */

import {
  FEE_LIST_ORDER,
  type FeeFacts,
  type FeeLineIndex,
  type FeeList,
  type OpenedFee,
} from "../../book/index.ts";
import { type DayNumber, formatCivilDate } from "../../calendar/index.ts";
import { type CheckedFixedFeeTariff, PRICE_DECIMALS, quoteValue } from "../../model/index.ts";
import {
  decimalPlaces,
  decimalTextOf,
  type Fraction,
  formatUnits,
  fractionOf,
  toUnits,
} from "../../money/index.ts";
import type { ChargeTrace, PassedOver } from "../charge-trace.ts";
import { ChargeFault } from "../charged.ts";
import { type Charge, fixedFeeOf, type NoFixedFee, type PricedFixedFee } from "../fixed-fee.ts";
import { type ChargeKind, feeNamesOf, type Labels, type Subject, shownFeature } from "../subject.ts";

/** What one costs for a whole period. */
export interface Price {
  readonly each: Fraction;
  /** Charged whole whatever the days (R72). */
  readonly isFixed: boolean;
}

/** The fixed fee tariffs of one feature's charges. */
export class TariffAmounts {
  readonly #subject: Subject;
  readonly #labels: (kind: ChargeKind) => Labels;
  readonly #trace: ChargeTrace | undefined;
  readonly #charges: { [K in ChargeKind]?: Omit<Charge, "day" | "carrierAmount" | "carrierAmountType"> } = {};
  readonly #prices = new Map<string, Price>();
  /** The first day for which an answer may be otherwise; who asks sets it back. */
  until: DayNumber = Number.POSITIVE_INFINITY;

  constructor(subject: Subject, labels: (kind: ChargeKind) => Labels, trace: ChargeTrace | undefined) {
    this.#subject = subject;
    this.#labels = labels;
    this.#trace = trace;
  }

  /** What one costs by the wholesale tariff of the charge's carrier; undefined where that is not known. */
  wholesale(kind: ChargeKind, day: DayNumber): Price | undefined | ChargeFault {
    const carrier = this.#labels(kind).transactionCarrier;
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
    return this.#kept(fee.price, fee.type === "fixed");
  }

  /** What one costs by the customer's tariff, or that it has no line for the charge. */
  retail(
    tariff: CheckedFixedFeeTariff,
    kind: ChargeKind,
    day: DayNumber,
    wholesale: Price | undefined,
  ): Price | NoFixedFee | ChargeFault {
    this.#holdsFor(tariff, day);
    const fee = fixedFeeOf(this.#subject.book, tariff, {
      ...this.#charge(kind),
      day,
      carrierAmount: wholesale === undefined ? undefined : decimalTextOf(wholesale.each),
      carrierAmountType: wholesale?.isFixed === true ? "fixed" : "proRata",
    });
    if (fee.outcome === "error") return new ChargeFault(fee.error, fee.message, fee.field);
    if (fee.outcome === "none") {
      const reason = `${quoteValue(tariff.name)} has no line for it`;
      this.#trace?.choose("R72", "price", undefined, reason, this.#fees(tariff, kind, day));
      return fee;
    }
    this.#tell(fee, this.#fees(tariff, kind, day, fee), wholesale);
    return this.#kept(fee.price, fee.type === "fixed");
  }

  /** Whether the tariff has a line for a charge of the feature on any day at all. */
  isForSomeDay(tariff: CheckedFixedFeeTariff, kind: ChargeKind): boolean {
    return this.#subject.book.tables.fixedFees.linesOf(tariff).isForSomeDay(this.#charge(kind));
  }

  #tell(fee: PricedFixedFee, passedOver: readonly PassedOver[], wholesale: Price | undefined): void {
    if (this.#trace === undefined) return;
    const markup = fee.markup === null ? "" : `, a markup of ${fee.markup} %`;
    const reason = `${fee.line} of ${this.#shownTariff(fee.tariffID)}, ${fee.type}${markup}`;
    this.#trace.choose("R72", "price", fee.price, reason, passedOver);
    if (fee.markup === null || wholesale === undefined) return;
    const inputs = `${decimalTextOf(wholesale.each)} × (100 + ${fee.markup}) ÷ 100`;
    this.#trace.sum("R72", "markup", inputs, fee.price);
  }

  /** An answer of a tariff's lines holds until some of them change. */
  #holdsFor(tariff: CheckedFixedFeeTariff, day: DayNumber): void {
    const lines = this.#subject.book.tables.fixedFees.linesOf(tariff);
    this.until = Math.min(this.until, lines.nextChangeAfter(day));
  }

  #charge(kind: ChargeKind): Omit<Charge, "day" | "carrierAmount" | "carrierAmountType"> {
    this.#charges[kind] ??= {
      chargeKind: kind,
      names: feeNamesOf(this.#subject, this.#labels(kind)),
      customer: this.#subject.customer,
      shown: shownFeature(this.#subject),
    };
    return this.#charges[kind];
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

  /** A price that a tariff gave before is the same object. */
  #kept(text: string, isFixed: boolean): Price {
    const key = `${isFixed} ${text}`;
    let price = this.#prices.get(key);
    if (price === undefined) {
      const places = decimalPlaces(text);
      price = { each: fractionOf(toUnits(text, places) ?? 0n, places), isFixed };
      this.#prices.set(key, price);
    }
    return price;
  }
}

/** Lines that an explanation names; the others are counted. */
const MOST = 20;

/** The lines passed over for the one that won, or for none. */
function feesPassedOver(
  lines: FeeLineIndex,
  charge: FeeFacts,
  day: DayNumber,
  priced: PricedFixedFee | undefined,
): readonly PassedOver[] {
  const all = [...lines.linesFor(charge)];
  const won = all.find(
    ({ tariff, place }) => tariff.id === priced?.tariffID && `rates[${place}]` === priced.line,
  );
  const passed: PassedOver[] = [];
  let more = 0;
  for (const fee of all) {
    if (fee === won) continue;
    if (passed.length < MOST) passed.push({ what: shownFee(fee), why: whyNot(fee, day, won) });
    else more++;
  }
  for (const { tariff, place, isReplaced } of lines.hiddenFrom(charge)) {
    const why = isReplaced ? "a line of a nearer tariff replaces it" : "has no fixedFeeValue";
    if (passed.length < MOST) passed.push({ what: `rates[${place}] of ${quoteValue(tariff.name)}`, why });
    else more++;
  }
  if (more > 0) passed.push({ what: `${more} more lines`, why: "likewise" });
  return passed;
}

/** A line as people read it: its place, its tariff and its value. */
function shownFee({ place, tariff, value, line }: OpenedFee): string {
  const type = line.fixedFeeTariffType ?? "proRata";
  const shown = formatUnits(value, PRICE_DECIMALS);
  return `rates[${place}] of ${quoteValue(tariff.name)}, ${type === "markup" ? `markup of ${shown} %` : `${type} ${shown}`}`;
}

function whyNot(fee: OpenedFee, day: DayNumber, won: OpenedFee | undefined): string {
  const { startDate, endDate } = fee.line;
  if (startDate !== undefined && day < startDate) return `begins on ${formatCivilDate(startDate)}`;
  if (endDate !== undefined && endDate < day) return `ended on ${formatCivilDate(endDate)}`;
  if (won === undefined) return "fits as closely as another line";
  if (fee.box.size !== won.box.size) return `sets ${lists(fee)}, the one chosen sets ${lists(won)}`;
  const weightier = FEE_LIST_ORDER.find((list) => fee.box.has(list) !== won.box.has(list));
  if (weightier !== undefined) return `sets ${shownLists(fee)}, and ${weightier} goes before that`;
  if (fee.line.chargeKind !== won.line.chargeKind) return "names no chargeKind";
  if (fee.depth !== won.depth) return `is of a tariff further up than ${quoteValue(won.tariff.name)}`;
  return "starts earlier";
}

function lists({ box: { size } }: OpenedFee): string {
  if (size === 0) return "no list";
  return size === 1 ? "one list" : `${size} lists`;
}

function shownLists({ box }: OpenedFee): string {
  return FEE_LIST_ORDER.filter((list: FeeList) => box.has(list)).join(" and ");
}
