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

/** One record of a chain that may give values: a line, or a tariff's base: its fields or a base line. */
interface Source {
  readonly row: Row;
  /** Whether the row has a line's field names. */
  readonly isLine: boolean;
  readonly isBase: boolean;
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

/** The values the chain gives, whether or not they make a rate. */
export function resolve(book: Book, tariff: Row, sought: Sought): Resolved {
  const ignoresPeriods = isSingleRate(book, tariff);
  const lines: Source[] = [];
  chainOf(book, tariff).forEach((row, level) => {
    const line = bestLine(book, row, sought, ignoresPeriods);
    if (line !== null) lines.push({ row: line, isLine: true, isBase: false, level });
  });
  const bases = basesOn(book, tariff, sought.date);
  return {
    ...assemble(book, [...lines, ...bases]),
    hasLine: lines.length > 0,
    discountPlan: planOf(book, tariff, lines),
  };
}

/** The values of the bases alone, on a date. */
export function resolveBases(book: Book, tariff: Row, date: string): Rate {
  return assemble(book, basesOn(book, tariff, date)).rate;
}

/** R40: of the first line that names one, else of the first tariff that does. */
function planOf(book: Book, tariff: Row, lines: readonly Source[]): string {
  return text(firstValue(lines, "discountPlan")) || text(inherited(book, tariff, "baseDiscountPlan"));
}

/** R25: of each tariff a base line in force (the latest startDate), else the base fields. */
function basesOn(book: Book, tariff: Row, date: string): Source[] {
  return chainOf(book, tariff).map((row, level) => {
    const [line] = (book.linesOf.get(row)?.get("") ?? [])
      .filter((own) => isTrue(own.base) && isInForce(own.startDate, own.endDate, date))
      .sort((a, b) => (text(a.startDate) > text(b.startDate) ? -1 : 1));
    return line === undefined
      ? { row, isLine: false, isBase: true, level }
      : { row: line, isLine: true, isBase: true, level };
  });
}

function assemble(book: Book, sources: readonly Source[]): { readonly rate: Rate } {
  const rate = assembleRate(
    (field) => (field === "cost" ? findCost(book, sources) : firstAmount(book, sources, field)),
    (field) => firstValue(sources, field),
  );
  return { rate };
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
      (other) => other.level >= source.level && (!source.isBase || other.isBase),
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
        !isTrue(line.base) &&
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
