/** A server that sequences of requests are sent to, and the model of what it keeps: after each step the two are compared. */
import { expect } from "vitest";
import { type BookData, openBook, sumAmounts } from "../../../src/index.ts";
import { parkPart, priceParts } from "../../../src/server/calls/index.ts";
import type { Database } from "../../../src/server/database/index.ts";
import { openStore, type Store } from "../../../src/server/store/index.ts";
import { workThrough } from "../../../src/server/work/index.ts";
import type { TestEngine } from "../databases.ts";
import { reopenAsked } from "../http/asking.ts";
import { CallModel, type ModelInvoice, type Refusal } from "../model/call-model.ts";
import { type Ask, asking, type Got } from "./http.ts";
import { type Action, CUSTOMERS, type Step } from "./sequence-steps.ts";
import { BOOK, type BreakableDatabase, breakableDatabase, OPENED } from "./setup.ts";

/** A request, and what it does to the model once it is answered. */
interface Move {
  readonly request: readonly [method: string, path: string, body?: unknown, headers?: Record<string, string>];
  readonly settle: (got: Got) => void | Promise<void>;
}

interface SentBatch {
  readonly key: string;
  readonly calls: readonly unknown[];
  readonly isQueued: boolean;
  id: string;
  /** The answer, where it had the results. */
  text: string | undefined;
}

/** A server whose process may end, and the model of what it keeps. */
export class World {
  readonly model = new CallModel(OPENED);
  readonly met = new Map<string, number>();
  readonly #engine: TestEngine;
  readonly #kept: Database;
  readonly #opened: Database[] = [];
  readonly #batches: SentBatch[] = [];
  #database: BreakableDatabase;
  #store: Store;
  #ask: Ask;

  private constructor(engine: TestEngine, kept: Database, database: BreakableDatabase, store: Store) {
    this.#engine = engine;
    this.#kept = kept;
    this.#database = database;
    this.#store = store;
    this.#ask = asking(store);
  }

  static async begin(engine: TestEngine, kept: Database): Promise<World> {
    await reopenAsked(kept, BOOK);
    const database = breakableDatabase(kept);
    return new World(engine, kept, database, await openStore(database));
  }

  #meet(what: string): void {
    this.met.set(what, (this.met.get(what) ?? 0) + 1);
  }

  /** Where a statement failed nothing has happened, and another process goes on with the same request. */
  async step({ action: own, failsAt }: Step): Promise<void> {
    if (own.kind === "work") return this.#work(failsAt);
    const move = this.#moveOf(own);
    if (move === undefined) return;
    this.#database.failAt(failsAt);
    let got = await this.#ask(...move.request);
    this.#database.failAt(undefined);
    if (got.status === 500 && failsAt !== undefined) {
      this.#meet("failed");
      await this.#restart();
      await this.check();
      got = await this.#ask(...move.request);
    }
    await move.settle(got);
    this.#meet(`${own.kind} ${got.status}`);
    await this.check();
  }

  /** The store is dropped as it is, without being closed. Of the embedded database there is one process. */
  async #restart(): Promise<void> {
    const database = await this.#engine.again(this.#kept);
    if (database !== this.#kept) this.#opened.push(database);
    this.#database = breakableDatabase(database);
    this.#store = await openStore(this.#database);
    this.#ask = asking(this.#store);
  }

  async #work(failsAt: number | undefined): Promise<void> {
    this.#database.failAt(failsAt);
    // Where it fails beyond a part, a worker would rest and go on.
    await workThrough({ store: this.#store, price: priceParts, park: parkPart }).catch(() => undefined);
    this.#database.failAt(undefined);
    await this.#followParts();
    await this.check();
  }

  /** Prices in the model what has been priced, and holds workers to the order of a customer's parts. */
  async #followParts(): Promise<void> {
    const rows = await this.#kept.query<{ batch_id: string; customer_id: string | null; state: string }>(
      "SELECT batch_id, customer_id, state FROM parts WHERE turn IS NOT NULL ORDER BY id",
    );
    const { parts } = this.model;
    expect(rows.map(({ batch_id, customer_id }) => `${batch_id} ${customer_id}`).sort()).toEqual(
      parts.map((part) => `${part.batchID} ${part.customerID}`).sort(),
    );
    const waiting = new Set<string | null>();
    for (const row of rows) {
      const part = parts.find((own) => own.batchID === row.batch_id && own.customerID === row.customer_id);
      if (part === undefined || part.state === row.state) continue;
      if (row.state === "open") waiting.add(row.customer_id);
      else expect(waiting.has(row.customer_id), "priced before an earlier part of its customer").toBe(false);
      if (row.state === "parked") part.state = "parked";
      else if (row.state === "done") {
        this.#meet("priced by a worker");
        this.model.pricePart(part);
      }
    }
  }

  #moveOf(own: Exclude<Action, { kind: "work" }>): Move | undefined {
    const { model } = this;
    switch (own.kind) {
      case "batch": {
        const { calls, isQueued } = own;
        const batch: SentBatch = {
          key: `k${this.#batches.length}`,
          calls,
          isQueued,
          id: "",
          text: undefined,
        };
        return {
          request: requestOf(batch),
          settle: (got) => {
            batch.id = got.body.batch.id;
            const { isOpen, answers } = model.send(batch.id, calls, isQueued);
            expect(got.status, got.text).toBe(isOpen || isQueued ? 202 : 201);
            if (got.status === 201) {
              batch.text = got.text;
              const results = got.body.results as readonly { error?: string }[];
              expect(
                results.map((result, at) =>
                  "error" in (answers[at] as object) ? { error: result.error } : { result },
                ),
              ).toEqual(answers);
            }
            this.#batches.push(batch);
          },
        };
      }
      case "sent again": {
        const batch = this.#batches[own.at % Math.max(1, this.#batches.length)];
        return batch && this.#sendAgain(batch);
      }
      case "rerate":
        return {
          request: ["POST", "/tollbook/rerate", own.request],
          settle: (got) => {
            const rerated = model.rerate(own.request);
            if (typeof rerated === "number") expect(got.body.error_code, got.text).toBe(rerated);
            else expect(got.body).toMatchObject(rerated);
          },
        };
      case "bill": {
        const { kind: _, customerID: customer, ...body } = own;
        return {
          request: ["POST", `/customers/${customer}/invoices/`, body],
          settle: (got) =>
            expectRefusal(got, model.bill({ ...body, customerID: customer, id: String(got.body.id) })),
        };
      }
      case "invoice": {
        const all = [...model.invoices.keys()];
        const id = all[own.at % Math.max(1, all.length)];
        if (id === undefined) return undefined;
        if (model.callsOn(id).length > 0) this.#meet(`${own.what} where there are calls`);
        return this.#changeInvoice(id, own);
      }
      case "change":
        return {
          request: own.change,
          settle: async (got) => {
            // What a change does to records is a property of its own; here the book counts that it leaves.
            if (got.status !== 200) return expectRefusal(got, 409002);
            const { body } = await this.#ask("GET", "/tollbook/book");
            model.book = openBook(body as BookData);
          },
        };
    }
  }

  #sendAgain(batch: SentBatch): Move {
    return {
      request: requestOf(batch),
      settle: (got) => {
        expect(got.headers.get("idempotency-replayed")).toBe("true");
        expect(got.body.batch.id).toBe(batch.id);
        if (batch.text !== undefined) expect(got.text).toBe(batch.text);
        for (const part of this.model.parts) {
          if (part.batchID === batch.id && part.state === "parked") part.state = "open";
        }
      },
    };
  }

  #changeInvoice(id: string, { what, invoiceNumber: number }: Extract<Action, { kind: "invoice" }>): Move {
    const { model } = this;
    switch (what) {
      case "raise":
        return {
          request: ["PATCH", `/invoices/${id}`, { invoiceNumber: number }],
          settle: (got) => expectRefusal(got, model.raise(id, number)),
        };
      case "remove":
        return {
          request: ["DELETE", `/invoices/${id}`],
          settle: (got) => expectRefusal(got, model.remove(id)),
        };
      case "updateCallTransactions":
      case "reapplyDiscountPlans":
        return {
          request: ["POST", `/invoices/${id}/${what}`],
          settle: (got) => expectRefusal(got, model[what](id)),
        };
    }
  }

  /** What is stored is what the model has, and whatever the model says, nothing is lost and nothing is there twice. */
  async check(): Promise<void> {
    const { model } = this;
    const database = this.#kept;
    const calls = await database.query<{ id: string; invoice_id: string | null }>(
      "SELECT id, invoice_id FROM calls ORDER BY id",
    );
    const modelCalls = [...model.calls.values()].sort((a, b) => Number(a.id) - Number(b.id));
    expect(calls.map(({ id, invoice_id }) => [id, invoice_id])).toEqual(
      modelCalls.map(({ id, invoiceID }) => [id, invoiceID ?? null]),
    );
    const results = await database.query<{ call_id: string; latest: boolean; record: string }>(
      "SELECT call_id, latest, record FROM results ORDER BY call_id, attempt",
    );
    expect(results.map(({ call_id, latest, record }) => [call_id, latest, record])).toEqual(
      modelCalls.flatMap((one) =>
        one.results.map((result, at) => [one.id, at === one.results.length - 1, JSON.stringify(result)]),
      ),
    );
    const pools = await database.query<{ pools: string }>("SELECT pools FROM pools");
    const allPools = pools.flatMap((row) => JSON.parse(row.pools) as object[]);
    expect(allPools.map((pool) => JSON.stringify(pool)).sort()).toEqual(model.pools);
    const { body: listed } = await this.#ask("GET", "/invoices/?includeUnsent");
    expect(listed.map(saysOfItself)).toEqual(
      [...model.invoices.values()].sort((a, b) => Number(a.id) - Number(b.id)).map(isToSay),
    );
    await this.#checkAmounts();
  }

  /** Each rated call is on one transaction of one invoice of its customer, or on none; no amount is lost between them. */
  async #checkAmounts(): Promise<void> {
    const rated = await this.#kept.query<Billed>(
      `SELECT c.id, c.invoice_id, c.transaction_id, r.customer_id, r.record, i.customer_id AS invoiced
       FROM calls c JOIN results r ON r.call_id = c.id AND r.latest LEFT JOIN invoices i ON i.id = c.invoice_id
       WHERE r.outcome = 'rated' OR c.invoice_id IS NOT NULL ORDER BY c.id`,
    );
    const transactions = await this.#kept.query<{ id: string; invoice_id: string; data: string }>(
      "SELECT id, invoice_id, data FROM transactions ORDER BY id",
    );
    const isBilled = new Set<string>();
    for (const { id, invoice_id, data } of transactions) {
      const { transactionSource, transactionValue } = JSON.parse(data) as Record<string, string>;
      expect(transactionSource).toBe("calls");
      const own = rated.filter((one) => one.transaction_id === id);
      for (const one of own) {
        expect(isBilled.has(one.id), `call ${one.id} is billed twice`).toBe(false);
        isBilled.add(one.id);
        expect([one.invoice_id, one.customer_id]).toEqual([invoice_id, one.invoiced]);
      }
      const pence = sumAmounts(own.map(costOf));
      const difference = quantaOf(pence) - 100n * quantaOf(transactionValue as string);
      // Rounded once, to the penny.
      expect(2n * (difference < 0n ? -difference : difference), `transaction ${id}`).toBeLessThanOrEqual(
        QUANTA,
      );
    }
    for (const { id, invoice_id } of rated) {
      expect(isBilled.has(id), `call ${id} is on an invoice, and on one transaction of it`).toBe(
        invoice_id !== null,
      );
    }
    for (const customer of CUSTOMERS) {
      const listed = async (filter: string): Promise<readonly Listed[]> =>
        (await this.#ask("GET", `/customers/${customer}/calls/?${filter}`)).body;
      const [billed, unbilled] = [await listed("billed"), await listed("unbilled")];
      const theirs = rated.filter(({ customer_id }) => customer_id === customer);
      expect(sumAmounts([...billed, ...unbilled].map(({ cost }) => cost))).toBe(
        sumAmounts(theirs.map(costOf)),
      );
      const ids = [...billed, ...unbilled].map(({ id }) => id);
      expect(new Set(ids).size, "a call is billed and unbilled").toBe(ids.length);
    }
  }

  /** Prices what still waits, sends every batch again, and looks once more. */
  async end(): Promise<void> {
    for (const { batchID, state } of [...this.model.parts]) {
      const batch = this.#batches.find(({ id }) => id === batchID);
      if (state !== "parked" || batch === undefined) continue;
      const again = this.#sendAgain(batch);
      await again.settle(await this.#ask(...again.request));
    }
    await this.#work(undefined);
    expect(this.model.parts.filter(({ state }) => state !== "done")).toEqual([]);
    for (const batch of this.#batches) {
      const again = this.#sendAgain(batch);
      await again.settle(await this.#ask(...again.request));
    }
    await this.check();
  }

  async close(): Promise<void> {
    for (const database of this.#opened) await database.close();
  }
}

interface Billed {
  readonly id: string;
  readonly invoice_id: string | null;
  readonly transaction_id: string | null;
  readonly customer_id: string | null;
  readonly record: string;
  readonly invoiced: string | null;
}

interface Listed {
  readonly id: string;
  readonly cost: string | null;
}

function costOf({ record }: Billed): string {
  return (JSON.parse(record) as { cost?: string }).cost ?? "0";
}

/** Costs have at most so many parts of a penny. */
const QUANTA = 10n ** 8n;

/** An amount in those parts. */
function quantaOf(amount: string): bigint {
  const [whole = "0", fraction = ""] = amount.split(".");
  return BigInt(whole + fraction.padEnd(8, "0"));
}

function requestOf({ key, calls, isQueued }: SentBatch): Move["request"] {
  const prefer: Record<string, string> = isQueued ? { Prefer: "respond-async" } : {};
  return ["POST", "/tollbook/batches", { calls }, { "Idempotency-Key": key, ...prefer }];
}

function expectRefusal(got: Got, refusal: Refusal | undefined): void {
  expect(got.status < 300 ? undefined : got.body.error_code, got.text).toBe(refusal);
}

function saysOfItself(invoice: Readonly<Record<string, unknown>>): unknown {
  const { id, customerID: customer, invoiceNumber: number, cutoffDate } = invoice;
  const { invoiceAmount, invoiceVAT, total, invoiceCallCount } = invoice;
  return [id, customer, number, cutoffDate, { invoiceAmount, invoiceVAT, total, invoiceCallCount }];
}

function isToSay({
  id,
  customerID: customer,
  invoiceNumber: number,
  cutoffDate,
  amounts,
}: ModelInvoice): unknown {
  return [id, customer, number ?? null, cutoffDate, amounts];
}
