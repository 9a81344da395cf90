/** A call of a list as one text, which is sorted into a scratch file and read again. */
import { ITEMISED_TEXTS } from "../../model/index.ts";

/** The texts of an itemised call besides its start, as the results have them; "" where blank. */
export type CallTexts = { readonly [Field in (typeof ITEMISED_TEXTS)[number]]: string };

/** Separates the texts of a call; the texts of a call that contain the separator are written as JSON. */
const SEPARATOR = "\u001f";
const IS_JSON = "[";
/** Marks the first call of a number in the file. */
const IS_FIRST = "\u001e";
const ODD_BEGINNINGS = [IS_JSON, IS_FIRST];

export function writeCallTexts(call: CallTexts, isFirst: boolean): string {
  const texts = ITEMISED_TEXTS.map((field) => call[field]);
  const isPlain =
    !ODD_BEGINNINGS.includes(call.target.charAt(0)) && !texts.some((text) => text.includes(SEPARATOR));
  return (isFirst ? IS_FIRST : "") + (isPlain ? texts.join(SEPARATOR) : JSON.stringify(texts));
}

export function isFirstOfNumber(text: string): boolean {
  return text.startsWith(IS_FIRST);
}

export function readCallTexts(written: string): CallTexts {
  const text = isFirstOfNumber(written) ? written.slice(IS_FIRST.length) : written;
  const texts = text.startsWith(IS_JSON) ? (JSON.parse(text) as string[]) : text.split(SEPARATOR);
  const call = {} as Record<keyof CallTexts, string>;
  for (let at = 0; at < ITEMISED_TEXTS.length; at++)
    call[ITEMISED_TEXTS[at] as keyof CallTexts] = texts[at] ?? "";
  return call;
}
