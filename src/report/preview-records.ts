/** The breakdowns of a preview as flat records, for a spreadsheet or a database. */
import type {
  PreviewCosts,
  PreviewDimension,
  PreviewReport,
  RecordedOtherwise,
  RecordedOtherwiseLine,
} from "../index.ts";

/** The cost fields of a record, in the order in which files write them. */
const COSTS = {
  calls: ({ calls }: PreviewCosts) => calls,
  dearer: ({ dearer }: PreviewCosts) => dearer,
  cheaper: ({ cheaper }: PreviewCosts) => cheaper,
  newlyRated: ({ newlyRated }: PreviewCosts) => newlyRated,
  newlyUnrated: ({ newlyUnrated }: PreviewCosts) => newlyUnrated,
  retailBefore: ({ retail }: PreviewCosts) => retail.before,
  retailAfter: ({ retail }: PreviewCosts) => retail.after,
  retailDifference: ({ retail }: PreviewCosts) => retail.difference,
  retailPercent: ({ retail }: PreviewCosts) => retail.percent,
  wholesaleBefore: ({ wholesale }: PreviewCosts) => wholesale.before,
  wholesaleAfter: ({ wholesale }: PreviewCosts) => wholesale.after,
  wholesaleDifference: ({ wholesale }: PreviewCosts) => wholesale.difference,
  marginBefore: ({ margin }: PreviewCosts) => margin.before,
  marginAfter: ({ margin }: PreviewCosts) => margin.after,
  marginDifference: ({ margin }: PreviewCosts) => margin.difference,
  withWholesale: ({ withWholesale }: PreviewCosts) => withWholesale,
  otherSidesWholesaleBefore: ({ otherSidesWholesale }: PreviewCosts) => otherSidesWholesale.before,
  otherSidesWholesaleAfter: ({ otherSidesWholesale }: PreviewCosts) => otherSidesWholesale.after,
};

type CostFields = { readonly [Field in keyof typeof COSTS]: ReturnType<(typeof COSTS)[Field]> };

/**
 * One line of one breakdown, or the totals (`breakdown` "total"). Amounts are pence. A line of a breakdown such as
 * "customer recorded otherwise" has calls whose records name another customer than the book: key and name have both
 * customers, with an arrow.
 */
export interface PreviewRecord extends CostFields {
  readonly breakdown: PreviewDimension | "total" | `${keyof RecordedOtherwise} recorded otherwise`;
  readonly key: string | null;
  readonly name: string | null;
  /** The currency of the amounts; absent where all customers are billed in the book's (R24). */
  readonly currency?: string;
}

/** The fields of the records in the order in which files write them. */
export const PREVIEW_FIELDS: readonly (keyof PreviewRecord)[] = [
  "breakdown",
  "key",
  "name",
  ...(Object.keys(COSTS) as (keyof CostFields)[]),
];

/** Fields of records with `currency` as the last one, where the customers of a report are billed in several currencies. */
export function withCurrency<Field extends string>(
  fields: readonly Field[],
  { otherCurrencies }: PreviewReport,
): readonly (Field | "currency")[] {
  return otherCurrencies === undefined ? fields : [...fields, "currency"];
}

/**
 * The totals and the lines of the breakdowns, or of one of them, as flat records in the order of the report. Where
 * customers are billed in several currencies (R24), the records of each currency follow one another, the book's first.
 *
 * @example
 * previewRecords(previewChange(book, book, calls), "class").map(({ breakdown, key, retailAfter }) => [breakdown, key, retailAfter]);
 * // => [["total", null, "7.64"], ["class", "national", "7.64"]]
 */
export function previewRecords(report: PreviewReport, by?: PreviewDimension): readonly PreviewRecord[] {
  if (report.otherCurrencies === undefined) return recordsOf(report, by);
  return [report, ...report.otherCurrencies].flatMap((part) =>
    recordsOf(part, by).map((record) => ({ ...record, currency: part.currency })),
  );
}

/** The records of the customers who are billed in one currency. */
function recordsOf(report: PreviewReport, by: PreviewDimension | undefined): readonly PreviewRecord[] {
  const dimensions = by === undefined ? (Object.keys(report.breakdowns) as PreviewDimension[]) : [by];
  return [
    recordOf("total", null, null, report.totals),
    ...dimensions.flatMap((breakdown) => [
      ...report.breakdowns[breakdown].map((line) => recordOf(breakdown, line.key, line.name, line)),
      ...otherwiseOf(report, breakdown),
    ]),
  ];
}

function otherwiseOf({ recordedOtherwise }: PreviewReport, by: PreviewDimension): readonly PreviewRecord[] {
  if (recordedOtherwise === null || !(by in recordedOtherwise)) return [];
  const kind = by as keyof RecordedOtherwise;
  return recordedOtherwise[kind].map((line) =>
    recordOf(
      `${kind} recorded otherwise`,
      `${line.recorded ?? ""} → ${line.book ?? ""}`,
      otherwiseName(line),
      line,
    ),
  );
}

/** Both names with an arrow between them. */
export function otherwiseName({ recordedName, bookName }: RecordedOtherwiseLine): string {
  return `${recordedName ?? "(none)"} → ${bookName ?? "(none)"}`;
}

function recordOf(
  breakdown: PreviewRecord["breakdown"],
  key: string | null,
  name: string | null,
  costs: PreviewCosts,
): PreviewRecord {
  const fields = Object.entries(COSTS).map(([field, read]) => [field, read(costs)]);
  return { breakdown, key, name, ...(Object.fromEntries(fields) as CostFields) };
}
