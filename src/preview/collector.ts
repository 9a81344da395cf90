/** Prices the calls of a preview on both sides and collects sums, counts and the calls to keep as examples. */
import { currencyOf, type OpenedBook } from "../book/index.ts";
import type { DayNumber } from "../calendar/index.ts";
import {
  asReadBefore,
  type CallColumns,
  CallHasher,
  type CallWarning,
  DuplicateIndex,
  OriginWarnings,
  type RatedColumns,
  type RepeatedField,
  requireCall,
  UnknownOrigins,
} from "../engine/index.ts";
import { type CallRecord, copyOf, isBlank, madeOnce, safely } from "../model/index.ts";
import type { ExactSum } from "../money/index.ts";
import { Billing, type BillingOptions } from "./bills/billing.ts";
import type { PreviewChange } from "./change.ts";
import { differenceOf, type Sides } from "./comparison.ts";
import { type CurrencySums, SumsByCurrency } from "./currency-sums.ts";
import { DiscountedSides, NO_DISCOUNTS } from "./discounted-sides.ts";
import type { CallChange, KeptCall, Line } from "./lines.ts";
import type { PreviewCosts, UnratedReason } from "./preview-report.ts";
import { type RatedTwice, type RowChange, RowChanges } from "./row-changes.ts";
import {
  type Charger,
  type ComparedCost,
  chargedBy,
  chargerOf,
  discountedBy,
  factsAsRecorded,
  OTHER_CURRENCY,
  type PreviewFacts,
  type PreviewSide,
  reasonOf,
  type SideResult,
} from "./side.ts";
import { compareWholesale, unknownWholesale, type WholesaleBasis } from "./wholesale.ts";

/** The options of a preview, checked. */
interface CollectorOptions {
  readonly change: PreviewChange;
  readonly hasDiscounts: boolean;
  readonly billing: BillingOptions;
  readonly movers: number;
  readonly examples: number;
  readonly reclassify: boolean;
  readonly compares: ComparedCost;
  readonly wholesale: WholesaleBasis;
  readonly keepsDuplicates: boolean;
  /** Called with origins that the book after does not know. */
  readonly onWarning: ((warning: CallWarning) => void) | undefined;
  /** Cached results of the book before for columns that will be added. */
  readonly heldBefore: ReadonlyMap<CallColumns, RatedColumns> | undefined;
}

/** A call, its line in its file and its index among all calls of the preview. */
type PreviewedCall = Pick<KeptCall, "call" | "line" | "arrival">;
type CountedCall = PreviewedCall & Pick<KeptCall, "discounts">;

/** Where a row is counted. */
interface RowSums {
  readonly sums: CurrencySums;
  readonly number: Line;
  readonly kind: Line;
  /** Undefined where the call is on no bill. */
  readonly billed: Sides<ExactSum | undefined>;
}

/** A call as both sides price it, with the keys of its lines, and those that the book gives. */
interface FacedCall extends Sides<SideResult> {
  readonly facts: PreviewFacts | undefined;
  readonly ofBook: PreviewFacts | undefined;
}

/**
 * Collects calls one by one, or row by row of columns: sums, counts and the few calls that are kept. None of these
 * depends on the order of the calls.
 */
export class Collector {
  readonly before: PreviewSide;
  readonly after: OpenedBook;
  readonly change: PreviewChange;
  readonly chargers: Sides<Charger>;
  readonly reclassify: boolean;
  readonly compares: ComparedCost;
  readonly wholesale: WholesaleBasis;
  /** How many movers of each kind and direction a report names. */
  readonly movers: number;
  /** Undefined against records. */
  readonly billing: Billing | undefined;

  /** Infinite while no call was rated. */
  firstDay: DayNumber = Number.POSITIVE_INFINITY;
  lastDay: DayNumber = Number.NEGATIVE_INFINITY;
  read = 0;
  readonly sums: SumsByCurrency;
  /** Calls without a price on either side, by both reasons. */
  readonly unrated = new Map<UnratedReason, Map<UnratedReason, number>>();

  readonly #hasSameDecimals: boolean;
  readonly #seen: DuplicateIndex | undefined;
  /** One hash for both sides: call directions are those of the book after. */
  readonly #hasher: CallHasher;
  readonly #discounts: DiscountedSides | undefined;
  /** Undefined where every call has to be priced from its record. */
  readonly #rows: RowChanges | undefined;
  readonly #origins: UnknownOrigins;
  readonly #warnings: OriginWarnings | undefined;

  constructor(before: PreviewSide, after: OpenedBook, options: CollectorOptions) {
    const { hasDiscounts, reclassify, compares, wholesale, movers, examples, onWarning } = options;
    this.before = before;
    this.after = after;
    this.change = options.change;
    const chargerFor = (side: PreviewSide) => chargerOf(side, reclassify, compares);
    this.chargers = { before: chargerFor(before), after: chargerFor(after) };
    this.reclassify = reclassify;
    this.compares = compares;
    this.wholesale = wholesale;
    this.movers = movers;
    this.billing = before === "recorded" ? undefined : new Billing(before, after, options.billing);
    this.sums = new SumsByCurrency(after.settings.currency, { movers, examples });
    this.#origins = new UnknownOrigins(after);
    this.#warnings = onWarning === undefined ? undefined : new OriginWarnings(after, onWarning);
    this.#hasher = new CallHasher(after.tables);
    this.#seen = options.keepsDuplicates ? undefined : new DuplicateIndex();
    this.#discounts = hasDiscounts ? new DiscountedSides(before, after) : undefined;
    this.#hasSameDecimals =
      before !== "recorded" && before.settings.costDecimals === after.settings.costDecimals;
    this.#rows = before === "recorded" ? undefined : new RowChanges(before, after, options);
  }

  add(call: CallRecord, line = this.read + 1): void {
    if (this.#warnings !== undefined) {
      this.#origins.note(call, line);
      this.#warnings.tell(this.#origins.take());
    }
    const readBefore = this.#seen?.noteCall(this.#hasher.of(call));
    this.#charge({ call, line, arrival: this.read }, readBefore);
  }

  addColumns(columns: CallColumns): void {
    if (this.#warnings !== undefined) {
      this.#origins.noteRows(columns, this.read);
      this.#warnings.tell(this.#origins.take());
    }
    const rows = areByRecord(columns) ? undefined : this.#rows;
    const rated = rows?.rate(columns);
    // Marks the calls of all rows as read.
    const repeated = new Map(this.#seen?.noteAll(this.#hasher.ofRows(columns), 0));
    for (let row = 0; row < columns.length; row++) {
      const arrival = this.read;
      const line = columns.lineOf?.(row) ?? arrival + 1;
      const readBefore = repeated.get(row);
      if (rated === undefined) this.#charge({ call: columns.recordOf(row), line, arrival }, readBefore);
      else if (readBefore !== undefined || !this.#addRow(columns, rated, row, line, arrival)) {
        const call = columns.recordOf(row);
        const chargedOn = (side: keyof RatedTwice): SideResult =>
          chargedBy(asReadBefore(rated[side].resultAt(row), call, readBefore));
        this.#addCharged({ call, line, arrival }, chargedOn("before"), chargedOn("after"));
      }
    }
  }

  /** Adds a row without reading its record; false where the row needs the `CallResult` of each side. */
  #addRow(columns: CallColumns, rated: RatedTwice, row: number, line: number, arrival: number): boolean {
    const rows = this.#rows;
    const change = rows?.changeOf(columns, rated, row, line, arrival);
    if (rows === undefined || change === undefined) {
      const reasonBefore = reasonOf(rated.before, row);
      const reasonAfter = reasonOf(rated.after, row);
      if (reasonBefore === undefined || reasonAfter === undefined) return false;
      if (reasonAfter === "malformed-record") requireCall(columns.recordOf(row), line);
      this.read++;
      this.#addUnrated(reasonBefore, reasonAfter);
      this.#discounts?.pass();
      return true;
    }
    this.read++;
    this.#noteDay(rated.before.day[row] as DayNumber);
    const { billing } = this;
    const sums = this.sums.of(change.currency);
    const rowSums = {
      sums,
      number: sums.rows.numberOf(rated, row),
      kind: sums.rows.kindOf(columns, rated, row),
      billed: {
        before: billing?.before.sumOfRow(rated.before, row),
        after: billing?.after.sumOfRow(rated.after, row),
      },
    };
    const discounts = this.#discounts;
    const planned = discounts?.ofRow(columns, rated, row);
    if (discounts === undefined || planned === undefined) {
      countRow(change, rowSums);
      discounts?.pass();
      return true;
    }
    const waiting = rows.take();
    discounts.add(planned, (drawn) => {
      waiting.discount(drawn);
      countRow(waiting, rowSums);
    });
    return true;
  }

  #charge(previewed: PreviewedCall, readBefore: RepeatedField | undefined): void {
    const { call, line } = previewed;
    requireCall(call, line);
    const { before, after } = this.chargers;
    this.#addCharged(previewed, before(call, line, readBefore), after(call, line, readBefore));
  }

  #addCharged(previewed: PreviewedCall, before: SideResult, after: SideResult): void {
    this.read++;
    const rated = before.rated ?? after.rated;
    if (rated?.day !== undefined) this.#noteDay(rated.day);
    const discounts = this.#discounts;
    const planned = discounts?.ofResults(before.result, after.result);
    if (discounts === undefined || planned === undefined) {
      this.#count({ ...previewed, discounts: NO_DISCOUNTS }, before, after);
      discounts?.pass();
      return;
    }
    discounts.add(planned, (drawn) => {
      const netBefore = discountedBy(before, drawn.before, this.before);
      const netAfter = discountedBy(after, drawn.after, this.after);
      this.#count({ ...previewed, discounts: drawn }, netBefore, netAfter);
    });
  }

  #noteDay(day: DayNumber): void {
    if (day < this.firstDay) this.firstDay = day;
    if (day > this.lastDay) this.lastDay = day;
  }

  #addUnrated(before: UnratedReason, after: UnratedReason): void {
    const reasons = madeOnce(this.unrated, before, () => new Map<UnratedReason, number>());
    reasons.set(after, (reasons.get(after) ?? 0) + 1);
  }

  #count(counted: CountedCall, before: SideResult, after: SideResult): void {
    this.billing?.add(before.rated, after.rated);
    if (before.costs !== undefined || after.costs !== undefined) this.#addPriced(counted, before, after);
    else this.#addUnrated(before.reason ?? "ignored", after.reason ?? "ignored");
  }

  /** R24: a call that both sides price in different currencies counts in each by the amount of its own side alone. */
  #addPriced(counted: CountedCall, before: SideResult, after: SideResult): void {
    const ofBook = before.rated ?? after.rated;
    const facts = this.before === "recorded" ? factsAsRecorded(counted.call, ofBook) : ofBook;
    const left = this.#currencyOf("before", counted, before);
    const right = this.#currencyOf("after", counted, after);
    if (left === undefined || right === undefined || left === right) {
      const sums = this.sums.of(left ?? right ?? this.sums.ofBook.currency);
      this.#addTo(sums, counted, { before, after, facts, ofBook });
      return;
    }
    if (before.costs !== undefined)
      this.#addTo(this.sums.of(left), counted, { before, after: OTHER_CURRENCY, facts, ofBook });
    const { rated } = after;
    if (after.costs !== undefined) {
      const facing = { before: OTHER_CURRENCY, after, facts: rated, ofBook: rated };
      this.#addTo(this.sums.of(right), counted, facing);
    }
  }

  /** The currency in which a side's customer is billed; undefined where the side does not know the customer. */
  #currencyOf(name: "before" | "after", { call }: CountedCall, { rated }: SideResult): string | undefined {
    const side = this[name];
    if (side !== "recorded") return rated && currencyOf(side, rated.customerID);
    const { customerID } = factsAsRecorded(call, undefined);
    return this.after.tables.customers.get(customerID ?? "")?.currency;
  }

  #addTo(
    sums: CurrencySums,
    { call, line, arrival, discounts }: CountedCall,
    { before, after, facts, ofBook }: FacedCall,
  ): void {
    const difference = differenceOf(before.costs, after.costs, this.#hasSameDecimals);
    const size = difference < 0 ? -difference : difference;
    const direction = difference < 0 ? -1 : difference > 0 ? 1 : 0;
    const order = { id: callID(before, after, call), line, arrival, size };
    let kept: KeptCall | undefined;
    // Copied, because the caller may change the record later.
    const keep = (): KeptCall => {
      kept ??= {
        ...order,
        call: copyOf(call),
        discounts,
        only: before === OTHER_CURRENCY ? "after" : after === OTHER_CURRENCY ? "before" : undefined,
      };
      return kept;
    };
    const wholesale = unknownWholesale();
    // Carriers' costs are in the book's currency (R29).
    if (sums === this.sums.ofBook)
      compareWholesale(wholesale, this.wholesale, before.wholesale, after.wholesale);
    const change = {
      ...order,
      keep,
      before: before.costs,
      after: after.costs,
      wholesale,
      direction,
    } as const;
    if (facts !== undefined) {
      sums.numbers.of(facts.customerID, facts.numberID).add(change);
      const { tariffClass, tariffType, tariffID, tariff, tariffTime } = facts;
      sums.kinds.of(tariffClass, tariffType, tariffID ?? tariff, tariffTime).add(change);
      if (facts !== ofBook && ofBook !== undefined) addOtherwise(sums, facts, ofBook, change);
    }
    if (before.costs === undefined) {
      if (after.costs !== undefined) sums.newlyRated.add(before.reason ?? "ignored", change);
    } else if (after.costs === undefined) {
      sums.newlyUnrated.add(after.reason ?? "ignored", change);
    } else offerMover(sums, change);
  }

  /** Only the totals of the report, of customers who are billed in the book's currency. */
  get totals(): PreviewCosts {
    this.finish();
    return this.sums.ofBook.kinds.total.report();
  }

  /** Adds the calls whose discounts wait for later calls. */
  finish(): void {
    this.#discounts?.finish();
  }
}

/** Adds a call whose record and book name different keys; blank keys of the record are those of the book. */
function addOtherwise(
  { recordedOtherwise }: CurrencySums,
  recorded: PreviewFacts,
  ofBook: PreviewFacts,
  change: CallChange,
): void {
  const keysOf = ({ customerID, tariffID, tariff, tariffClass }: PreviewFacts) => ({
    customer: customerID,
    tariff: tariffID ?? tariff,
    class: tariffClass,
  });
  const [keys, bookKeys] = [keysOf(recorded), keysOf(ofBook)];
  for (const kind of ["customer", "tariff", "class"] as const) {
    if (keys[kind] === bookKeys[kind]) continue;
    recordedOtherwise[kind].of(keys[kind], bookKeys[kind]).add(change);
  }
}

function countRow(change: RowChange, { sums, number, kind, billed }: RowSums): void {
  billed.before?.add(change.before.retail, change.before.decimals);
  billed.after?.add(change.after.retail, change.after.decimals);
  number.add(change);
  kind.add(change);
  offerMover(sums, change);
}

function offerMover({ up, down }: CurrencySums, change: CallChange): void {
  if (change.direction !== 0) (change.direction > 0 ? up : down).offer(change);
}

/** Whether every row has to be rated from its record. */
function areByRecord({ byRecord, length }: CallColumns): boolean {
  for (let row = 0; row < length; row++) if (byRecord[row] === 0) return false;
  return true;
}

/** The id as rating reads the id; from the record where no book rates the call. */
function callID(before: SideResult, after: SideResult, call: CallRecord): string | null {
  const rated = before.rated ?? after.rated;
  if (rated !== undefined) return rated.id;
  return safely(() => (isBlank(call.id) ? null : String(call.id)), null);
}
