/** R20 to R45: a book opened from a shared one says what the book that was shared says. */
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import {
  applyDiscounts,
  type BookData,
  type CallRecord,
  checkBook,
  explainCall,
  type OpenedBook,
  openBook,
  openShared,
  rateCall,
  reviseBook,
  type SharedBook,
  shareBook,
  toRecord,
} from "../../src/index.ts";
import { type BuiltWorker, builtWorker } from "../built-worker.ts";
import { anyBook, asData, type BookWithCalls } from "../properties/any-book.ts";
import { anyDiscountCase, type DiscountCase } from "../properties/any-discount-book.ts";
import { atLeast, expectSame, runs, shrinkingBriefly } from "../properties/runs.ts";
import type { Question } from "./sharing-worker.ts";
import { whatABookSays } from "./what-a-book-says.ts";

/** The book as another thread gets it. */
function inAnotherThread(book: OpenedBook): OpenedBook {
  return openShared(structuredClone(shareBook(book)));
}

/** Whatever memory the shared tables are in, as bytes. */
function sharedBytesOf({ columns }: SharedBook): Uint8Array {
  return new Uint8Array(columns.prefixes.starts.buffer);
}

/** The book with another line and base in every tariff and a new number, as a revision of the opened one. */
function revised(opened: OpenedBook, data: BookData): OpenedBook {
  const tariffs = (data.tariffs ?? []).map((tariff, at) => ({
    ...tariff,
    baseCostConnection: String(at),
    rates: [...(tariff.rates ?? []), { prefix: "4420794600180", startDate: "2026-03-02", cost: "7.25" }],
  }));
  const numbers = [{ id: "revised", customerID: data.customers?.[0]?.id ?? 1, number: "sip-revised" }];
  const changed = { ...data, tariffs, numbers: [...(data.numbers ?? []), ...numbers] };
  if (checkBook(changed).problems.length > 0) return opened;
  return reviseBook(opened, { upsert: { tariffs, numbers } });
}

describe("random books", () => {
  test("R20-R31 calls, columns, errors with their messages and explanations are the same, revised or not", () => {
    let [books, revisions] = [0, 0];
    fc.assert(
      fc.property(
        anyBook(40),
        shrinkingBriefly(({ book, calls, reclassify }) => {
          const data = asData(book);
          if (checkBook(data).problems.length > 0) return;
          const own = calls as unknown as readonly CallRecord[];
          const opened = openBook(data);
          const first = inAnotherThread(opened);
          const wanted = whatABookSays(opened, own, reclassify);
          expectSame(whatABookSays(first, own, reclassify), wanted, () => ({ book, calls, reclassify }));
          // Shared once more, after rating has worked out what chains of parents come to.
          expectSame(whatABookSays(inAnotherThread(opened), own, reclassify), wanted, () => book);
          expectSame(whatABookSays(inAnotherThread(first), own, reclassify), wanted, () => book);
          books++;
          const later = revised(opened, data);
          if (later === opened) return;
          const laterShared = inAnotherThread(later);
          expectSame(
            whatABookSays(laterShared, own, reclassify),
            whatABookSays(later, own, reclassify),
            () => ({ book, calls, reclassify, isRevised: true }),
          );
          // The book that was revised is what it was, in either thread.
          expectSame(whatABookSays(first, own, reclassify), wanted, () => book);
          revisions++;
        }),
      ),
      runs(60),
    );
    expect(books).toBeGreaterThan(atLeast(50));
    expect(revisions).toBeGreaterThan(atLeast(25));
  });

  test("R40-R45 discounts are the same", () => {
    fc.assert(
      fc.property(
        anyDiscountCase(30),
        shrinkingBriefly(({ book, calls }: DiscountCase) => {
          const opened = openBook(asData(book));
          const discounted = (by: OpenedBook): unknown => {
            const applied = applyDiscounts(
              by,
              calls.map(({ call }) => rateCall(by, call as CallRecord)),
            );
            return [applied.calls.map(toRecord), applied.pools, applied.state];
          };
          expectSame(discounted(inAnotherThread(opened)), discounted(opened), () => ({ book, calls }));
        }),
      ),
      runs(40),
    );
  });

  test("R20-R31 the same in a thread of its own", async () => {
    const worker = await startWorker();
    try {
      const compare = async ({ book, calls, reclassify }: BookWithCalls): Promise<void> => {
        const data = asData(book);
        if (checkBook(data).problems.length > 0) return;
        const opened = revised(openBook(data), data);
        const own = calls as unknown as readonly CallRecord[];
        const question: Question = { shared: shareBook(opened), calls: own, reclassify };
        worker.postMessage(question);
        const [answer] = await once(worker, "message");
        expectSame(answer, whatABookSays(opened, own, reclassify), () => ({ book, calls, reclassify }));
      };
      await fc.assert(fc.asyncProperty(anyBook(40), compare), runs(25));
    } finally {
      await worker.terminate();
    }
  });
});

let built: BuiltWorker;
beforeAll(async () => {
  built = await builtWorker("test/book/sharing-worker.ts");
});
afterAll(() => built.remove());

async function startWorker(): Promise<Worker> {
  const worker = new Worker(built.url);
  await once(worker, "online");
  return worker;
}

/** A chain of two tariffs whose lines say everything a line can, names that are those of objects, long texts. */
const LONG = "\ud800 lone, and Zürich ☎ ".repeat(450);
const data = {
  roundings: [{ name: "__proto__", mode: "up", multiple: "0.5" }],
  ratingPeriods: [
    { name: "constructor", from: "08:00", to: "18:00" },
    { name: "toString", from: "18:00", to: "08:00" },
  ],
  callTypes: [
    { name: "__proto__", tariffClass: "international" },
    { name: "UK", tariffClass: "national" },
  ],
  destinations: [
    { prefix: "1", tariffType: "__proto__", location: LONG },
    { prefix: "18", tariffType: "__proto__", location: "" },
    { prefix: "186", tariffType: "__proto__", location: "constructor" },
    { prefix: "186", tariffType: "__proto__", location: "its own", locationCarrier: "__proto__" },
    { prefix: "44", tariffType: "UK" },
    { prefix: "999", tariffType: "UK", location: "short", direction: "inbound", short: true },
    { prefix: "", tariffType: "UK", location: "anyone", direction: "inbound" },
  ],
  callDirections: [{ name: "in", direction: "inbound" }],
  discountPlans: [
    { id: 1, discountPlanName: "__proto__", discountPercent: 10 },
    { id: 2, discountPlanName: "valueOf", discountPercent: 20 },
  ],
  tariffs: [
    {
      id: "__proto__",
      name: "Parent",
      tariffClass: "international",
      baseCost: "1",
      baseCostConnection: "-0.000001",
      rates: [
        { prefix: "1", cost: "1000000", roundingAccessCharge: "__proto__", accessCharge: "0.1" },
        { prefix: "186", tariffType: "__proto__", tariffTime: "constructor", cost: "2.5", costMin: "3" },
        { prefix: "186", tariffTime: "toString", cost: "2", discountPlan: "__proto__" },
        { prefix: "186", startDate: "2026-10-02", endDate: "2026-10-05", chargeZeroDuration: true },
        { prefix: "186", cost: "4", discountPlan: "valueOf" },
      ],
    },
    {
      id: "child",
      name: "Child",
      tariffClass: "international",
      parentTariff: "__proto__",
      rates: [
        {
          prefix: "18",
          initialDuration: 30,
          initialCost: "1.5",
          roundSeconds: 6,
          roundSecondsFrom: "minimum",
        },
        { tariffTime: "toString", roundPence: "0.01", costConnection: "5" },
      ],
    },
    { id: 3, name: "Alone", tariffClass: "national", baseCost: "2", rates: [{ prefix: "4479", cost: "9" }] },
  ],
  customers: [{ id: "__proto__", defaultInternationalTariff: "Child", defaultNationalTariff: "Alone" }],
  numbers: [{ id: "constructor", customerID: "__proto__", number: "020 7946 0018" }],
} as unknown as BookData;

const calls: readonly CallRecord[] = ["1212", "1855", "18685", "447900", "999", "", "33"].flatMap(
  (external) =>
    ["2026-10-01", "2026-10-03", "2026-10-07"].flatMap((startDate) =>
      ["09:00:00", "20:00:00"].flatMap((startTime) => [
        { numberID: "constructor", external, startDate, startTime, duration: 61 },
        { target: "02079460018", external, startDate, startTime, duration: 0, carrier: "__proto__" },
        { target: "02079460018", external, startDate, startTime, duration: 5, callTypeDirectionFlag: "in" },
      ]),
    ),
);

describe("a book with chains of parents and hostile names", () => {
  const opened = openBook(data);
  const wanted = whatABookSays(opened, calls, false);

  test("R25 R26 every value that a line can give comes through, and every name is a name", () => {
    const shared = inAnotherThread(opened);
    expect(whatABookSays(shared, calls, false)).toEqual(wanted);
    expect(shared.settings).toEqual(opened.settings);
    expect(shared.warnings).toEqual(opened.warnings);
    expect(JSON.stringify(wanted)).toContain("its own");
    expect(wanted.single).toContainEqual(expect.objectContaining({ location: LONG }));
    const plans = calls
      .map((call) => rateCall(shared, call))
      .map((result) => applyDiscounts(shared, [result]));
    expect(plans.map(({ calls: own }) => own.map(toRecord))).toEqual(
      calls
        .map((call) => rateCall(opened, call))
        .map((result) => applyDiscounts(opened, [result]).calls.map(toRecord)),
    );
  });

  test("explanations name the line, though the other thread has no record of it", () => {
    const call = { numberID: "constructor", external: "18685", startDate: "2026-10-07", duration: 61 };
    const lines = [opened, inAnotherThread(opened)].map((book) =>
      explainCall(book, { ...call, startTime: "09:00" }).choices.find(({ subject }) => subject === "line"),
    );
    expect(lines[1]).toEqual(lines[0]);
    expect(lines[1]?.chosen).toContain("(rates[");
  });

  test("what a thread works out for itself is not written where others read", () => {
    const shared = shareBook(opened);
    const before = sharedBytesOf(shared).slice();
    const [one, other] = [openShared(structuredClone(shared)), openShared(shared)];
    expect(whatABookSays(one, calls, false)).toEqual(wanted);
    // In another order, so that other combinations of lines are worked out first.
    whatABookSays(other, calls.toReversed(), false);
    expect(whatABookSays(other, calls, false)).toEqual(wanted);
    expect(sharedBytesOf(shared)).toEqual(before);
  });

  test("a host without SharedArrayBuffer gets clones of everything", () => {
    vi.stubGlobal("SharedArrayBuffer", undefined);
    const shared = shareBook(opened);
    expect(shared.sharedBytes).toBe(0);
    expect(whatABookSays(openShared(structuredClone(shared)), calls, false)).toEqual(wanted);
    expect(whatABookSays(openShared(shared), calls, false)).toEqual(wanted);
    expect(whatABookSays(opened, calls, false)).toEqual(wanted);
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });
});

describe("what is shared", () => {
  const lines = 20_000;
  const deck = (id: number, more: object) => ({
    id,
    name: `Deck ${id}`,
    tariffClass: "international" as const,
    ...more,
    rates: Array.from({ length: lines }, (_, at) => ({
      prefix: String(100_000 + at),
      cost: String((at - (at % 10)) / 100),
      ...(at % 4 === 0 && { startDate: "2026-01-01" }),
    })),
  });
  const large = openBook({
    callTypes: [{ name: "A", tariffClass: "international" }],
    destinations: Array.from({ length: lines }, (_, at) => ({
      prefix: String(100_000 + at),
      tariffType: "A",
      location: `Place ${at}`,
    })),
    tariffs: [deck(1, {}), deck(2, { parentTariff: 1 }), deck(3, {})],
  });

  test("all that grows with lines, prefixes and destinations is in the one block", () => {
    const shared = shareBook(large);
    const { columns, ...cloned } = structuredClone(shared);
    const blocks = new Set<unknown>();
    let views = 0;
    // What is not in a typed array of the block is cloned for each thread.
    const rest = JSON.stringify(columns, (_, value: unknown) => {
      if (!ArrayBuffer.isView(value)) return value;
      views++;
      blocks.add(value.buffer);
      return undefined;
    });
    expect(views).toBeGreaterThan(20);
    expect([...blocks]).toEqual([expect.any(SharedArrayBuffer)]);
    expect(rest.length + JSON.stringify(cloned).length).toBeLessThan(5_000);
    expect(shared.sharedBytes).toBeLessThan(40 * 3 * lines);
  });
});

describe("what is refused", () => {
  test("revising a book that was shared", () => {
    expect(() => reviseBook(inAnotherThread(openBook(data)), { settings: { currency: "EUR" } })).toThrow(
      new TypeError(
        "A book opened by openShared has no records to revise; revise the book that was shared, and share that.",
      ),
    );
  });

  test.each([
    [data, "This is no shared book; openShared opens what shareBook of Tollbook"],
    [undefined, "This is no shared book"],
    [{ ...shareBook(openBook({})), engine: "0.0.9" }, "This is a book shared by Tollbook 0.0.9;"],
  ])("opening anything but a shared book of the same version", (what, message) => {
    expect(() => openShared(what as unknown as SharedBook)).toThrow(TypeError);
    expect(() => openShared(what as unknown as SharedBook)).toThrow(message);
  });
});
