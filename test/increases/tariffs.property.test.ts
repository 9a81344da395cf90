import fc from "fast-check";
import { expect, test } from "vitest";
import {
  applyIncrease,
  type IncreaseRequest,
  increaseBook,
  isActionError,
} from "../../src/increases/index.ts";
import { type BookData, openBook, quote, type Tariff } from "../../src/index.ts";
import { expectSame, runs, shrinkingBriefly } from "../properties/runs.ts";
import { anyChain, anyChange, frozen } from "./any-chain.ts";
import { type Probes, probe, raisedRate } from "./probe.ts";
import type { Change } from "./raised.ts";

const scope = fc.constantFrom("costOnly", "allCharges");
const date = fc.constantFrom("2026-01-01", "2026-02-01", "2026-02-12", "2026-03-02", "2031-01-01");

function request(book: BookData, change: Change, increaseScope: string, more: object = {}): IncreaseRequest {
  return {
    resource: "tariffs",
    id: book.tariffs?.length ?? 0,
    increaseScope,
    ...change,
    ...more,
  };
}

function increased(book: BookData, wanted: IncreaseRequest): BookData {
  const result = applyIncrease(book, wanted, 5);
  if (isActionError(result)) throw new Error(result.hint);
  return {
    ...book,
    tariffs: (book.tariffs ?? []).map((own) => (own.id === wanted.id ? (result.record as Tariff) : own)),
  };
}

function expected(before: Probes, increaseScope: string, change: Change, from = ""): Probes {
  return new Map(
    [...before].map(([key, { day, rate }]) => [
      key,
      { day, rate: day < from ? rate : raisedRate(rate, increaseScope, change) },
    ]),
  );
}

test("R51: a chain resolved and raised gives every call the raised rate, and where there was none, none", () => {
  fc.assert(
    fc.property(
      anyChain,
      anyChange,
      scope,
      shrinkingBriefly((book, change, increaseScope) => {
        frozen(book);
        const wanted = request(book, change, increaseScope);
        const after = increased(book, wanted);
        const id = String(wanted.id);
        expect(after.tariffs?.at(-1)).not.toHaveProperty("parentTariff");
        expectSame(probe(after, id), expected(probe(book, id), increaseScope, change), () => ({
          book,
          change,
          increaseScope,
          after,
        }));
      }),
    ),
    runs(120),
  );
});

test("R58: from a date, calls before it cost what they did and calls from it on the raised rate", () => {
  fc.assert(
    fc.property(
      anyChain,
      anyChange,
      scope,
      date,
      shrinkingBriefly((book, change, increaseScope, effectiveDate) => {
        frozen(book);
        const wanted = request(book, change, increaseScope, { effectiveDate });
        const after = increased(book, wanted);
        const id = String(wanted.id);
        expectSame(probe(after, id), expected(probe(book, id), increaseScope, change, effectiveDate), () => ({
          book,
          change,
          increaseScope,
          effectiveDate,
          after,
        }));
      }),
    ),
    runs(120),
  );
});

test("R28, R58: a surcharges tariff's prices go up from the date for calls without a line, too", () => {
  const surchargesOnly = anyChain.map(
    (book): BookData => ({
      ...book,
      callTypes: (book.callTypes ?? []).map((own) => ({ ...own, tariffClass: "surcharges" as const })),
      tariffs: (book.tariffs ?? []).map(
        (own): Tariff => ({
          ...own,
          tariffClass: "surcharges",
          baseType: "",
          baseCost: "",
          baseCostConnection: "",
          baseCostMin: "",
          baseInitialCost: "",
        }),
      ),
    }),
  );
  fc.assert(
    fc.property(
      surchargesOnly,
      anyChange,
      date,
      shrinkingBriefly((book, change, effectiveDate) => {
        const wanted = request(book, change, "allCharges", { effectiveDate });
        const after = increased(book, wanted);
        const id = String(wanted.id);
        const surchargesOf = (probes: Probes) =>
          [...probes].map(([key, { rate }]) => [key, rate?.components.slice(1)]);
        expectSame(
          surchargesOf(probe(after, id, true)),
          surchargesOf(expected(probe(book, id, true), "allCharges", change, effectiveDate)),
          () => ({ book, change, effectiveDate, after }),
        );
        expectSame(
          [...probe(after, id)].map(([key, { rate }]) => [key, rate === undefined]),
          [...probe(book, id)].map(([key, { rate }]) => [key, rate === undefined]),
          () => ({ book, change, effectiveDate, after }),
        );
      }),
    ),
    runs(50),
  );
});

test("R58: increases together are all computed from the book as it was, parents and children alike", () => {
  fc.assert(
    fc.property(
      anyChain,
      fc.array(anyChange, { minLength: 3, maxLength: 3 }),
      scope,
      shrinkingBriefly((book, changes, increaseScope) => {
        frozen(book);
        const requests = (book.tariffs ?? []).map((own, at) => ({
          ...request(book, changes[at] as Change, increaseScope),
          id: own.id,
        }));
        const after = increaseBook(book, requests, 5);
        if (isActionError(after)) throw new Error(after.hint);
        for (const [at, own] of (book.tariffs ?? []).entries()) {
          const id = String(own.id);
          expectSame(
            probe(after.book, id),
            expected(probe(book, id), increaseScope, changes[at] as Change),
            () => ({ book, changes, after }),
          );
        }
      }),
    ),
    runs(50),
  );
});

test("R54, R58: children that are not increased keep their own values and take the raised ones they inherit", () => {
  fc.assert(
    fc.property(
      anyChain,
      anyChange,
      scope,
      date,
      shrinkingBriefly((book, change, increaseScope, effectiveDate) => {
        frozen(book);
        // The root has no parent, so that at once its values are raised one by one where they stand.
        const wanted = { ...request(book, change, increaseScope), id: 1 };
        const dated = increased(book, { ...wanted, effectiveDate });
        const whole = increased(book, wanted);
        for (const { id } of book.tariffs ?? []) {
          const [before, from, after] = [book, dated, whole].map((own) => probe(own, String(id), true));
          expectSame(
            from,
            new Map(
              [...(before as Probes)].map(([key, own]) => [
                key,
                own.day < effectiveDate ? own : (after as Probes).get(key),
              ]),
            ),
            () => ({ book, change, increaseScope, effectiveDate, dated }),
          );
        }
      }),
    ),
    runs(120),
  );
});

test("R50, R54: 0 % changes no price of a record, and gives all of them as text", () => {
  fc.assert(
    fc.property(
      anyChain,
      scope,
      fc.option(date, { nil: undefined }),
      (book, increaseScope, effectiveDate) => {
        const [own] = book.tariffs ?? [];
        const wanted = request(book, { increasePercent: "0" }, increaseScope, { effectiveDate });
        const result = applyIncrease(book, { ...wanted, id: 1 }, 5);
        if (isActionError(result)) throw new Error(result.hint);
        const { record, ...report } = result;
        expect(report).toEqual({ changed: [], kept: [], notReached: [], children: expect.any(Array) });
        expect(record).toEqual({
          ...withTexts(own as Tariff),
          increaseOriginalID: 1,
          increasePercent: "0",
          increaseScope,
          revision: 1,
        });
      },
    ),
    runs(100),
  );
});

/** A tariff with its prices as text: the numbers among the fields of this test's books that are prices. */
function withTexts<T extends object>(record: T): T {
  const isPrice = (name: string): boolean => /cost|charge/i.test(name) && !/rounding|zero/i.test(name);
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => {
      if (Array.isArray(value)) return [name, value.map((own: object) => withTexts(own))];
      return [name, typeof value === "number" && isPrice(name) ? String(value) : value];
    }),
  ) as T;
}

test("R58: a quote before the date is what it was to the digit; one from the date on is that of the whole increase", () => {
  fc.assert(
    fc.property(
      anyChain,
      anyChange,
      date,
      shrinkingBriefly((book, change, effectiveDate) => {
        const wanted = request(book, change, "allCharges");
        const [before, dated, whole] = [
          book,
          increased(book, { ...wanted, effectiveDate }),
          increased(book, wanted),
        ].map(openBook);
        for (const callType of ["A", "C"]) {
          for (const at of ["2026-01-20T10:00:00", "2026-02-12T20:00:00", "2026-03-10T10:00:00"]) {
            const ask = {
              tariff: `T${wanted.id}`,
              callType,
              at,
              duration: 91,
              costCDR: "3.3",
              costSuggestedRetail: 5,
              recorded: true,
              origination: "mobile",
            };
            const money = (opened: typeof before) => {
              const answer = quote(opened as NonNullable<typeof opened>, ask);
              return answer.outcome === "rated" ? answer.components : answer.error;
            };
            expectSame(money(dated), money(at < effectiveDate ? before : whole), () => ({
              book,
              change,
              effectiveDate,
              ask,
            }));
          }
        }
      }),
    ),
    runs(50),
  );
});
