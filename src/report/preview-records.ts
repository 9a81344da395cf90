/** The breakdowns of a preview as flat records, for a spreadsheet or a database. */
import type {
  PreviewCosts,
  PreviewDimension,
  PreviewReport,
  RecordedOtherwise,
  RecordedOtherwiseLine,
} from "../index.ts";

/**
 * One line of one breakdown, or the totals (`breakdown` "total"). Amounts are pence. "customer recorded otherwise" and its
 * like are calls that a record names to one and the book gives to another: key and name have both, with an arrow.
 */
export interface PreviewRecord {
  readonly breakdown: PreviewDimension | "total" | `${keyof RecordedOtherwise} recorded otherwise`;
  readonly key: string | null;
  readonly name: string | null;
  readonly calls: number;
  readonly dearer: number;
  readonly cheaper: number;
  readonly newlyRated: number;
  readonly newlyUnrated: number;
  readonly retailBefore: string;
  readonly retailAfter: string;
  readonly retailDifference: string;
  readonly retailPercent: string | null;
  readonly wholesaleBefore: string | null;
  readonly wholesaleAfter: string | null;
  readonly wholesaleDifference: string | null;
  readonly marginBefore: string | null;
  readonly marginAfter: string | null;
  readonly marginDifference: string | null;
  readonly withoutWholesaleBefore: number;
  readonly withoutWholesaleAfter: number;
}

/** The fields of the records in the order in which files write them. */
export const PREVIEW_FIELDS: readonly (keyof PreviewRecord)[] = [
  "breakdown",
  "key",
  "name",
  "calls",
  "dearer",
  "cheaper",
  "newlyRated",
  "newlyUnrated",
  "retailBefore",
  "retailAfter",
  "retailDifference",
  "retailPercent",
  "wholesaleBefore",
  "wholesaleAfter",
  "wholesaleDifference",
  "marginBefore",
  "marginAfter",
  "marginDifference",
  "withoutWholesaleBefore",
  "withoutWholesaleAfter",
];

/**
 * The totals and the lines of the breakdowns, or of one of them, as flat records in the order of the report.
 *
 * @example
 * previewRecords(previewChange(book, book, calls), "class").map(({ breakdown, key, retailAfter }) => [breakdown, key, retailAfter]);
 * // => [["total", null, "7.64"], ["class", "national", "7.64"]]
 */
export function previewRecords(report: PreviewReport, by?: PreviewDimension): readonly PreviewRecord[] {
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
  const { retail, wholesale, margin } = costs;
  return {
    breakdown,
    key,
    name,
    calls: costs.calls,
    dearer: costs.dearer,
    cheaper: costs.cheaper,
    newlyRated: costs.newlyRated,
    newlyUnrated: costs.newlyUnrated,
    retailBefore: retail.before,
    retailAfter: retail.after,
    retailDifference: retail.difference,
    retailPercent: retail.percent,
    wholesaleBefore: wholesale.before,
    wholesaleAfter: wholesale.after,
    wholesaleDifference: wholesale.difference,
    marginBefore: margin.before,
    marginAfter: margin.after,
    marginDifference: margin.difference,
    withoutWholesaleBefore: costs.withoutWholesale.before,
    withoutWholesaleAfter: costs.withoutWholesale.after,
  };
}
