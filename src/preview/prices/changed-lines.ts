/** The changed lines of a record: all are counted, and listed while the price list has room. */
import type { FeeFacts } from "../../book/index.ts";
import { formatCivilDate } from "../../calendar/index.ts";
import { type DaySpan, datesOf } from "../../increases/index.ts";
import type { ChangedPriceLine, ChangedPrices, PriceChange } from "./price-list.ts";
import { isCarrierCharge } from "./price-texts.ts";

/** Most lines that a price list has in all. */
const MOST_LINES = 1_000;

/** How many more lines a price list may have. */
export class Room {
  left = MOST_LINES;
}

/** The charges of a feature that a fixed fee tariff prices (R71). */
export type FeeKind = FeeFacts["chargeKind"];

const FEE_KINDS: readonly FeeKind[] = ["recurring", "oneOff"];

type Labels = Pick<ChangedPriceLine, "kind" | "callType" | "prefix" | "period" | "charges">;

const ANY = { callType: null, prefix: null, period: null, charges: null } as const;

const ALWAYS: DaySpan = { first: Number.NEGATIVE_INFINITY, last: Number.POSITIVE_INFINITY };

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
  readonly #fields = new Set<string>();
  readonly #feeKinds = new Set<FeeKind>();
  #hasMore = false;

  constructor(room: Room) {
    this.#room = room;
  }

  /** Adds a line with its changes, unless there are none; `labels` is called only while the list has room. */
  add(
    labels: () => Partial<Labels> & Pick<Labels, "kind">,
    presence: ChangedPriceLine["presence"],
    changes: readonly PriceChange[],
    span: DaySpan = ALWAYS,
  ): void {
    if (changes.length === 0) return;
    this.#count++;
    if (span.first < this.#firstDay) this.#firstDay = span.first;
    for (const change of changes) if (!isCarrierCharge(change)) this.#addChange(change);
    if (this.#room.left === 0) return;
    this.#room.left--;
    const { startDate: from = null, endDate: to = null } = datesOf(span);
    this.#lines.push({ ...ANY, ...labels(), from, to, presence, changes });
  }

  #addChange({ field, isPrice, before, after, percent }: PriceChange): void {
    this.#fields.add(field);
    if (!isPrice || percent === null) this.#hasMore = true;
    if (!isPrice) return;
    if (before === null || after === null) {
      this.#onOneSide++;
      return;
    }
    // The texts are plain decimals of one unit, so that numbers suffice to compare them.
    if (Number(after) > Number(before)) this.#rising++;
    else if (Number(after) < Number(before)) this.#falling++;
    if (percent === null) return;
    if (this.#least === undefined || Number(percent) < Number(this.#least)) this.#least = percent;
    if (this.#most === undefined || Number(percent) > Number(this.#most)) this.#most = percent;
  }

  /** The changed fields that customers pay by. */
  get fields(): Iterable<string> {
    return this.#fields;
  }

  /** Adds the kinds of charges that a changed line of a fixed fee tariff prices: a blank kind is both (R72). */
  addFeeKind(kind: FeeKind | undefined): void {
    for (const priced of kind === undefined ? FEE_KINDS : [kind]) this.#feeKinds.add(priced);
  }

  /** The kinds of charges that the changed lines of a fixed fee tariff price. */
  get feeKinds(): Iterable<FeeKind> {
    return this.#feeKinds;
  }

  /** Whether customers meet changes that are no percentage: of terms, and of prices that come, go or were 0. */
  get hasMore(): boolean {
    return this.#hasMore;
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
