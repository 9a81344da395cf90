/** R25: inheritance; R26: the line; together the rate in force. */
import type { Decimal } from "decimal.js";
import type { Book } from "./book.ts";
import { assembleRate, baseField, isMarkup, type Rate } from "./rate-fields.ts";
import { isBlank, isInForce, isTrue, type Row, text } from "./values.ts";

/** What lines are sought by. */
export interface Sought {
  /** The other party's canonical number, "" where there is none. */
  readonly number: string;
  readonly callType: string;
  readonly period: string;
  /** The call's local start date. */
  readonly date: string;
}

/** One record of a chain that may give values: a line, or a tariff's base fields. */
interface Source {
  readonly row: Row;
  readonly isLine: boolean;
  /** 0 is the tariff itself, 1 its parent … */
  readonly level: number;
}

/** The tariff, its parent, the parent's parent … */
export function chainOf(book: Book, tariff: Row): Row[] {
  const chain: Row[] = [];
  let next: Row | undefined = tariff;
  while (next !== undefined) {
    chain.push(next);
    next = isBlank(next.parentTariff) ? undefined : book.tariffs.get(text(next.parentTariff));
  }
  return chain;
}

/** R25 for a field of the tariff itself (`periodRule`, `singleRate`, `locationLookupCarrier` …). */
export function inherited(book: Book, tariff: Row, field: string): unknown {
  return chainOf(book, tariff).find((row) => !isBlank(row[field]))?.[field];
}

export function isSingleRate(book: Book, tariff: Row): boolean {
  return isTrue(inherited(book, tariff, "singleRate"), "single");
}

/** R26: the rate of the tariff for a call, or null where it has none. */
export function findRate(book: Book, tariff: Row, sought: Sought): Rate | null {
  return rateOf(resolve(book, tariff, sought));
}

/** R26: what was resolved, where it makes a rate. */
export function rateOf({ rate, hasLine }: Resolved): Rate | null {
  if (!hasLine && rate.cost === null) return null;
  const hasInitialBlock = rate.initialDuration?.gt(0) === true;
  const hasPrice =
    rate.cost !== null ||
    rate.costConnection !== null ||
    rate.costMin !== null ||
    (hasInitialBlock && rate.initialCost !== null);
  return hasPrice ? rate : null;
}

export interface Resolved {
  readonly rate: Rate;
  readonly hasLine: boolean;
  /** R40: the plan that the line, or where blank the tariff, names; "" where there is none. */
  readonly discountPlan: string;
}

/** The values the chain gives, whether or not they make a rate. Without `sought`, its base values only. */
export function resolve(book: Book, tariff: Row, sought: Sought | null): Resolved {
  const chain = chainOf(book, tariff);
  const lines: Source[] = [];
  if (sought !== null) {
    const ignoresPeriods = isSingleRate(book, tariff);
    chain.forEach((row, level) => {
      const line = bestLine(book, row, sought, ignoresPeriods);
      if (line !== null) lines.push({ row: line, isLine: true, level });
    });
  }
  const bases = chain.map((row, level) => ({ row, isLine: false, level }));
  const sources = [...lines, ...bases];
  const rate = assembleRate(
    (field) => (field === "cost" ? findCost(book, sources) : firstAmount(book, sources, field)),
    (field) => firstValue(sources, field),
  );
  return { rate, hasLine: lines.length > 0, discountPlan: text(firstValue(sources, "discountPlan")) };
}

function nameIn(source: Source, field: string): string {
  return source.isLine ? field : baseField(field);
}

function firstValue(sources: readonly Source[], field: string): unknown {
  const source = sources.find((candidate) => !isBlank(candidate.row[nameIn(candidate, field)]));
  return source?.row[nameIn(source, field)];
}

function firstAmount(book: Book, sources: readonly Source[], field: string): Decimal | null {
  const source = sources.find((candidate) => !isBlank(candidate.row[nameIn(candidate, field)]));
  return source === undefined ? null : book.readAmount(source.row, nameIn(source, field));
}

/** A cost is passed over where its own record's kind (price or percentage) is not the kind in force. */
function findCost(book: Book, sources: readonly Source[]): Decimal | null {
  const kindInForce = isMarkup(text(firstValue(sources, "chargeType")));
  const sameKind = sources.filter((source) => {
    const seenFromThere = sources.filter(
      (other) => other.level >= source.level && (source.isLine || !other.isLine),
    );
    return isMarkup(text(firstValue(seenFromThere, "chargeType"))) === kindInForce;
  });
  return firstAmount(book, sameKind, "cost");
}

/** R26: the most specific line of one tariff: longest prefix, call type, period, latest startDate. */
function bestLine(book: Book, tariff: Row, sought: Sought, ignoresPeriods: boolean): Row | null {
  const byPrefix = book.linesOf.get(tariff);
  for (let length = sought.number.length; length >= 0; length -= 1) {
    const lines = (byPrefix?.get(sought.number.slice(0, length)) ?? []).filter(
      (line) =>
        isInForce(line.startDate, line.endDate, sought.date) &&
        (isBlank(line.tariffType) || text(line.tariffType) === sought.callType) &&
        (isBlank(line.tariffTime) || (!ignoresPeriods && text(line.tariffTime) === sought.period)),
    );
    const [best] = lines.sort(moreSpecificFirst);
    if (best !== undefined) return best;
  }
  return null;
}

function moreSpecificFirst(a: Row, b: Row): number {
  if (isBlank(a.tariffType) !== isBlank(b.tariffType)) return isBlank(a.tariffType) ? 1 : -1;
  if (isBlank(a.tariffTime) !== isBlank(b.tariffTime)) return isBlank(a.tariffTime) ? 1 : -1;
  return text(a.startDate) > text(b.startDate) ? -1 : 1;
}
