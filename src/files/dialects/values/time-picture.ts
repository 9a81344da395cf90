/** Pictures of times: `YYYY-MM-DD HH:mm:ss`, taken apart once for a file, read for each row by the codes of its characters. */

/** What a text says of a time, before any zone; one record is filled again for each row. */
export interface TimeParts {
  /** -1 where the text names none. */
  year: number;
  month: number;
  day: number;
  /** Milliseconds since 00:00 on the clock's face; -1 where the text is a date alone. */
  millisecondOfDay: number;
  /** `Z` or an offset as the text has it; "" where it has none. */
  offset: string;
  /** An instant in milliseconds since 1970 in UTC, which says all of the above; NaN where the text is no such. */
  instant: number;
}

/** The parts of a picture. */
type Token =
  | "YYYY"
  | "YY"
  | "MMM"
  | "MM"
  | "M"
  | "DDD"
  | "DD"
  | "D"
  | "HH"
  | "H"
  | "hh"
  | "h"
  | "mm"
  | "ss"
  | ".f"
  | "A"
  | "Z";

/** The longest first: of `MMM` the picture is not `MM` and `M`. */
const TOKENS: readonly Token[] = [
  "YYYY",
  "YY",
  "MMM",
  "MM",
  "M",
  "DDD",
  "DD",
  "D",
  "HH",
  "H",
  "hh",
  "h",
  "mm",
  "ss",
  ".f",
  "A",
  "Z",
];

/** Which tokens say one thing, each with what it is called. */
const KINDS: ReadonlyMap<Token, string> = new Map([
  ["YYYY", "year"],
  ["YY", "year"],
  ["MMM", "month"],
  ["MM", "month"],
  ["M", "month"],
  ["DDD", "day of the week"],
  ["DD", "day"],
  ["D", "day"],
  ["HH", "hour"],
  ["H", "hour"],
  ["hh", "hour"],
  ["h", "hour"],
  ["mm", "minute"],
  ["ss", "second"],
  [".f", "fraction"],
  ["A", "AM or PM"],
  ["Z", "zone"],
]);

/** A piece of a picture: a part of the time, or one character that stands there itself. */
export type PicturePiece = { readonly token: Token } | { readonly literal: number };

/** A picture, taken apart. */
export interface TimePicture {
  readonly pieces: readonly PicturePiece[];
  /** Whether its times name their year. */
  readonly hasYear: boolean;
}

/** Takes a picture apart; what is wrong with it as text. */
export function openPicture(picture: string): TimePicture | string {
  const pieces: PicturePiece[] = [];
  const seen = new Map<string, Token>();
  for (let at = 0; at < picture.length; ) {
    const token = TOKENS.find((known) => picture.startsWith(known, at));
    if (token === undefined) {
      const literal = picture.charAt(at);
      if (literal !== "T" && /[A-Za-z]/.test(literal)) {
        const hint = /^(utc|gmt)/i.test(picture.slice(at)) ? "write Z where a zone stands" : LETTERS_HINT;
        return `${JSON.stringify(literal)} in ${JSON.stringify(picture)} is no part of a time; ${hint}`;
      }
      pieces.push({ literal: picture.charCodeAt(at) });
      at += 1;
      continue;
    }
    const kind = KINDS.get(token) as string;
    const earlier = seen.get(kind);
    if (earlier !== undefined) {
      const hint = kind === "month" ? "; minutes are mm" : "";
      return `${JSON.stringify(picture)} has the ${kind} twice, ${earlier} and ${token}${hint}`;
    }
    seen.set(kind, token);
    pieces.push({ token });
    at += token.length;
  }
  const fault = incompleteness(picture, seen);
  if (fault !== undefined) return fault;
  return { pieces, hasYear: seen.has("year") };
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
