/** The texts of a live page, for its markup and for its script, which writes new texts with every change. */
import type { PartialComparison, PreviewLine } from "../../index.ts";
import type { PreviewFigures } from "../../preview/index.ts";
import { counted, countText, type MoneyText, percentText, signOf } from "../money-text.ts";
import { classWords } from "../preview-words.ts";

/** A text, its title with every digit, and the CSS class of its colour. */
export interface Figure {
  readonly text: string;
  readonly title: string;
  readonly className: string;
}

/** A line of a table: a name, and a figure for each of `LINE_COLUMNS`. */
export interface FigureLine {
  readonly name: string;
  readonly figures: readonly Figure[];
}

/** The columns after the name; columns that are `wide` have no room on a phone. */
export const LINE_COLUMNS = [
  { title: "Calls", isWide: true },
  { title: "Before", isWide: true },
  { title: "After", isWide: false },
  { title: "Change", isWide: false },
  { title: "%", isWide: false },
  { title: "Margin after", isWide: true },
] as const;

/** The figures outside tables, by the ids of their elements. */
export function headlineFigures(
  { totals, counts }: PreviewFigures,
  money: MoneyText,
): Record<string, Figure> {
  const figures: Record<string, Figure> = {};
  const put = (name: string, sums: PartialComparison): void => {
    figures[`${name}-before`] = amount(sums.before, money);
    figures[`${name}-after`] = amount(sums.after, money);
    figures[`${name}-change`] = change(sums, money);
    figures[`${name}-percent`] = percent(sums);
  };
  put("retail", totals.retail);
  put("wholesale", totals.wholesale);
  put("margin", totals.margin);
  for (const name of ["dearer", "cheaper", "unchanged"] as const) figures[name] = count(counts[name]);
  return figures;
}

export function figureLine(line: PreviewLine, money: MoneyText, fallbackName: string): FigureLine {
  const { retail, margin } = line;
  return {
    name: line.name ?? line.key ?? fallbackName,
    figures: [
      count(line.calls),
      amount(retail.before, money),
      amount(retail.after, money),
      change(retail, money),
      percent(retail),
      amount(margin.after, money),
    ],
  };
}

/** The line of a class of calls, with the words for the class. */
export function classLine(line: PreviewLine, money: MoneyText): FigureLine {
  const { name } = line;
  return figureLine({ ...line, name: name === null ? null : classWords(name) }, money, "Without a class");
}

/** The customers that rise and fall most, the largest change first. */
export function largestMoves(
  customers: readonly PreviewLine[],
  most: number,
): Record<"up" | "down", PreviewLine[]> {
  const moved = (sign: number): PreviewLine[] =>
    customers.filter(({ retail }) => signOf(retail.difference) === sign).slice(0, most);
  return { up: moved(1), down: moved(-1) };
}

/** The name of a customer, and its change in one text. */
export function moveText(
  { name, key, retail }: PreviewLine,
  money: MoneyText,
): { name: string; figure: Figure } {
  const { text, title, className } = change(retail, money);
  return {
    name: name ?? key ?? "Calls without a customer",
    figure: { text: `${text} (${percentText(retail.percent)})`, title, className },
  };
}

const UNKNOWN: Figure = { text: "not known", title: "", className: "unknown" };

function count(calls: number): Figure {
  return { text: countText(calls), title: "", className: "" };
}

function amount(pence: string | null, money: MoneyText): Figure {
  if (pence === null) return UNKNOWN;
  return { text: money.total(pence), title: money.exact(pence), className: "" };
}

/** The difference of the two printed amounts, with every digit of the exact difference in the title. */
function change({ before, after, difference }: PartialComparison, money: MoneyText): Figure {
  if (before === null || after === null || difference === null) return UNKNOWN;
  return {
    text: money.between(before, after),
    title: money.exactChange(difference),
    className: direction(difference),
  };
}

function percent({ difference, percent: value }: PartialComparison): Figure {
  if (difference === null) return { text: "", title: "", className: "" };
  return { text: percentText(value), title: "", className: direction(difference) };
}

function direction(pence: string): string {
  const sign = signOf(pence);
  return sign === 0 ? "same" : sign > 0 ? "more" : "less";
}

/** Lines of the customers' table at first; the script shows as many more at a time. */
export const CUSTOMERS_AT_FIRST = 100;
/** Most customers that are named at the top for each direction. */
export const MOVES = 3;

/** `40 of 120 customers`. */
export function shownText(shown: number, all: number): string {
  if (shown === all) return counted(all, "customer");
  return `${countText(shown)} of ${countText(all)} customers`;
}
