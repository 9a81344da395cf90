/** A call of a list as one text, by which it is sorted into a scratch file and read again. */

/** The texts of a call besides its start, as the results have them; "" where blank. */
export interface CallTexts {
  /** The number as the call named it. */
  readonly target: string;
  readonly external: string;
  readonly location: string;
  readonly tariffType: string;
  /** Seconds. */
  readonly duration: string;
  readonly bytes: string;
  readonly events: string;
  /** Pence, after discounts. */
  readonly cost: string;
}

/** Between the texts of a call; those of calls that have it in them are written as JSON. */
const SEPARATOR = "\u001f";
const IS_JSON = "[";
/** Before the texts of the call of a number that came first. */
const IS_FIRST = "\u001e";
const ODD_BEGINNINGS = [IS_JSON, IS_FIRST];

export function writeCallTexts(call: CallTexts, isFirst: boolean): string {
  const { target, external, location, tariffType, duration, bytes, events, cost } = call;
  const texts = [target, external, location, tariffType, duration, bytes, events, cost];
  const isPlain =
    !ODD_BEGINNINGS.includes(target.charAt(0)) && !texts.some((text) => text.includes(SEPARATOR));
  return (isFirst ? IS_FIRST : "") + (isPlain ? texts.join(SEPARATOR) : JSON.stringify(texts));
}

export function isFirstOfNumber(text: string): boolean {
  return text.startsWith(IS_FIRST);
}

export function readCallTexts(written: string): CallTexts {
  const text = isFirstOfNumber(written) ? written.slice(IS_FIRST.length) : written;
  const texts = text.startsWith(IS_JSON) ? (JSON.parse(text) as string[]) : text.split(SEPARATOR);
  const [target = "", external = "", location = "", tariffType = "", ...usage] = texts;
  const [duration = "", bytes = "", events = "", cost = ""] = usage;
  return { target, external, location, tariffType, duration, bytes, events, cost };
}
