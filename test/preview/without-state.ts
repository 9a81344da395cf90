/** A book of whose features nothing was charged. */
import type { Row } from "../second-opinion/values.ts";

export function withoutState(book: Row): Row {
  const features = (book.features as Row[]).map(
    ({
      dueDate: _due,
      chargesMade: _made,
      totalValueCharged: _charged,
      totalValueRemaining: _rest,
      ...own
    }) => own,
  );
  return { ...book, features };
}
