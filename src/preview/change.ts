/** What a preview is of: what tells two proposals apart that lie side by side. */
import { formatCivilDate, parseCivilDate } from "../calendar/index.ts";
import type { PreviewGoal } from "./goal/goal.ts";

/** What a change is, and what it was previewed with. */
export interface PreviewChange {
  /** The change in words, as the option `change` has them; null without it. */
  readonly words: string | null;
  /** `bookDigest` of the book before; null against records, and where nobody said it. */
  readonly before: string | null;
  /** `bookDigest` of the book after; null where nobody said it. */
  readonly after: string | null;
  /** `YYYY-MM-DD`; null without the option `madeOn`: a preview reads no clock. */
  readonly madeOn: string | null;
  /** Whether amounts are those after discounts. */
  readonly discounts: boolean;
  /** What its percentage was sought for (`seekIncrease`); null where nobody said it. */
  readonly goal: PreviewGoal | null;
}

/** Options of a preview that say what it is of; nothing is calculated from them. */
export interface ChangeOptions {
  /** What the change is, in words, such as "+3.5 % on all tariffs from 1 April 2027". */
  readonly change?: string;
  /** The day on which the preview is made, `YYYY-MM-DD`. */
  readonly madeOn?: string;
  /** `bookDigest` of the two books (`tollbook/files`). */
  readonly bookDigests?: { readonly before?: string; readonly after?: string };
  /** What `seekIncrease` found, where the change is its percentage. */
  readonly goal?: PreviewGoal;
}

/**
 * What a report says of its change; `hasBookBefore` is false against records.
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
