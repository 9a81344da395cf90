/** The description of a previewed change, by which readers tell proposals apart. */
import { formatCivilDate, parseCivilDate } from "../calendar/index.ts";
import type { PreviewGoal } from "./goal/goal.ts";

/** A change and the inputs of its preview. */
export interface PreviewChange {
  /** The change in words; null without the option `change`. */
  readonly words: string | null;
  /** `bookDigest` of the book before; null against records, and without the option `bookDigests`. */
  readonly before: string | null;
  /** `bookDigest` of the book after; null without the option `bookDigests`. */
  readonly after: string | null;
  /** `YYYY-MM-DD`; null without the option `madeOn`: a preview reads no clock. */
  readonly madeOn: string | null;
  /** Whether amounts are those after discounts. */
  readonly discounts: boolean;
  /** The goal for which `seekIncrease` found the percentage; null without the option `goal`. */
  readonly goal: PreviewGoal | null;
}

/** Options that describe the change of a preview; nothing is calculated from them. */
export interface ChangeOptions {
  /** The change in words, such as "+3.5 % on all tariffs from 1 April 2027". */
  readonly change?: string;
  /** The day on which the preview is made, `YYYY-MM-DD`. */
  readonly madeOn?: string;
  /** `bookDigest` of the two books (`tollbook/files`). */
  readonly bookDigests?: { readonly before?: string; readonly after?: string };
  /** The result of `seekIncrease`, where the change is the percentage that it found. */
  readonly goal?: PreviewGoal;
}

/**
 * The change as a report describes it; `hasBookBefore` is false against records.
 *
 * @throws RangeError where `madeOn` is no date
 */
export function describedChange(
  { change, madeOn, bookDigests = {}, goal }: ChangeOptions,
  { hasBookBefore, discounts }: { readonly hasBookBefore: boolean; readonly discounts: boolean },
): PreviewChange {
  return {
    words: change ?? null,
    before: hasBookBefore ? (bookDigests.before ?? null) : null,
    after: bookDigests.after ?? null,
    madeOn: madeOn === undefined ? null : dateOf(madeOn),
    discounts,
    goal: goal ?? null,
  };
}

function dateOf(text: string): string {
  const day = parseCivilDate(text);
  if (day === undefined) {
    throw new RangeError(`madeOn: ${JSON.stringify(text)} is not a date; write YYYY-MM-DD.`);
  }
  return formatCivilDate(day);
}
