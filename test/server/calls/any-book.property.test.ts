/** Over HTTP calls cost what the library says, to the byte, on random books (H22, H23, H27, H29). */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  applyDiscounts,
  type BookData,
  type CallRecord,
  type CallResult,
  createDiscounter,
  createTally,
  type DiscountState,
  explainCall,
  explainDiscounts,
  openBook,
  type QuoteRequest,
  quote,
  rateCalls,
} from "../../../src/index.ts";
import type { Database } from "../../../src/server/database/index.ts";
import { openStore } from "../../../src/server/store/index.ts";
import { anyBook } from "../../properties/any-book.ts";
import { anyDiscountCase } from "../../properties/any-discount-book.ts";
import { atLeast, runs } from "../../properties/runs.ts";
import { ENGINES } from "../databases.ts";
import { askOf, reopenAsked } from "../http/asking.ts";

type Row = Readonly<Record<string, unknown>>;

interface Case {
  readonly book: Row;
  /** Ids are digits, or missing. */
  readonly batches: readonly (readonly Row[])[];
}

/** Ids of stored calls are digits; what has others comes without one. */
function withStoredID({ id, ...call }: Row): Row {
  return typeof id === "number" && id > 0 ? { id, ...call } : call;
}

const discountCase = anyDiscountCase(16).map(
  ({ book, calls }): Case => ({
    book: book as Row,
    batches: [0, 1, 2]
      .map((number) => calls.filter(({ batch }) => batch === number).map(({ call }) => withStoredID(call)))
      .filter((batch) => batch.length > 0),
  }),
);
const wholeCase = anyBook(16).map(
  ({ book, calls }): Case => ({ book: book as Row, batches: [calls.map((call) => withStoredID(call))] }),
);

/** How many calls of each outcome were compared, and how many with a discount. */
const met = new Map<string, number>();
function meet(what: string): void {
  met.set(what, (met.get(what) ?? 0) + 1);
}

/** Sends everything, and holds each answer to the library's. */
async function compare(database: Database, { book: data, batches }: Case): Promise<void> {
  const { ask, store } = await reopenAsked(database, data as BookData);
  const { book } = await store.present();
  // As JSON has it: the library rates what was sent.
  const opened = openBook(JSON.parse(JSON.stringify(data)) as BookData);
  let state: DiscountState | undefined;
  const stored: { readonly call: CallRecord; readonly result: CallResult }[] = [];
  for (const [at, sent] of batches.entries()) {
    const answer = await ask(
      "POST",
      "/tollbook/batches",
      { calls: sent },
      { headers: { "Idempotency-Key": `k${at}` } },
    );
    expect(answer.status, answer.text).toBe(201);
    const { batch, results } = answer.body as { batch: Row; results: readonly { readonly id: string }[] };
    const calls = sent.map((call, line) => ({ ...call, id: results[line]?.id })) as unknown as CallRecord[];
    const rated = applyDiscounts(opened, rateCalls(opened, calls, { duplicates: "keep" }), state);
    state = rated.state;
    const told = `{"batch":${JSON.stringify(batch)},"results":[${rated.calls.map((one) => JSON.stringify(one)).join(",")}]}`;
    expect(answer.text).toBe(told);
    const tally = createTally();
    for (const [line, result] of rated.calls.entries()) {
      tally.add(result);
      stored.push({ call: calls[line] as CallRecord, result });
      meet(result.outcome);
      if (result.outcome === "rated" && result.discounts.length > 0) meet("discounted");
    }
    const { read, errors, ignored, totals } = tally.report();
    expect(batch).toMatchObject({ read, rated: tally.report().rated, errors, ignored, repeated: 0, totals });
  }
  await comparePools(ask, data, state && createDiscounter(opened, state).pools());
  await compareQuotes(ask, data, opened);

  // Another book from now on, and a server that knows the earlier one from its history alone.
  const decimals = book.settings.costDecimals === 2 ? 4 : 2;
  const revised = await ask("PATCH", "/tollbook/book", { settings: { costDecimals: decimals } });
  expect(revised.body, revised.text).toMatchObject({ revision: 2 });
  const later = askOf(await openStore(database));
  for (const { call, result } of stored.slice(0, 8)) {
    const explained = await later("GET", `/tollbook/calls/${call.id}/explanation`);
    expect(explained.body).toMatchObject({ revision: 1, matches: true });
    const wanted = explainDiscounts(explainCall(opened, call), result);
    expect(JSON.stringify(explained.body.explanation)).toBe(JSON.stringify(wanted));
  }
}

type Ask = ReturnType<typeof askOf>;

async function comparePools(
  ask: Ask,
  { customers }: Row,
  pools: readonly { readonly customerID: string }[] = [],
): Promise<void> {
  for (const { id } of customers as readonly Row[]) {
    if (typeof id !== "number" || id === 0) continue;
    const { body } = await ask("GET", `/tollbook/pools?customerID=${id}`);
    expect(body).toEqual(pools.filter(({ customerID }) => customerID === String(id)));
  }
}

async function compareQuotes(ask: Ask, { tariffs, callTypes }: Row, book: ReturnType<typeof openBook>) {
  for (const { name, tariffClass } of (tariffs as readonly Row[]).slice(0, 4)) {
    for (const callType of (callTypes as readonly Row[]).filter((one) => one.tariffClass === tariffClass)) {
      const request = { tariff: name, callType: callType.name, duration: "61.5", at: "2026-10-25T01:30:00" };
      const wanted = quote(book, request as unknown as QuoteRequest);
      meet(`quote ${wanted.outcome}`);
      expect((await ask("POST", "/tollbook/quote", request)).text).toBe(JSON.stringify(wanted));
    }
  }
}

describe.each(ENGINES)("$kind", (engine) => {
  test.each([
    ["with discounts", discountCase],
    ["with everything that finds a tariff", wholeCase],
  ])("random books %s", async (_kind, cases) => {
    const database = await engine.empty();
    await openStore(database);
    await fc.assert(
      fc.asyncProperty(cases, (drawn) => compare(database, drawn)),
      runs(40),
    );
    await database.close();
    expect(met.get("rated") ?? 0).toBeGreaterThan(atLeast(200));
  });
});
