/** The changed lines of a record: counted whole, named as far as the list has room. */
import { formatCivilDate } from "../../calendar/index.ts";
import { type DaySpan, datesOf } from "../../increases/index.ts";
import type { ChangedPriceLine, ChangedPrices, PriceChange } from "./price-list.ts";

/** Lines that a price list names in all. */
const MOST_LINES = 1_000;

/** How much room a price list has left. */
export class Room {
  left = MOST_LINES;
}

type Labels = Pick<ChangedPriceLine, "kind" | "callType" | "prefix" | "period" | "charges">;

const ANY = { callType: null, prefix: null, period: null, charges: null } as const;

const ALWAYS: DaySpan = { first: Number.NEGATIVE_INFINITY, last: Number.POSITIVE_INFINITY };

/** What changed of one record. */
export class ChangedLines {
  readonly #room: Room;
  readonly #lines: ChangedPriceLine[] = [];
  #count = 0;
  #rising = 0;
  #falling = 0;
  #onOneSide = 0;
  #firstDay = Number.POSITIVE_INFINITY;
  #least: string | undefined;
  #most: string | undefined;

  constructor(room: Room) {
    this.#room = room;
  }

  /** Adds a line of which something changed, nothing where nothing did; its labels are asked for where there is room. */
  add(
    labels: () => Partial<Labels> & Pick<Labels, "kind">,
    presence: ChangedPriceLine["presence"],
    changes: readonly PriceChange[],
    span: DaySpan = ALWAYS,
  ): void {
    if (changes.length === 0) return;
    this.#count++;
    if (span.first < this.#firstDay) this.#firstDay = span.first;
    for (const change of changes) this.#addPrice(change);
    if (this.#room.left === 0) return;
    this.#room.left--;
    const { startDate: from = null, endDate: to = null } = datesOf(span);
    this.#lines.push({ ...ANY, ...labels(), from, to, presence, changes });
  }

  #addPrice({ isPrice, before, after, percent }: PriceChange): void {
    if (!isPrice) return;
    if (before === null || after === null) {
      this.#onOneSide++;
      return;
    }
    // As the texts are of one unit and plain, their sizes are those of the numbers.
    if (Number(after) > Number(before)) this.#rising++;
    else if (Number(after) < Number(before)) this.#falling++;
    if (percent === null) return;
    if (this.#least === undefined || Number(percent) < Number(this.#least)) this.#least = percent;
    if (this.#most === undefined || Number(percent) > Number(this.#most)) this.#most = percent;
  }

  get figures(): Pick<
    ChangedPrices,
    "changedLines" | "lines" | "rising" | "falling" | "onOneSide" | "since" | "percent"
  > {
    const [least, most] = [this.#least, this.#most];
    return {
      changedLines: this.#count,
      lines: this.#lines,
      rising: this.#rising,
      falling: this.#falling,
      onOneSide: this.#onOneSide,
      since: Number.isFinite(this.#firstDay) ? formatCivilDate(this.#firstDay) : null,
      percent: least === undefined || most === undefined ? null : { least, most },
    };
  }
}
