/** R72: which line of a fixed fee tariff and its parents a charge gets. Written from the rule alone. */
import { isBlank, names, type Row, text } from "../values.ts";
import { rowsOf } from "./charge-book.ts";

/** In the order in which a line that has one wins over a line that has not. */
const LISTS = [
  "transactionTypeIDs",
  "featureTypeIDs",
  "numberTypeIDs",
  "serviceTypeIDs",
  "carrierIDs",
] as const;

/** What is charged, and when. A blank name is in no list. */
export type FeeQuestion = {
  readonly date: string;
  readonly chargeKind: "recurring" | "oneOff";
} & { readonly [L in (typeof LISTS)[number]]: string };

/** A line of the chain. */
export interface FeeLine {
  readonly row: Row;
  /** The tariff that has it: the one asked, or a parent. */
  readonly tariff: Row;
  /** `rates[3]` of that tariff. */
  readonly path: string;
  /** 0 on the tariff asked, 1 on its parent … */
  readonly depth: number;
}

/** What two lines have alike where one replaces the other: the five lists as sets, the kind of charge and the dates. */
export function replacementKey(row: object): string {
  const line = row as Row;
  const lists = LISTS.map((list) => [...new Set(names(line[list]))].sort());
  return JSON.stringify([lists, text(line.chargeKind), text(line.startDate), text(line.endDate)]);
}

/**
 * The lines that a charge gets: one, several where they tie, or none, in the order of `rates`. "anyDate" leaves the
 * lines' dates aside.
 */
export function chosenLines(
  data: object,
  tariffID: unknown,
  question: FeeQuestion,
  dates: "onDate" | "anyDate" = "onDate",
): readonly FeeLine[] {
  const fitting = linesOf(data as Row, tariffID).filter(
    ({ row }) => fits(row, question) && (dates === "anyDate" || isInForce(row, question.date)),
  );
  const best = fitting.reduce<readonly (number | string)[] | null>((most, line) => {
    const rank = rankOf(line);
    return most === null || isAbove(rank, most) ? rank : most;
  }, null);
  return fitting.filter((line) => best !== null && !isAbove(best, rankOf(line)));
}

/** Own lines, and those of parents that no nearer tariff replaces, be it by a line without a value. */
function linesOf(data: Row, tariffID: unknown): FeeLine[] {
  const lines: FeeLine[] = [];
  const replaced = new Set<string>();
  let next: unknown = tariffID;
  for (let depth = 0; !isBlank(next); depth++) {
    const id = text(next);
    const owner = rowsOf(data, "fixedFeeTariffs").find((row) => text(row.id) === id)!;
    const rates = (owner.rates ?? []) as readonly Row[];
    for (const [at, row] of rates.entries()) {
      if (!replaced.has(replacementKey(row))) lines.push({ row, tariff: owner, path: `rates[${at}]`, depth });
    }
    for (const row of rates) replaced.add(replacementKey(row));
    next = owner.parentFixedFeeTariff;
  }
  return lines;
}

function fits(row: Row, question: FeeQuestion): boolean {
  return (
    !isBlank(row.fixedFeeValue) &&
    (isBlank(row.chargeKind) || text(row.chargeKind) === question.chargeKind) &&
    LISTS.every((list) => {
      const wanted = names(row[list]);
      return wanted.length === 0 || (question[list] !== "" && wanted.includes(question[list]));
    })
  );
}

function isInForce({ startDate, endDate }: Row, date: string): boolean {
  return (isBlank(startDate) || text(startDate) <= date) && (isBlank(endDate) || date <= text(endDate));
}

/** The larger says which line wins, place by place; a blank start is before all others. */
function rankOf({ row, depth }: FeeLine): readonly (number | string)[] {
  const set = LISTS.map((list) => (names(row[list]).length > 0 ? 1 : 0));
  const listsSet = set.filter((one) => one === 1).length;
  return [listsSet, ...set, isBlank(row.chargeKind) ? 0 : 1, -depth, text(row.startDate)];
}

function isAbove(a: readonly (number | string)[], b: readonly (number | string)[]): boolean {
  const at = a.findIndex((value, place) => value !== b[place]);
  return at !== -1 && a[at]! > b[at]!;
}
