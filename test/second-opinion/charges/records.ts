/** `chargesMade`, one day at a time: what a day was charged at, and what a period has brought so far (R67, R69). */
import type { Ratio } from "../ratio.ts";
import { flagOf, isBlank, type Row, text } from "../values.ts";
import { pounds } from "./charge-book.ts";
import { type Day, formatDay, parseDay } from "./days.ts";

export interface ChargedDay {
  readonly count: Ratio;
  readonly billed: Ratio;
  /** Of one for a whole period. */
  readonly price: Ratio;
  /** What all come to for a whole period, after the scheme. */
  readonly net: Ratio;
  /** Of one for a whole period; null: none, or not by days. */
  readonly carrier: Ratio | null;
}

export interface PeriodRecord {
  readonly start: Day;
  readonly end: Day;
  readonly fixed: boolean;
  readonly value: Ratio;
  readonly valueCarrier: Ratio | null;
  readonly days: ReadonlyMap<Day, ChargedDay>;
}

export interface OneOffRecord {
  readonly startDate: Day;
  readonly value: Ratio;
}

export function isOneOff(row: Row): boolean {
  return text(row.source) === "oneOff";
}

export function readPeriod(row: Row): PeriodRecord {
  const days = new Map<Day, ChargedDay>();
  for (const part of row.parts as readonly Row[]) {
    const charged = {
      count: pounds(part.count)!,
      billed: pounds(part.billed)!,
      price: pounds(part.price)!,
      net: pounds(part.net)!,
      carrier: pounds(part.carrier),
    };
    const end = parseDay(text(part.endDate));
    for (let day = parseDay(text(part.startDate)); day <= end; day++) days.set(day, charged);
  }
  return {
    start: parseDay(text(row.periodStart)),
    end: parseDay(text(row.periodEnd)),
    fixed: flagOf(row.fixed) === true,
    value: pounds(row.value)!,
    valueCarrier: isBlank(row.valueCarrier) ? null : pounds(row.valueCarrier),
    days,
  };
}

export function writeOneOff({ startDate, value }: OneOffRecord): Row {
  return { source: "oneOff", startDate: formatDay(startDate), value: value.toFixed() };
}

export function writePeriod(record: PeriodRecord): Row {
  const parts: Array<{ start: Day; end: Day; charged: ChargedDay }> = [];
  for (const [day, charged] of [...record.days].sort(([a], [b]) => a - b)) {
    const last = parts.at(-1);
    if (last !== undefined && last.end === day - 1 && isAlike(last.charged, charged)) last.end = day;
    else parts.push({ start: day, end: day, charged });
  }
  return {
    source: "recurring",
    periodStart: formatDay(record.start),
    periodEnd: formatDay(record.end),
    fixed: record.fixed,
    value: record.value.toFixed(),
    valueCarrier: record.valueCarrier?.toFixed() ?? null,
    parts: parts.map(({ start, end, charged }) => ({
      startDate: formatDay(start),
      endDate: formatDay(end),
      count: charged.count.toFixed(),
      billed: charged.billed.toFixed(),
      price: charged.price.toFixed(),
      net: charged.net.toFixed(),
      carrier: charged.carrier?.toFixed() ?? null,
    })),
  };
}

/** Whether two days are charged alike; the count alone, where as many are billed, makes them two parts. */
function isAlike(a: ChargedDay, b: ChargedDay): boolean {
  if (a === b) return true;
  const sameCarrier =
    a.carrier === null || b.carrier === null ? a.carrier === b.carrier : a.carrier.equals(b.carrier);
  return sameCarrier && a.count.equals(b.count) && isBilledAlike(a, b);
}

/** R69: "billed, price or net". */
export function isBilledAlike(a: ChargedDay, b: ChargedDay): boolean {
  return a === b || (a.billed.equals(b.billed) && a.price.equals(b.price) && a.net.equals(b.net));
}
