/** Pictures of times, such as `YYYY-MM-DD HH:mm:ss`: each becomes a pattern, by which the texts of rows are read. */

/** The parts of a time, before any zone; one record is reused for all rows. */
export interface TimeParts {
  /** -1 if the text has no year. */
  year: number;
  month: number;
  day: number;
  /** Milliseconds since 00:00 on the clock's face; -1 for a date alone. */
  millisecondOfDay: number;
  /** `Z` or an offset as in the text; "" if there is none. */
  offset: string;
  /** An instant in milliseconds since 1970 in UTC, instead of the parts above; NaN if the text is no instant. */
  instant: number;
}

/**
 * The tokens of a picture, and the part of a time that each stands for, by its name in messages. The longest first, so
 * that `MMM` is not read as `MM` and `M`.
 */
const KINDS = {
  YYYY: "year",
  YY: "year",
  MMM: "month",
  MM: "month",
  M: "month",
  DDD: "day of the week",
  DD: "day",
  D: "day",
  HH: "hour",
  H: "hour",
  hh: "hour",
  h: "hour",
  mm: "minute",
  ss: "second",
  ".f": "fraction",
  A: "AM or PM",
  Z: "zone",
} as const;

type Token = keyof typeof KINDS;
const TOKENS = Object.keys(KINDS) as readonly Token[];

/** `Z`, `UTC`, `GMT`, `+HH`, `+HHmm` or `+HH:mm`. */
const ZONE =
  "(?:[Zz]|[Uu][Tt][Cc]|[Gg][Mm][Tt])(?![A-Za-z])|[+-](?:[01][0-9]|2[0-3])(?::?[0-5][0-9]|(?![:0-9]))";
const SIXTIETH = "[0-5][0-9]";

/** What stands for each token, and the group that it becomes. A leap second is refused: no zone table knows them. */
const PATTERNS: Readonly<Record<Token, readonly [group: string, pattern: string]>> = {
  YYYY: ["year", "[0-9]{4}"],
  YY: ["year", "[0-9]{2}"],
  MMM: ["month", "[A-Za-z]+"],
  MM: ["month", "[0-9]{2}"],
  M: ["month", "[0-9]{1,2}"],
  DDD: ["weekday", "[A-Za-z]{2,}"],
  DD: ["day", "[0-9]{2}"],
  D: ["day", "[0-9]{1,2}"],
  HH: ["hour", "[0-9]{2}"],
  H: ["hour", "[0-9]{1,2}"],
  hh: ["hour", "[0-9]{2}"],
  h: ["hour", "[0-9]{1,2}"],
  mm: ["minute", SIXTIETH],
  ss: ["second", SIXTIETH],
  ".f": ["fraction", "\\.[0-9]+"],
  A: ["half", "[AaPp][Mm]"],
  Z: ["zone", ZONE],
};

/** A token of any length takes as many characters as fit it, and gives none back to the next: hence the look-ahead. */
function patternOf(token: Token): string {
  const [group, pattern] = PATTERNS[token];
  return /[+,|]/.test(pattern) ? `(?=(?<${group}>${pattern}))\\k<${group}>` : `(?<${group}>${pattern})`;
}

/** `YYYY-MM-DD`, and optionally a `T` or a space with `HH:mm`, and optionally `:ss`, a fraction and an offset. */
export const ISO_TIME = new RegExp(
  "^(?<year>[0-9]{4})-(?<month>[0-9]{2})-(?<day>[0-9]{2})" +
    `(?:[Tt ](?<hour>[0-9]{2}):(?<minute>${SIXTIETH})(?::(?<second>${SIXTIETH})(?<fraction>\\.[0-9]+)?)?(?<zone>${ZONE})?)?$`,
);

export interface TimePicture {
  readonly pattern: RegExp;
  readonly hasYear: boolean;
}

/** Parses a picture; returns a text that describes its fault, if any. */
export function openPicture(picture: string): TimePicture | string {
  let pattern = "";
  const seen = new Map<string, Token>();
  for (let at = 0; at < picture.length; ) {
    const token = TOKENS.find((known) => picture.startsWith(known, at));
    if (token === undefined) {
      const literal = picture.charAt(at);
      if (literal !== "T" && /[A-Za-z]/.test(literal)) {
        const hint = /^(utc|gmt)/i.test(picture.slice(at)) ? "write Z where a zone stands" : LETTERS_HINT;
        return `${JSON.stringify(literal)} in ${JSON.stringify(picture)} is no part of a time; ${hint}`;
      }
      pattern += literal.replace(/[\\^$.*+?()[\]{}|/]/, "\\$&");
      at += 1;
      continue;
    }
    const kind = KINDS[token];
    const earlier = seen.get(kind);
    if (earlier !== undefined) {
      const hint = kind === "month" ? "; minutes are mm" : "";
      return `${JSON.stringify(picture)} has the ${kind} twice, ${earlier} and ${token}${hint}`;
    }
    seen.set(kind, token);
    pattern += patternOf(token);
    at += token.length;
  }
  const fault = incompleteness(picture, seen);
  if (fault !== undefined) return fault;
  return { pattern: new RegExp(`^${pattern}$`), hasYear: seen.has("year") };
}

const LETTERS_HINT = `the parts are ${TOKENS.join(" ")}`;

function incompleteness(picture: string, seen: ReadonlyMap<string, Token>): string | undefined {
  const lacks = (what: string): string => `${JSON.stringify(picture)} has no ${what}`;
  if (!seen.has("month")) return lacks("month; write MM");
  if (!seen.has("day")) return lacks("day; write DD");
  const hour = seen.get("hour");
  if (hour === undefined) {
    const clock = ["minute", "second", "fraction", "AM or PM", "zone"].find((part) => seen.has(part));
    return clock === undefined ? undefined : lacks(`hour for its ${clock}; write HH`);
  }
  if (!seen.has("minute")) return lacks("minute; write mm");
  if (seen.has("fraction") && !seen.has("second")) return lacks("second for its fraction; write ss");
  const isOfTwelve = hour === "hh" || hour === "h";
  if (isOfTwelve && !seen.has("AM or PM")) return lacks("A for its hours of twelve; hours of 24 are HH");
  if (!isOfTwelve && seen.has("AM or PM")) return `${JSON.stringify(picture)} has A; hours of twelve are hh`;
  return undefined;
}

/** The names of the months, in lower case. */
export const MONTH_NAMES =
  "january february march april may june july august september october november december".split(" ");

/** Reads a whole text by a pattern; false if the text does not fit it. The date may be none. */
export function readByPattern(pattern: RegExp, text: string, parts: TimeParts): boolean {
  const groups = pattern.exec(text)?.groups;
  if (groups === undefined) return false;
  const { year = "", month = "", day, hour, minute, second = 0, fraction, half, zone = "" } = groups;
  parts.year = year === "" ? -1 : Number(year) + (year.length === 2 ? 2_000 : 0);
  parts.month = monthOf(month);
  parts.day = Number(day);
  parts.offset = zone === "" || zone.startsWith("+") || zone.startsWith("-") ? zone : "Z";
  parts.instant = Number.NaN;
  parts.millisecondOfDay = -1;
  if (hour === undefined) return true;
  let hours = Number(hour);
  if (half !== undefined) {
    if (hours < 1 || hours > 12) return false;
    hours = (hours % 12) + (/^a/i.test(half) ? 0 : 12);
  }
  // Cut and not rounded: a call must not begin in a later millisecond.
  const millisecond = fraction === undefined ? 0 : Number(fraction.slice(1, 4).padEnd(3, "0"));
  parts.millisecondOfDay = ((hours * 60 + Number(minute)) * 60 + Number(second)) * 1_000 + millisecond;
  return hours <= 23;
}

/** Two digits, or a name such as `Oct`, `OCT`, `Sept` or `October`; 0 for any other name. */
function monthOf(month: string): number {
  if (/^[0-9]/.test(month)) return Number(month);
  const name = month.toLowerCase();
  return name.length < 3 ? 0 : MONTH_NAMES.findIndex((full) => full.startsWith(name)) + 1;
}
