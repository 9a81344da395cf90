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
import { type Ask, askOf, reopenAsked } from "../http/asking.ts";

type Row = Readonly<Record<string, unknown>>;

interface Case {
  readonly book: Row;
  /** Ids are digits, or missing. */
  readonly batches: readonly (readonly Row[])[];
}

/** Ids of stored calls are digits; what has others comes without one. No batch has an id that the server gave before it. */
function withStoredID({ id, ...call }: Row, batch = 0): Row {
  return typeof id === "number" && id > 0 ? { id: id + 1_000 * batch, ...call } : call;
}

const discountCase = anyDiscountCase(16).map(
  ({ book, calls }): Case => ({
    book: book as Row,
    batches: [0, 1, 2]
      .map((number) =>
        calls.filter(({ batch }) => batch === number).map(({ call }) => withStoredID(call, number)),
      )
      .filter((batch) => batch.length > 0),
  }),
);
/** Calls that come again in their batch, known by their id or by what the carrier says, and mostly say something else. */
const again = fc.array(fc.record({ of: fc.nat({ max: 15 }), duration: fc.nat({ max: 90 }) }), {
  maxLength: 4,
});
const wholeCase = fc.tuple(anyBook(16), again).map(([{ book, calls }, repeats]): Case => {
  const repeated = repeats.map(({ of, duration }) => ({ ...calls[of % calls.length], duration }));
  return { book: book as Row, batches: [[...calls, ...repeated].map((call) => withStoredID(call))] };
});

/** Counts what was compared, by what came of it. */
type Meet = (what: string) => void;

/** Sends everything, and holds each answer to the library's. */
async function compare(database: Database, { book: data, batches }: Case, meet: Meet): Promise<void> {
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
    // The library knows calls of one batch again as the server does (H24, R30).
    const rated = applyDiscounts(opened, rateCalls(opened, calls), state);
    state = rated.state;
    const told = `{"batch":${JSON.stringify(batch)},"results":[${rated.calls.map((one) => JSON.stringify(one)).join(",")}]}`;
    expect(answer.text).toBe(told);
    const tally = createTally(opened);
    for (const [line, result] of rated.calls.entries()) {
      tally.add(result);
      const call = calls[line] as CallRecord;
      if (isStored(result, call, calls.slice(0, line))) stored.push({ call, result });
      meet(result.outcome === "error" ? result.error : result.outcome);
      if (result.outcome === "rated" && result.discounts.length > 0) meet("discounted");
    }
    const { read, rated: ratedCalls, errors, ignored, totals, otherCurrencies } = tally.report();
    expect(batch).toMatchObject({ read, rated: ratedCalls, errors, ignored, repeated: 0 });
    expect(batch.totals).toEqual({ ...totals, ...(otherCurrencies && { otherCurrencies }) });
  }
  await comparePools(ask, data, state && createDiscounter(opened, state).pools());
  await compareQuotes(ask, data, opened, meet);

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

/**
 * Whether a call is stored for certain. One that came before in its batch is answered, and not stored; where it is in error
 * or ignored by itself, its result says that (R30), and only its id and the carrier's tell that it came before.
 */
function isStored(
  result: CallResult,
  { id, carrierCallID }: CallRecord,
  before: readonly CallRecord[],
): boolean {
  if (result.id === null) return false;
  if (result.outcome === "rated") return true;
  if (result.outcome === "error" && result.error === "duplicate-call") return false;
  const key = textOf(carrierCallID);
  return !before.some(
    (call) => textOf(call.id) === textOf(id) || (key !== "" && textOf(call.carrierCallID) === key),
  );
}

function textOf(value: unknown): string {
  return String(value ?? "").trim();
}

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

async function compareQuotes(
  ask: Ask,
  { tariffs, callTypes }: Row,
  book: ReturnType<typeof openBook>,
  meet: Meet,
): Promise<void> {
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
    ["with discounts", discountCase, "discounted"],
    ["with everything that finds a tariff", wholeCase, "duplicate-call"],
  ] as const)("random books %s", async (_kind, cases, rare) => {
    const met = new Map<string, number>();
    const meet: Meet = (what) => met.set(what, (met.get(what) ?? 0) + 1);
    const database = await engine.empty();
    await openStore(database);
    await fc.assert(
      fc.asyncProperty(cases, (drawn) => compare(database, drawn, meet)),
      runs(120),
    );
    await database.close();
    expect(met.get("rated") ?? 0).toBeGreaterThan(atLeast(100));
    expect(met.get("quote rated") ?? 0).toBeGreaterThan(atLeast(100));
    expect(met.get(rare) ?? 0).toBeGreaterThan(atLeast(60));
  });
});
