/** The store once more, in memory and in the simplest way: what the tests hold it to. */
import type { BookData } from "../../../src/index.ts";

/** A record of the model. */
export type ModelRecord = Readonly<Record<string, unknown>>;

/** Lists whose records the tests change, each with its key. */
export const MODEL_KEYS = {
  callTypes: "name",
  tariffs: "id",
  customers: "id",
  numbers: "id",
  holidays: "date",
} as const;

export type ModelList = keyof typeof MODEL_KEYS;

/** Fields that no rule reads. */
const LABELS: ReadonlySet<string> = new Set(["address1", "internalUse", "ourOwnColumn"]);

/** One change of a book, as a request would make it. */
export interface ModelChange {
  readonly settings?: ModelRecord;
  readonly upsert: readonly { readonly list: ModelList; readonly record: ModelRecord }[];
  readonly remove: readonly { readonly list: ModelList; readonly key: string }[];
  /** Rating periods are replaced whole. */
  readonly periods?: readonly ModelRecord[];
}

/** A book of plain lists, and the books of its revisions. */
export class BookModel {
  #settings: ModelRecord = {};
  readonly #lists = new Map<string, readonly ModelRecord[]>();
  /** By number; that of revision 0 is empty. */
  readonly revisions: BookData[] = [{}];

  get data(): BookData {
    const data: Record<string, unknown> = { ...this.#settings };
    for (const [list, records] of this.#lists) if (records.length > 0) data[list] = records;
    return data as BookData;
  }

  find(list: ModelList, key: string): ModelRecord | undefined {
    return this.#lists.get(list)?.find((record) => String(record[MODEL_KEYS[list]]) === key);
  }

  keys(list: ModelList): readonly string[] {
    return (this.#lists.get(list) ?? []).map((record) => String(record[MODEL_KEYS[list]]));
  }

  /** The book after a change; this one stays as it is. */
  changed(change: ModelChange): BookModel {
    const next = new BookModel();
    next.revisions.splice(0, 1, ...this.revisions);
    next.#settings = { ...this.#settings, ...change.settings };
    for (const [list, records] of this.#lists) next.#lists.set(list, records);
    for (const { list, key } of change.remove) {
      next.#lists.set(
        list,
        (next.#lists.get(list) ?? []).filter((record) => String(record[MODEL_KEYS[list]]) !== key),
      );
    }
    for (const { list, record } of change.upsert) {
      const records = next.#lists.get(list) ?? [];
      const key = String(record[MODEL_KEYS[list]]);
      const at = records.findIndex((known) => String(known[MODEL_KEYS[list]]) === key);
      next.#lists.set(list, at < 0 ? [...records, record] : records.with(at, record));
    }
    if (change.periods !== undefined) next.#lists.set("ratingPeriods", change.periods);
    return next;
  }

  /** Notes a revision where a rule reads a difference from the last one. */
  commit(before: BookModel): void {
    if (withoutLabels(before.data) !== withoutLabels(this.data)) this.revisions.push(this.data);
  }
}

function withoutLabels(data: BookData): string {
  return JSON.stringify(
    Object.entries(data).sort(([a], [b]) => (a < b ? -1 : 1)),
    (name, value: unknown) => (LABELS.has(name) ? undefined : value),
  );
}
