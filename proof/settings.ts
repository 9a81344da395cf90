/** In how many ways a book can be kept: one after the other, and again from the start. */
import type { Row } from "./rates.ts";

/** How a book is kept and how its calls are rated and written. */
export interface Setting {
  readonly costDecimals: number;
  readonly timeZone: string;
  readonly reclassify: boolean;
  /** Line ends of its CSV file: LF, CR LF, or now this and now that. */
  readonly lineEnds: readonly string[];
  /** Names of the rating periods, the nameless rest included. */
  readonly periods: readonly string[];
  /** Times of day at which a period begins. */
  readonly boundaries: readonly string[];
  /** The book's own fields, its periods and its holidays. */
  readonly book: Row;
}

const WORKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"] as const;
const OFFICE: readonly Row[] = [
  { name: "Weekend", weekdays: ["Saturday", "Sunday"] },
  { name: "Evening", weekdays: WORKDAYS, from: "18:00", to: "08:00" },
  { name: "Daytime", weekdays: WORKDAYS, from: "08:00", to: "18:00" },
];
/** Gaps at night, an overlap at noon, a window that ends with the day. */
const GAPS: readonly Row[] = [
  { name: "Daytime", from: "07:00", to: "19:00" },
  { name: "Evening", from: "12:00", to: "24:00" },
  { name: "Night", weekdays: ["Sunday", "Monday"], from: "01:30", to: "02:30" },
];

const HOLIDAYS: readonly Row[] = [
  { date: "2026-04-03" },
  { date: "2026-08-31", countsAs: "Saturday" },
  { date: "2026-12-25", countsAs: "Sunday" },
  { date: "2026-10-24", countsAs: "Wednesday" },
];

const LF = ["\n"] as const;
const CRLF = ["\r\n"] as const;
const MIXED = ["\n", "\n", "\r\n"] as const;
const LONDON = "Europe/London";

/** Decimals, period rule, wall times that occur twice, bare digits, zone, periods, re-rating, line ends. */
const WAYS = [
  [4, "start", "earlier", "international", LONDON, OFFICE, false, LF],
  [4, "split", "later", "national", LONDON, OFFICE, false, CRLF],
  [2, "split", "reject", "international", LONDON, GAPS, false, MIXED],
  [6, "start", "earlier", "national", "America/New_York", GAPS, true, LF],
  [0, "start", "later", "international", LONDON, OFFICE, false, MIXED],
  [8, "split", "earlier", "international", LONDON, GAPS, false, LF],
  [4, "split", "earlier", "international", "Australia/Lord_Howe", OFFICE, false, CRLF],
  [3, "start", "reject", "national", LONDON, [], false, LF],
] as const;

/** The setting of a book by its place; after the last the first again. */
export function settingOf(place: number): Setting {
  const way = WAYS[place % WAYS.length];
  if (way === undefined) throw new Error(`no setting ${place}`);
  const [costDecimals, periodRule, ambiguousTime, bareDigits, timeZone, ratingPeriods, reclassify, lineEnds] =
    way;
  const times = ratingPeriods.flatMap(({ from, to }) => [from, to]).filter((time) => time !== undefined);
  return {
    costDecimals,
    timeZone,
    reclassify,
    lineEnds,
    periods: [...new Set([...ratingPeriods.map(({ name }) => String(name)), "default"])],
    boundaries: [...new Set(["00:00", ...times.map(String).filter((time) => time !== "24:00")])],
    book: {
      currency: "GBP",
      timeZone,
      countryCode: "44",
      bareDigits,
      costDecimals,
      periodRule,
      ambiguousTime,
      ratingPeriods,
      holidays: HOLIDAYS,
    },
  };
}
