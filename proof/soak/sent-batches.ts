/** What clients of a soak sent and what was acknowledged: the end of it is held to this. */
import { callOf, QUEUED_FROM } from "./soak-book.ts";

/** A batch: calls that no batch had before, then calls that were acknowledged, then lines that are no calls. */
export interface SentBatch {
  readonly key: string;
  readonly firstID: number;
  readonly newCalls: number;
  /** Ids of calls that earlier batches were acknowledged with. */
  readonly repeated: readonly number[];
  readonly refused: number;
  readonly isQueued: boolean;
}

/** How a batch stands: acknowledged under an id, sent with nobody there to take the answer, or cut short. */
export type BatchState =
  | { readonly kind: "sent" }
  | { readonly kind: "acknowledged"; readonly id: string }
  | { readonly kind: "left" }
  | { readonly kind: "cut short" };

/** How many calls a batch has of each kind. */
export type BatchSize = Pick<SentBatch, "newCalls" | "refused" | "isQueued"> & { readonly repeated: number };

/** The calls of a batch as its body has them. */
export function callsOf({ firstID, newCalls, repeated, refused }: SentBatch): readonly object[] {
  const own = Array.from({ length: newCalls }, (_, at) => callOf(firstID + at));
  const none = Array.from({ length: refused }, (_, at) => ({ ...callOf(at + 1), id: `no id ${at}` }));
  return [...own, ...repeated.map(callOf), ...none];
}

/** How many lines a batch has. */
export function linesOf({ newCalls, repeated, refused }: SentBatch): number {
  return newCalls + repeated.length + refused;
}

/** Every batch of a soak. */
export class SentBatches {
  readonly #batches = new Map<string, { readonly batch: SentBatch; state: BatchState }>();
  /** First id and number of calls of batches that were acknowledged. */
  readonly #acknowledged: Pick<SentBatch, "firstID" | "newCalls" | "isQueued">[] = [];
  readonly #nextID = { inRequest: 1, queued: QUEUED_FROM };

  /** A batch of calls that nobody has sent, and of some that may be sent again. */
  begin({ newCalls, refused, isQueued, repeated }: BatchSize, pick: (below: number) => number): SentBatch {
    const kind = isQueued ? "queued" : "inRequest";
    const batch: SentBatch = {
      key: `soak-${this.#batches.size + 1}`,
      firstID: this.#nextID[kind],
      newCalls,
      repeated: this.#someAcknowledged(repeated, isQueued, pick),
      refused,
      isQueued,
    };
    this.#nextID[kind] += newCalls;
    this.#batches.set(batch.key, { batch, state: { kind: "sent" } });
    return batch;
  }

  #someAcknowledged(wanted: number, isQueued: boolean, pick: (below: number) => number): readonly number[] {
    // What waits is followed by whoever repeats it.
    const known = this.#acknowledged.filter((batch) => isQueued || !batch.isQueued);
    if (known.length === 0) return [];
    const ids = Array.from({ length: wanted }, () => {
      const { firstID, newCalls } = known[pick(known.length)] as SentBatch;
      return firstID + pick(newCalls);
    });
    // A call twice in one batch would be its own matter.
    return [...new Set(ids)];
  }

  set({ key, firstID, newCalls, isQueued }: SentBatch, state: BatchState): void {
    const known = this.#batches.get(key);
    if (known === undefined) throw new Error(`${key} was never begun`);
    if (state.kind === "acknowledged" && known.state.kind !== "acknowledged")
      this.#acknowledged.push({ firstID, newCalls, isQueued });
    known.state = state;
  }

  /** Every batch with how it stands. */
  all(): readonly { readonly batch: SentBatch; readonly state: BatchState }[] {
    return [...this.#batches.values()];
  }

  /** A batch that was acknowledged, and its id; undefined while there is none. */
  anyAcknowledged(
    pick: (below: number) => number,
  ): { readonly batch: SentBatch; readonly id: string } | undefined {
    const all = this.all();
    if (all.length === 0) return undefined;
    const { batch, state } = all[pick(all.length)] as (typeof all)[number];
    return state.kind === "acknowledged" ? { batch, id: state.id } : undefined;
  }

  /** The ids that were given to calls in requests are 1 and less than this. */
  get nextID(): number {
    return this.#nextID.inRequest;
  }
}
