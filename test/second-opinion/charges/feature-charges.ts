/**
 * One feature's charges in a range, R60 and R65 to R71: what falls due next, by date, until nothing more does.
 *
 * Decided here where the text leaves it open:
 * - New days without a price (a first dated price part-way through a period) still make the charge fall due on the first
 *   of them; the transaction covers, and the record keeps, the days with a price.
 * - A period that has a record is settled where either that record or the new fee is `fixed`.
 * - A `fixed` fee's wholesale amount by days is charged by days, a wholesale amount without days whole.
 * - A correction's featureCount is the billed count of its last day: as it now is, or as it was where no longer due.
 * - Where only the count of a day differs, and neither billed count, price nor net, the record stays as it is.
 * - A correction of 0 is no transaction and leaves the record's wholesale value, which says what transactions brought.
 * - A record none of whose days is due any more stays, with value "0" and no parts, so that a wholesale fee without days
 *   is not charged a second time.
 * - Records are written by day; more than 5,000 are `too-many-charges`, too.
 * - With a blank dueDate, what fell due before chargesFrom is passed over, and dueDate is written with the first charge.
 * - A feature that has nothing to charge is left alone; its dueDate does not move.
 * - Features in instalments are not warned of; what was charged of them otherwise, before, is corrected.
 */
import { greater, NONE, type Ratio } from "../ratio.ts";
import { isBlank, type Row, text } from "../values.ts";
import { firstSet, inForce, type Kind, labelsOf, nameOrNull, type Placed, rounded } from "./charge-book.ts";
import { ChargeError } from "./charge-error.ts";
import { checkFeature, isInstalments, type Terms } from "./check-feature.ts";
import { Committed, countOn, datedOn } from "./counts.ts";
import { type Day, formatDay, parseDay } from "./days.ts";
import type { Fee } from "./fixed-fees.ts";
import { Instalments } from "./instalments.ts";
import { type Period, periodsFrom } from "./periods.ts";
import {
  type ChargedDay,
  isBilledAlike,
  isOneOff,
  type PeriodRecord,
  readPeriod,
  writeOneOff,
  writePeriod,
} from "./records.ts";
import { netOn, schemeOn, schemesOf } from "./schemes.ts";
import { amountOf, type CarrierValue, carrierValueOf, shareOf, withWholesale } from "./wholesale.ts";

export type Source = "oneOff" | "recurring" | "instalment" | "correction";

/** A charge that has fallen due; the feature's state after it is kept where it was made. */
export interface Charge {
  readonly source: Source;
  readonly due: Day;
  readonly start: Day;
  readonly end: Day;
  readonly count: Ratio;
  readonly value: Ratio;
  readonly carrier: Ratio | null;
}

export interface FeatureOutcome {
  readonly transactions: readonly Row[];
  /** The fields that change; null where none does. */
  readonly state: Row | null;
  readonly error: ChargeError | null;
  readonly warning: { readonly code: string; readonly field: string; readonly message: string } | null;
}

/** What is to happen next: a day, its place among what falls due on that day, and the doing. */
interface Next {
  readonly due: Day;
  readonly place: 0 | 1 | 2;
  /** null: settled without a charge. */
  readonly make: () => Charge | null;
}

const MOST = 5_000;

/** Days after it cannot be written. */
const LAST_DAY = parseDay("9999-12-31");

export function chargeFeature(placed: Placed, from: Day, to: Day): FeatureOutcome {
  const untouched = { transactions: [], state: null, warning: null };
  try {
    const terms = checkFeature(placed, to);
    if (terms === null) return { ...untouched, error: null };
    return new FeatureRun(placed, terms).upTo(from, to);
  } catch (error) {
    if (error instanceof ChargeError) return { ...untouched, error };
    throw error;
  }
}

export class FeatureRun {
  readonly placed: Placed;
  readonly terms: Terms;
  readonly committed: Committed;
  readonly #schemes: ReturnType<typeof schemesOf>;
  readonly #oneOffs: Row[];
  readonly #instalments: Instalments | null;
  readonly #periods = new Map<string, PeriodRecord>();
  readonly #recorded = new Set<Day>();
  #dueDate: Day | null;
  /** Whether chargesMade has another record than before. */
  #isChanged = false;
  /** The periods of the feature, as far as they were looked at, and how many of them are settled for good. */
  readonly #calendar: Generator<Period>;
  readonly #known: Period[] = [];
  #settled = 0;

  constructor(placed: Placed, terms: Terms) {
    this.placed = placed;
    this.terms = terms;
    this.committed = new Committed(placed);
    this.#schemes = schemesOf(placed, terms.startDate);
    this.#calendar = periodsFrom(terms.startDate, terms.interval);
    const made = (placed.feature.chargesMade ?? []) as readonly Row[];
    this.#oneOffs = made.filter(isOneOff);
    for (const record of made.filter((row) => !isOneOff(row)).map(readPeriod)) this.#keep(record);
    this.#isChanged = false;
    this.#dueDate = terms.dueDate;
    this.#instalments = isInstalments(placed) ? new Instalments(placed, terms, this.committed) : null;
  }

  upTo(from: Day, to: Day): FeatureOutcome {
    const charges: Charge[] = [];
    const warning = this.#warning();
    let error: ChargeError | null = null;
    try {
      for (let next = this.#next(); next !== null && next.due <= to; next = this.#next()) {
        const charge = next.make();
        if (charge !== null) charges.push(charge);
        if (charges.length > MOST) throw this.#tooMany(charges[0]!.due);
        if (this.#oneOffs.length + this.#periods.size > MOST) throw this.#tooManyRecords();
      }
    } catch (thrown) {
      if (!(thrown instanceof ChargeError) || thrown.code === "too-many-charges") throw thrown;
      error = thrown;
    }
    const place = ({ source }: Charge): number => ["oneOff", "recurring", "instalment"].indexOf(source) >>> 0;
    charges.sort((a, b) => a.due - b.due || place(a) - place(b) || a.start - b.start);
    return {
      transactions: charges.map((charge) => this.#transaction(charge, from)),
      state: this.#state(),
      error,
      warning,
    };
  }

  #tooManyRecords(): ChargeError {
    return new ChargeError(
      "too-many-charges",
      "chargesMade",
      `Feature ${text(this.placed.feature.id)} would have more than 5,000 records in chargesMade; take out those that need no correction any more.`,
    );
  }

  #tooMany(first: Day): ChargeError {
    const { feature } = this.placed;
    const since = formatDay(first);
    return new ChargeError(
      "too-many-charges",
      "dueDate",
      `Feature ${text(feature.id)} has more than 5,000 transactions due since ${since}; set its dueDate.`,
    );
  }

  #next(): Next | null {
    const nexts = [
      this.#nextOneOff(),
      this.#instalments === null ? this.#nextRecurring() : this.#nextInstalment(this.#instalments),
      this.#nextCorrection(),
    ].filter((next) => next !== null);
    nexts.sort((a, b) => a.due - b.due || a.place - b.place);
    return nexts[0] ?? null;
  }

  /** A blank dueDate settles nothing but what fell due before `chargesFrom`. */
  #isSettled(due: Day): boolean {
    return this.#dueDate === null && this.terms.chargesFrom !== null && due < this.terms.chargesFrom;
  }

  #isInDates(day: Day): boolean {
    return day >= this.terms.startDate && (this.terms.endDate === null || day <= this.terms.endDate);
  }

  // R66

  #oneOffDone = false;

  #nextOneOff(): Next | null {
    const day = this.terms.startDate;
    const isDone =
      this.#oneOffDone ||
      this.#oneOffs.length > 0 ||
      (this.terms.dueDate !== null && this.terms.dueDate > day) ||
      (this.terms.dueDate === null && this.terms.chargesFrom !== null && day < this.terms.chargesFrom) ||
      !this.#isInDates(day);
    if (isDone) return null;
    return { due: day, place: 0, make: () => this.#makeOneOff(day) };
  }

  #makeOneOff(day: Day): Charge | null {
    const asked = { placed: this.placed, kind: "oneOff" as Kind, day };
    const amount = amountOf(asked);
    this.#oneOffDone = true;
    if (amount === null) return null;
    const { fee, wholesale } = amount;
    const count = this.committed.bill(countOn(this.placed, day));
    const net = netOn(this.#schemes, { day, kind: "oneOff", price: fee.price, count });
    const value = rounded(this.placed.data, net);
    this.#isChanged = true;
    this.#oneOffs.push(writeOneOff({ startDate: day, value }));
    const carrier = wholesale === null ? null : rounded(this.placed.data, wholesale.price.times(count));
    return { source: "oneOff", due: day, start: day, end: day, count, value, carrier };
  }

  // R67

  #nextRecurring(): Next | null {
    const { startDate, endDate, interval } = this.terms;
    const first = Math.max(startDate, this.#dueDate ?? startDate);
    while (this.#periodAt(this.#settled).end < first) this.#settled++;
    for (let k = this.#settled; ; k++) {
      const period = this.#periodAt(k);
      if (endDate !== null && period.start > endDate) return null;
      const days: Day[] = [];
      for (let day = Math.max(first, period.start); day <= period.end; day++) {
        if (this.#isInDates(day) && !this.#isRecorded(day)) days.push(day);
      }
      if (days.length === 0) continue;
      const due = interval.inArrears ? days.at(-1)! + 1 : days[0]!;
      if (this.#isSettled(due)) continue;
      return { due, place: 1, make: () => this.#makeRecurring(period, days, due) };
    }
  }

  #periodAt(k: number): Period {
    while (this.#known.length <= k) this.#known.push(this.#calendar.next().value as Period);
    return this.#known[k]!;
  }

  #isRecorded(day: Day): boolean {
    return this.#recorded.has(day);
  }

  #makeRecurring(period: Period, days: readonly Day[], due: Day): Charge | null {
    const { data, feature } = this.placed;
    const first = days[0]!;
    const record = this.#periods.get(keyOf(period));
    const asked = { placed: this.placed, kind: "recurring" as Kind, day: first };
    const dated = datedOn(feature, "serviceCharge", first);
    const settle = (settled: readonly Day[]): null => {
      this.#dueDate = settled.at(-1)! + 1;
      return null;
    };
    if (record?.fixed) return settle(days);
    const own = dated === null ? amountOf(asked) : null;
    const priced =
      own === null ? days.filter((day) => datedOn(feature, "serviceCharge", day) !== null) : days;
    const [start, end] = [priced[0], priced.at(-1)];
    if (start === undefined || end === undefined) return settle(days);
    const each = datedOn(feature, "serviceCharge", start);
    const { fee, wholesale } = own ?? withWholesale({ price: each!, type: "proRata" }, asked);
    const isFixed = fee.type === "fixed";
    if (isFixed && record !== undefined) return settle(days);
    const byDays = wholesale?.type === "proRata" ? wholesale.price : null;

    const charged = new Map<Day, ChargedDay>();
    let last: { readonly of: readonly unknown[]; readonly charged: ChargedDay } | null = null;
    for (const day of priced) {
      const price = isFixed ? fee.price : (datedOn(feature, "serviceCharge", day) ?? fee.price);
      const like = isFixed ? first : day;
      const count = countOn(this.placed, like);
      const billed = this.committed.bill(count);
      // A day like the one before it is not worked out again.
      const of: unknown[] = [count, billed, price, schemeOn(this.#schemes, like)];
      if (last === null || of.some((value, at) => value !== last?.of[at])) {
        const net = netOn(this.#schemes, { day: like, kind: "recurring", price, count: billed });
        last = { of, charged: { count, billed, price, net, carrier: byDays } };
      }
      charged.set(day, last.charged);
    }

    const grown: PeriodRecord = {
      ...period,
      fixed: isFixed,
      value: record?.value ?? NONE,
      valueCarrier: record?.valueCarrier ?? null,
      days: new Map([...(record?.days ?? []), ...charged]),
    };
    const total = rounded(data, isFixed ? charged.get(start)!.net : shareOf(grown));
    const carrier = this.#carrierOf(wholesale, grown, record ?? null);
    this.#keep({ ...grown, value: total, valueCarrier: carrier.total });
    this.#lookAgainAfter(start);
    this.#dueDate = end + 1;
    const value = total.minus(record?.value ?? NONE);
    const count = charged.get(end)!.billed;
    return { source: "recurring", due, start, end, count, value, carrier: carrier.added };
  }

  #carrierOf(wholesale: Fee | null, grown: PeriodRecord, record: PeriodRecord | null): CarrierValue {
    if (wholesale === null) return { added: null, total: null };
    if (wholesale.type === "proRata") return carrierValueOf(this.placed, grown, record);
    if (record !== null) return { added: null, total: record.valueCarrier };
    const [first] = [...grown.days.values()];
    const value = rounded(this.placed.data, wholesale.price.times(first!.billed));
    return { added: value, total: value };
  }

  /** The record of a period, in place of the one that it had. */
  #keep(record: PeriodRecord): void {
    const old = this.#periods.get(keyOf(record));
    for (const day of old?.days.keys() ?? []) this.#recorded.delete(day);
    for (const day of record.days.keys()) this.#recorded.add(day);
    this.#periods.set(keyOf(record), record);
    this.#differing.delete(keyOf(record));
    this.#unlooked.add(record);
    this.#reached = null;
    this.#isChanged = true;
  }

  #reached: ReadonlyArray<readonly [day: Day, highest: Ratio]> | null = null;

  /** The highest billed count of the days recorded before a day. */
  #reachedBefore(day: Day): Ratio {
    if (this.#reached === null) {
      const billed = [...this.#periods.values()].flatMap(({ days }) => [...days]).sort(([a], [b]) => a - b);
      let highest = NONE;
      this.#reached = billed.map(([on, charged]) => {
        highest = greater(highest, charged.billed);
        return [on, highest] as const;
      });
    }
    return this.#reached.findLast(([on]) => on < day)?.[1] ?? NONE;
  }

  // R69

  /** The first day that differs of each period that has one; looked for again where what its days may not fall below changes. */
  readonly #differing = new Map<string, Day>();
  readonly #unlooked = new Set<PeriodRecord>();
  #committedThen: Ratio | null = null;

  #nextCorrection(): Next | null {
    if (this.committed.count !== this.#committedThen) {
      this.#committedThen = this.committed.count;
      for (const record of this.#periods.values()) this.#unlooked.add(record);
    }
    for (const record of this.#unlooked) {
      if (record.fixed || this.#periods.get(keyOf(record)) !== record) continue;
      const first = this.#asItStands(record).differing[0];
      if (first === undefined) this.#differing.delete(keyOf(record));
      else this.#differing.set(keyOf(record), first);
    }
    this.#unlooked.clear();
    let earliest: Next | null = null;
    for (const [key, due] of this.#differing) {
      const record = this.#periods.get(key)!;
      if (earliest !== null && earliest.due <= due) continue;
      earliest = { due, place: 2, make: () => this.#makeCorrection(record) };
    }
    return earliest;
  }

  /** The period's days as they now are, and those that differ from what the record has. */
  #asItStands(record: PeriodRecord): { days: Map<Day, ChargedDay>; differing: Day[]; reached: Ratio | null } {
    const { feature } = this.placed;
    const days = new Map<Day, ChargedDay>();
    const differing: Day[] = [];
    let reached: Ratio | null = null;
    const least = (day: Day, { billed }: ChargedDay): Ratio =>
      this.committed.isPeak
        ? greater(greater(billed, reached ?? NONE), this.#reachedBefore(day))
        : (this.committed.count ?? NONE);
    for (const [day, was] of [...record.days].sort(([a], [b]) => a - b)) {
      if (!this.#isInDates(day)) {
        differing.push(day);
        continue;
      }
      const count = datedOn(feature, "featureCount", day) ?? was.count;
      const price = datedOn(feature, "serviceCharge", day) ?? was.price;
      let now = was;
      if (!count.equals(was.count) || !price.equals(was.price)) {
        const billed = greater(count, least(day, was));
        reached = greater(billed, reached ?? NONE);
        const net = netOn(this.#schemes, { day, kind: "recurring", price, count: billed });
        now = { ...was, count, billed, price, net };
      }
      days.set(day, now);
      if (!isBilledAlike(was, now)) differing.push(day);
    }
    return { days, differing, reached };
  }

  /** Under `peak` days recorded after a day that is charged or put right may have to follow it. */
  #lookAgainAfter(day: Day): void {
    if (!this.committed.isPeak) return;
    for (const record of this.#periods.values()) if (record.end > day) this.#unlooked.add(record);
  }

  #makeCorrection(record: PeriodRecord): Charge | null {
    const { days, differing, reached } = this.#asItStands(record);
    if (reached !== null) this.committed.reach(reached);
    const [start, end] = [differing[0]!, differing.at(-1)!];
    this.#lookAgainAfter(start);
    const now = { ...record, days };
    const value = rounded(this.placed.data, shareOf(now)).minus(record.value);
    const carrier = carrierValueOf(this.placed, now, record);
    const isCharged = !value.equals(NONE);
    this.#keep({
      ...now,
      value: record.value.plus(value),
      valueCarrier: isCharged ? carrier.total : record.valueCarrier,
    });
    const { endDate } = this.terms;
    if (endDate !== null && differing.some((day) => day > endDate) && (this.#dueDate ?? endDate) > endDate) {
      this.#dueDate = endDate + 1;
      this.#settled = 0;
    }
    if (!isCharged) return null;
    const last = days.get(end) ?? record.days.get(end)!;
    return {
      source: "correction",
      due: start,
      start,
      end,
      count: last.billed,
      value,
      carrier: carrier.added,
    };
  }

  // R75

  #nextInstalment(instalments: Instalments): Next | null {
    const next = instalments.next(this.#dueDate);
    if (next === null) return null;
    return {
      due: next.due,
      place: 1,
      make: () => {
        const { charge, dueDate } = next.make();
        this.#dueDate = dueDate;
        return charge;
      },
    };
  }

  // Results

  #transaction(charge: Charge, from: Day): Row {
    const { feature, number, service, customer } = this.placed;
    const owner = isBlank(feature.numberID) ? service : number;
    const labels = labelsOf(this.placed, charge.source === "oneOff" ? "oneOff" : "recurring");
    return {
      customerID: customer === null ? null : text(customer.id),
      numberID: nameOrNull(feature.numberID),
      serviceID: nameOrNull(feature.serviceID),
      featureID: text(feature.id),
      transactionSource: charge.source,
      transactionType: labels.transactionType,
      transactionDescription: nameOrNull(inForce(this.placed, "description")),
      transactionDate: formatDay(charge.due),
      transactionBillDate: formatDay(Math.max(charge.due, from)),
      transactionStartDate: formatDay(charge.start),
      transactionEndDate: formatDay(charge.end),
      featureCount: Number(charge.count.toFixed()),
      transactionValue: charge.value.toFixed(),
      transactionValueCarrier: charge.carrier?.toFixed() ?? null,
      transactionCarrier: labels.carrier,
      transactionCode: labels.code,
      transactionVATRate: nameOrNull(firstSet(inForce(this.placed, "VATRate"), customer?.VATRate)),
      site: nameOrNull(firstSet(feature.site, owner.site)),
      campaign: nameOrNull(firstSet(feature.campaign, owner.campaign)),
    };
  }

  #state(): Row | null {
    const { feature } = this.placed;
    const { committed } = this;
    const state: Record<string, unknown> = {};
    const dueDate = this.#dueDate === null ? null : Math.min(this.#dueDate, LAST_DAY);
    if (dueDate !== this.terms.dueDate && dueDate !== null) state.dueDate = formatDay(dueDate);
    const committedNow = committed.count?.toFixed() ?? null;
    const committedWas = new Committed(this.placed).count?.toFixed() ?? null;
    if (committedNow !== committedWas) state.featureCountCommitted = Number(committedNow);
    Object.assign(state, this.#instalments?.state() ?? {});
    if (this.#isChanged) {
      const periods = [...this.#periods.values()].sort((a, b) => a.start - b.start || a.end - b.end);
      state.chargesMade = [...this.#oneOffs, ...periods.map(writePeriod)];
    }
    return Object.keys(state).length === 0 ? null : { id: text(feature.id), ...state };
  }

  /** R69: days that were settled without a record cannot be taken back. */
  #warning(): FeatureOutcome["warning"] {
    const { startDate, endDate, dueDate } = this.terms;
    if (endDate === null || dueDate === null || this.#instalments !== null) return null;
    for (let day = Math.max(endDate + 1, startDate); day < dueDate; day++) {
      if (this.#isRecorded(day)) continue;
      return {
        code: "no-history",
        field: "endDate",
        message: `Feature ${text(this.placed.feature.id)} ends on ${formatDay(endDate)}, but was settled up to ${formatDay(dueDate - 1)} without a record of what was charged from ${formatDay(day)} on; if it was charged, credit it by hand.`,
      };
    }
    return null;
  }
}

function keyOf({ start, end }: Period): string {
  return `${start} ${end}`;
}
