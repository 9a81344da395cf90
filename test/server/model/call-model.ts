/**
 * Stored calls once more, in memory and one after another: the library prices them, and what the rules say of keys, parts,
 * pools and invoices stands here in plain words (H18 to H20, H23 to H26, H37).
 */
import {
  billingPeriodOn,
  drawingPeriod,
  emptyState,
  type KeptDraw,
  stateOfDraws,
} from "../../../src/discounts/index.ts";
import { ownerOfCall } from "../../../src/engine/index.ts";
import {
  applyDiscounts,
  type CallRecord,
  type CallResult,
  createRater,
  type DiscountState,
  fromRecord,
  invoices,
  type OpenedBook,
  rateCalls,
  toRecord,
} from "../../../src/index.ts";

type Sent = Readonly<Record<string, unknown>>;

/** A call that is stored. Its customer and its day are those of its latest result. */
export interface ModelCall {
  readonly id: string;
  readonly sent: Sent;
  /** Each result that it ever had, the latest last; none while it waits. */
  readonly results: CallResult[];
  customerID: string | null;
  startDate: string | null;
  invoiceID: string | undefined;
}

/** Calls of one customer that wait, or that waited. */
export interface ModelPart {
  readonly batchID: string;
  readonly customerID: string | null;
  readonly calls: readonly ModelCall[];
  readonly book: OpenedBook;
  state: "open" | "parked" | "done";
}

/** An invoice, and what it says that it comes to. */
export interface ModelInvoice {
  readonly id: string;
  readonly customerID: string;
  readonly cutoffDate: string;
  invoiceNumber: string | undefined;
  amounts: Sent;
}

/** What became of a call of a batch: its result, an error's code, or that it waits. */
export type ModelAnswer = { readonly result: object } | { readonly error: string } | "waits";

/** Why something is refused: the code of the answer. */
export type Refusal = 409002 | 409004;

interface Period {
  readonly customerID: string;
  readonly startDate: string;
}

/** Calls, pools, parts and invoices. */
export class CallModel {
  /** By which everything is priced from now on. */
  book: OpenedBook;
  readonly calls = new Map<string, ModelCall>();
  readonly parts: ModelPart[] = [];
  readonly invoices = new Map<string, ModelInvoice>();
  #state: DiscountState;
  /** Billing periods whose pools were ever drawn from. */
  readonly #drawnFrom = new Set<string>();

  constructor(book: OpenedBook) {
    this.book = book;
    this.#state = emptyState(book);
  }

  get pools(): readonly string[] {
    return this.#state.pools.map((pool) => JSON.stringify(pool)).sort();
  }

  /** Takes a batch in (H23, H24, H37); whether parts of it wait, and what became of each call. */
  send(
    batchID: string,
    sent: readonly Sent[],
    isQueued = false,
  ): { readonly isOpen: boolean; readonly answers: readonly ModelAnswer[] } {
    const findings = this.#findings(sent);
    const fresh = sent.filter((_, at) => findings[at] === "new").map((own) => this.#stored(own));
    const waiting = findings.filter(
      (finding): finding is ModelCall => typeof finding === "object" && finding.results.length === 0,
    );
    const isToWait =
      isQueued || waiting.length > 0 || fresh.some(({ sent: own }) => this.#waits(this.#owner(own)));
    const followed = this.parts.filter(
      ({ state, calls }) => state === "open" && calls.some((call) => waiting.includes(call)),
    );
    const customers = new Set([
      ...followed.map(({ customerID }) => customerID),
      ...fresh.map(({ sent: own }) => this.#owner(own)),
    ]);
    const isOpen = isToWait && customers.size > 0;
    for (const call of fresh) this.calls.set(call.id, call);
    if (isOpen) {
      for (const customerID of customers) {
        const calls = fresh.filter(({ sent: own }) => this.#owner(own) === customerID);
        this.parts.push({ batchID, customerID, calls, book: this.book, state: "open" });
      }
    } else this.#price(this.book, fresh);
    let next = 0;
    const answers = findings.map((finding, at): ModelAnswer => {
      if (finding === "refused") {
        return { error: sent[at]?.duration === "x" ? "malformed-record" : "duplicate-call" };
      }
      const call = finding === "new" ? (fresh[next++] as ModelCall) : finding;
      const result = call.results.at(-1);
      return result === undefined ? "waits" : { result: toRecord(result) };
    });
    return { isOpen, answers };
  }

  /** H24, R30: whatever else is wrong with a call, its ids count as read. */
  #findings(sent: readonly Sent[]): readonly ("new" | "refused" | ModelCall)[] {
    const seen = new Set<string>();
    return sent.map((own) => {
      const keys = [
        `id ${own.id}`,
        ...(own.carrierCallID === undefined ? [] : [`carrier ${own.carrierCallID}`]),
      ];
      const isRead = keys.some((key) => seen.has(key));
      for (const key of keys) seen.add(key);
      if (isRead) return "refused";
      const byID = this.calls.get(String(own.id));
      const byCarrier = [...this.calls.values()].find(
        (call) => call.sent.carrierCallID !== undefined && call.sent.carrierCallID === own.carrierCallID,
      );
      const known = byID ?? byCarrier;
      if (known === undefined) return "new";
      const isOne = byID === undefined || byCarrier === undefined || byID === byCarrier;
      return isOne && JSON.stringify(known.sent) === JSON.stringify(own) ? known : "refused";
    });
  }

  #stored(sent: Sent): ModelCall {
    const id = String(sent.id);
    return { id, sent, results: [], customerID: null, startDate: null, invoiceID: undefined };
  }

  #owner(sent: Sent): string | null {
    return ownerOfCall(this.book, sent as CallRecord).customerID;
  }

  /** Whether calls of a customer wait to be priced; of anybody, where none is named. */
  #waits(customerID: string | null | undefined): boolean {
    return this.parts.some(
      (part) =>
        part.state === "open" &&
        part.customerID !== null &&
        (customerID === undefined || part.customerID === customerID),
    );
  }

  /** Prices a part as a worker does: by the book of its batch, after all earlier ones of its customer (H37). */
  pricePart(part: ModelPart): void {
    this.#price(part.book, part.calls);
    part.state = "done";
  }

  #price(book: OpenedBook, calls: readonly ModelCall[]): void {
    const rated = [
      ...rateCalls(
        book,
        calls.map(({ sent }) => sent as CallRecord),
        { duplicates: "keep" },
      ),
    ];
    const periods = new Set(drawingPeriods(book, rated).map(keyOf));
    for (const key of periods) this.#drawnFrom.add(key);
    const discounted = applyDiscounts(book, rated, this.#poolsOf(periods));
    this.#keepPools(periods, discounted.state);
    for (const [at, call] of calls.entries()) setResult(book, call, discounted.calls[at] as CallResult);
  }

  /** H26: unbilled calls by the present book, and the discounts of their billing periods afresh. */
  rerate({ customerID, errorsOnly }: { customerID?: string; errorsOnly?: boolean }): Refusal | Sent {
    if (this.#waits(customerID)) return 409002;
    const rate = createRater(this.book, { duplicates: "keep" });
    const rerated = new Map<ModelCall, CallResult>();
    for (const call of this.#sorted()) {
      const latest = call.results.at(-1);
      if (latest === undefined || this.#isRaised(call.invoiceID)) continue;
      if (errorsOnly === true && latest.outcome !== "error") continue;
      const isTheirs =
        customerID === undefined ||
        call.customerID === customerID ||
        (call.customerID === null && this.#owner(call.sent) === customerID);
      if (isTheirs) rerated.set(call, rate(call.sent as CallRecord, rerated.size + 1));
    }
    const redrawn = this.#redraw(rerated, [], ({ invoiceID }) => this.#isRaised(invoiceID));
    const count = (outcome: string): number =>
      [...rerated.keys()].filter((call) => call.results.at(-1)?.outcome === outcome).length;
    return {
      read: rerated.size,
      rated: count("rated"),
      errors: count("error"),
      ignored: count("ignored"),
      redrawn,
    };
  }

  /** Draws afresh in R42's order behind the draws that stand; how many calls beside those rated again changed. */
  #redraw(
    rerated: ReadonlyMap<ModelCall, CallResult>,
    asked: readonly Period[],
    stands: (call: ModelCall) => boolean,
  ): number {
    const { book } = this;
    const before = [...rerated.keys()].flatMap((call) => periodOf(book, call) ?? []);
    const periods = new Map<string, Period>();
    for (const period of drawingPeriods(book, [...rerated.values()])) periods.set(keyOf(period), period);
    for (const period of [...before, ...asked]) {
      if (this.#drawnFrom.has(keyOf(period))) periods.set(keyOf(period), period);
    }
    for (const key of periods.keys()) this.#drawnFrom.add(key);
    const drawn = [...rerated];
    const kept: KeptDraw[] = [];
    for (const call of this.#sorted()) {
      const result = call.results.at(-1);
      const period = periodOf(book, call);
      if (result?.outcome !== "rated" || period === undefined || !periods.has(keyOf(period))) continue;
      if (rerated.has(call)) continue;
      if (stands(call)) {
        const { id, sent } = call;
        kept.push({ ...period, id, call: sent as CallRecord, discounts: result.discounts });
      } else drawn.push([call, fromRecord(toRecord(result), call.sent as CallRecord)]);
    }
    const own = new Set(periods.keys());
    const discounted = applyDiscounts(
      book,
      drawn.map(([, result]) => result),
      kept.length === 0 ? emptyState(book) : stateOfDraws(book, this.#poolsOf(own), kept),
    );
    this.#keepPools(own, discounted.state);
    let redrawn = 0;
    const followed = new Set<string>();
    for (const [at, [call]] of drawn.entries()) {
      const result = discounted.calls[at] as CallResult;
      if (!rerated.has(call)) {
        if (JSON.stringify(result) === JSON.stringify(call.results.at(-1))) continue;
        redrawn++;
      }
      setResult(book, call, result);
      if (call.invoiceID !== undefined) followed.add(call.invoiceID);
    }
    for (const id of followed) this.#remake(id, false);
    return redrawn;
  }

  /** What the pools of billing periods have given: those of others are neither read nor written. */
  #poolsOf(periods: ReadonlySet<string>): DiscountState {
    return { ...this.#state, pools: this.#state.pools.filter((pool) => periods.has(keyOf(pool))) };
  }

  #keepPools(periods: ReadonlySet<string>, after: DiscountState): void {
    const others = this.#state.pools.filter((pool) => !periods.has(keyOf(pool)));
    this.#state = { ...after, pools: [...others, ...after.pools] };
  }

  /** H18. */
  bill(invoice: Omit<ModelInvoice, "amounts">): Refusal | undefined {
    const { id, customerID, invoiceNumber } = invoice;
    if (this.#waits(customerID)) return 409002;
    if (this.#isTaken(invoiceNumber)) return 409004;
    this.invoices.set(id, { ...invoice, amounts: {} });
    this.#remake(id, true);
    return undefined;
  }

  #isTaken(invoiceNumber: string | undefined, by?: string): boolean {
    if (invoiceNumber === undefined) return false;
    return [...this.invoices.values()].some(
      (other) => other.id !== by && other.invoiceNumber === invoiceNumber,
    );
  }

  /** An invoiceNumber raises an invoice. */
  raise(id: string, invoiceNumber: string): Refusal | undefined {
    if (this.#isTaken(invoiceNumber, id)) return 409004;
    this.#invoice(id).invoiceNumber = invoiceNumber;
    return undefined;
  }

  /** An unsent invoice goes, and frees its calls. */
  remove(id: string): Refusal | undefined {
    if (this.#isRaised(id)) return 409002;
    this.invoices.delete(id);
    for (const call of this.callsOn(id)) call.invoiceID = undefined;
    return undefined;
  }

  /** H19. */
  updateCallTransactions(id: string): Refusal | undefined {
    if (this.#isRaised(id) || this.#waits(this.#invoice(id).customerID)) return 409002;
    this.#remake(id, true);
    return undefined;
  }

  /** H20: in any state; only the draws of calls on other raised invoices stand. */
  reapplyDiscountPlans(id: string): Refusal | undefined {
    const { customerID } = this.#invoice(id);
    if (this.#waits(customerID)) return 409002;
    const periods = this.#billed(id, false).flatMap((call) => periodOf(this.book, call) ?? []);
    this.#redraw(new Map(), periods, ({ invoiceID }) => invoiceID !== id && this.#isRaised(invoiceID));
    this.#remake(id, false);
    return undefined;
  }

  callsOn(id: string): readonly ModelCall[] {
    return this.#sorted().filter(({ invoiceID }) => invoiceID === id);
  }

  /** The rated calls of an invoice's customer that are on it, or that it would take in now. */
  #billed(id: string, takesMore: boolean): readonly ModelCall[] {
    const { customerID, cutoffDate } = this.#invoice(id);
    return this.#sorted().filter((call) => {
      if (call.results.at(-1)?.outcome !== "rated" || call.customerID !== customerID) return false;
      if (!takesMore) return call.invoiceID === id;
      return (
        (call.invoiceID === undefined || call.invoiceID === id) && (call.startDate as string) < cutoffDate
      );
    });
  }

  /** Puts its calls on an invoice, and frees those that are no longer his or rated; what it comes to is the library's. */
  #remake(id: string, takesMore: boolean): void {
    const { customerID, cutoffDate } = this.#invoice(id);
    const calls = this.#billed(id, takesMore);
    for (const call of this.callsOn(id)) call.invoiceID = undefined;
    for (const call of calls) call.invoiceID = id;
    const to = new Date(Date.parse(cutoffDate) - 86_400_000).toISOString().slice(0, 10);
    const made = invoices(this.book, {
      charged: { transactions: [], features: [], errors: [], warnings: [] },
      rated: calls.map(({ results, sent }) =>
        fromRecord(toRecord(results.at(-1) as CallResult), sent as CallRecord),
      ),
      from: billingPeriodOn(this.book, to)?.startDate ?? to,
      to,
      invoiceDate: cutoffDate,
    });
    const [invoice] = made.invoices.filter((own) => own.customerID === customerID);
    const { invoiceAmount = "0", invoiceVAT = "0", total = "0", invoiceCallCount = 0 } = invoice ?? {};
    this.#invoice(id).amounts = { invoiceAmount, invoiceVAT, total, invoiceCallCount };
  }

  #invoice(id: string): ModelInvoice {
    return this.invoices.get(id) as ModelInvoice;
  }

  #isRaised(id: string | undefined): boolean {
    return id !== undefined && this.#invoice(id).invoiceNumber !== undefined;
  }

  #sorted(): readonly ModelCall[] {
    return [...this.calls.values()].sort((a, b) => Number(a.id) - Number(b.id));
  }
}

function setResult(book: OpenedBook, call: ModelCall, result: CallResult): void {
  const owner = ownerOfCall(book, call.sent as CallRecord);
  call.results.push(result);
  call.customerID = result.outcome === "rated" ? result.customerID : owner.customerID;
  call.startDate = owner.startDate;
}

function keyOf({ customerID, startDate }: Period): string {
  return `${customerID} ${startDate}`;
}

/** The billing period of a priced call. */
function periodOf(book: OpenedBook, { customerID, startDate }: ModelCall): Period | undefined {
  const period = startDate === null ? undefined : billingPeriodOn(book, startDate);
  return customerID === null || period === undefined
    ? undefined
    : { customerID, startDate: period.startDate };
}

function drawingPeriods(book: OpenedBook, results: readonly CallResult[]): readonly Period[] {
  return results.flatMap((result) => (result.outcome === "rated" ? (drawingPeriod(book, result) ?? []) : []));
}
