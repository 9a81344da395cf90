/** Pictures of times, such as `YYYY-MM-DD HH:mm:ss`: parsed once for a file, matched with each row's characters. */

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

export type PicturePiece = { readonly token: Token } | { readonly literal: number };

export interface TimePicture {
  readonly pieces: readonly PicturePiece[];
  readonly hasYear: boolean;
}

/** Parses a picture; returns a text that describes its fault, if any. */
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
    const kind = KINDS[token];
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
