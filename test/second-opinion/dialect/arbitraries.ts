/** Dialects' steps and times, and cells that they often fit. */
import fc from "fast-check";
import type { Step } from "./steps.ts";
import type { Clock } from "./times.ts";

const prefix = fc.constantFrom("9", "00", "0", "+", "+44", "sip:", "a");

/** Any step of the language. */
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.constantFrom<Step[]>("uriUser", "angle", "urlDecode", "lower", "upper", "phone", "clock"),
  fc.record({ before: fc.constantFrom("@", ":", "00", "<") }),
  fc.record({ after: fc.constantFrom("@", ":", "00", "<") }),
  fc
    .tuple(fc.integer({ min: 1, max: 9 }), fc.option(fc.integer({ min: 0, max: 9 }), { nil: undefined }))
    .map(([from, length]) => ({ cut: length === undefined ? [from] : [from, from + length] })),
  fc.record({ dropPrefix: fc.oneof(prefix, fc.uniqueArray(prefix, { minLength: 1 })) }),
  fc.record({ prefixes: fc.dictionary(prefix, fc.constantFrom("", "+44", "0")) }),
  fc.record({
    table: fc.dictionary(
      fc.constantFrom("Line", "line", "0", "1.5", "IN", "__proto__", "toString"),
      fc.constantFrom("in", "", "x", null),
    ),
    otherwise: fc.constantFrom("keep", "blank", "problem"),
    exactly: fc.boolean(),
  }),
  fc.record({ zero: fc.constant("blank") }),
  fc.record({ date: fc.constantFrom("dd/mm/yyyy", "dd/mm/yy", "mm/dd/yyyy", "yyyymmdd") }),
  fc.record({ duration: fc.constantFrom("s", "ms", "us", "ns", "min", "h:mm:ss", "hhmmss") }),
  fc.record({ round: fc.constantFrom("up", "down", "nearest") }),
  fc.record({ money: fc.constantFrom("major", "minor", "1/100 minor", "1/10000 major") }),
  fc.record({ sign: fc.constantFrom("drop", "negate") }),
  fc.record({ decimal: fc.constantFrom(",", ".") }),
);

const digits = (most: number) => fc.stringMatching(new RegExp(`^[0-9]{1,${most}}$`));
const piece = fc.constantFrom(
  ...[
    "sip:",
    "SIPS:",
    "tel:",
    "@",
    ";user=phone",
    ":",
    "<",
    ">",
    "%2B",
    "%",
    "+",
    "-",
    ".",
    ",",
    " ",
    "é",
    "😀",
    "Line",
    "0",
    "44",
    "00",
    "(0)",
    "9",
  ],
);

/** A cell as exchanges write them, and stranger ones; trimmed, as cells of rows are. */
export const anyCell: fc.Arbitrary<string> = fc
  .oneof(
    fc
      .tuple(
        fc.constantFrom("", "-", "+"),
        digits(9),
        fc.constantFrom("", ".", ","),
        fc.oneof(fc.constant(""), digits(8)),
      )
      .map((all) => all.join("")),
    fc
      .tuple(digits(3), fc.constantFrom(":", ""), fc.stringMatching(/^[0-6][0-9]:?[0-6][0-9]$/))
      .map((all) => all.join("")),
    fc.array(fc.oneof(piece, digits(5)), { maxLength: 6 }).map((all) => all.join("")),
    fc.constantFrom("Line", "LINE", "in", "__proto__", "toString", "1,234.5", "1.234,5", "anonymous"),
    fc.string({ unit: "binary", maxLength: 12 }),
  )
  .map((text) => text.trim());

const DATES = [
  "YYYY-MM-DD",
  "D/M/YY",
  "DD/MM/YYYY",
  "M/D/YYYY",
  "DDD, D MMM YYYY",
  "YYYYMMDD",
  "DD.MM",
  "DD-MMM-YY",
];
const CLOCKS = [
  "HH:mm:ss",
  "H:mm",
  "HHmmss",
  "hh:mm:ss A",
  "HH:mm:ss.f",
  "HH:mm:ssZ",
  "H:mm:ss.f Z",
  "h:mm A",
];

const picture = fc
  .tuple(
    fc.constantFrom(...DATES),
    fc.option(fc.constantFrom(...CLOCKS), { freq: 8 }),
    fc.constantFrom(" ", "T"),
  )
  .map(([date, clock, between]) => (clock === null ? date : `${date}${between}${clock}`));
const form = fc.oneof(
  { weight: 4, arbitrary: picture },
  { weight: 2, arbitrary: fc.constantFrom("iso", "epoch s", "epoch ms", "epoch us") },
);

/** How a dialect writes times. */
export const anyTime: fc.Arbitrary<string | readonly string[]> = fc.oneof(
  form,
  fc.array(form, { minLength: 1, maxLength: 3 }),
);

/** What times without an offset rest on. */
export const anyClock: fc.Arbitrary<Clock> = fc.record({
  zone: fc.constantFrom("local", "utc", "Europe/London", "America/Chicago", "Pacific/Auckland"),
  bookZone: fc.constantFrom("Europe/London", "America/Chicago", undefined),
  ambiguousTime: fc.constantFrom("earlier", "later", "reject"),
  year: fc.constant(2026),
});

const HOUR = 3_600_000;
/** Moments of 2026, above all those around which clocks are changed, and the ends of the calendar. */
const moment = fc.oneof(
  ...[
    Date.UTC(2026, 2, 8, 8),
    Date.UTC(2026, 2, 29, 1),
    Date.UTC(2026, 3, 4, 14),
    Date.UTC(2026, 9, 25, 1),
    Date.UTC(2026, 10, 1, 7),
  ].map((change) => fc.integer({ min: change - 14 * HOUR, max: change + 14 * HOUR })),
  fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 0, 1) }),
  fc.integer({ min: -62_135_596_800_000, max: 253_402_300_799_999 }),
);

const two = (value: number): string => String(value).padStart(2, "0");

function write(token: string, at: Date, offset: string): string {
  const hour = at.getUTCHours();
  switch (token) {
    case "YYYY":
      return String(at.getUTCFullYear()).padStart(4, "0");
    case "YY":
      return two(at.getUTCFullYear() % 100);
    case "MMM":
      return at.toUTCString().slice(8, 11);
    case "MM":
      return two(at.getUTCMonth() + 1);
    case "M":
      return String(at.getUTCMonth() + 1);
    case "DDD":
      return at.toUTCString().slice(0, 3);
    case "DD":
      return two(at.getUTCDate());
    case "D":
      return String(at.getUTCDate());
    case "HH":
      return two(hour);
    case "H":
      return String(hour);
    case "hh":
      return two(hour % 12 || 12);
    case "h":
      return String(hour % 12 || 12);
    case "mm":
      return two(at.getUTCMinutes());
    case "ss":
      return two(at.getUTCSeconds());
    case ".f":
      return `.${String(at.getUTCMilliseconds()).padStart(3, "0")}9876`;
    case "A":
      return hour < 12 ? "AM" : "pm";
    case "Z":
      return offset;
    default:
      return token;
  }
}

function written(form: string, instant: number, offset: string): string {
  const at = new Date(instant);
  if (form === "iso") return at.toISOString().replace("Z", offset).replace(".000", "");
  if (form === "epoch s") return String(Math.abs(instant) / 1_000);
  if (form === "epoch ms") return String(Math.abs(instant));
  if (form === "epoch us") return `${Math.abs(instant)}123`;
  return form.replace(/YYYY|YY|MMM|MM|M|DDD|DD|D|HH|H|hh|h|mm|ss|\.f|A|Z/g, (token) =>
    write(token, at, offset),
  );
}

/** Texts that are mostly written in one of these forms, some with a character changed. */
export function anyTimeText(time: string | readonly string[]): fc.Arbitrary<string> {
  const whole = fc
    .tuple(
      fc.constantFrom(...[time].flat()),
      moment,
      fc.constantFrom("", "", "Z", "+01:00", "-0530", "+00", "utc", "+24:00", "+0160"),
    )
    .map(([form, instant, offset]) => written(form, instant, offset));
  const changed = fc
    .tuple(whole, fc.nat(24), fc.constantFrom("0", "1", "2", "3", "9", " ", "-", ":", "x", ""))
    .map(([text, at, instead]) => text.slice(0, at) + instead + text.slice(at + 1));
  return fc.oneof({ weight: 3, arbitrary: whole }, { weight: 1, arbitrary: changed });
}

/** Steps in an order in which they are used: texts are cut and looked up before they are numbers. */
export const anySteps: fc.Arbitrary<readonly Step[]> = fc
  .array(anyStep, { maxLength: 4 })
  .map((steps) => [...steps].sort((a, b) => rankOf(a) - rankOf(b)));

/** Steps that make no number of a text: a party is compared digit by digit. */
export const anyTextSteps: fc.Arbitrary<readonly Step[]> = anySteps.map((steps) =>
  steps.filter((step) => rankOf(step) === 0),
);

function rankOf(step: Step): number {
  if (typeof step === "string") return 0;
  if ("decimal" in step) return 1;
  return ["duration", "round", "money", "sign", "zero"].some((name) => name in step) ? 2 : 0;
}
