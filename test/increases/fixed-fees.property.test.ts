/** R50, R52, R54 to R58 and R72: increases of fixed fee tariffs, every charge of every day asked before and after. */
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  applyIncrease,
  type BookData,
  createIncreaseVersion,
  type FixedFeeLine,
  type FixedFeeTariff,
  type IncreaseRequest,
  isActionError,
} from "../../src/index.ts";
import { expectSame, runs, shrinkingBriefly } from "../properties/runs.ts";
import { chosenLines, type FeeQuestion, replacementKey } from "../second-opinion/charges/fee-lines.ts";
import { anyChange, frozen } from "./any-chain.ts";
import { type Change, raisedMicro } from "./raised.ts";

const DAYS = [
  "2026-01-01",
  "2026-02-01",
  "2026-03-01",
  "2026-03-31",
  "2026-04-01",
  "2026-06-30",
  "2026-07-01",
  "2030-01-01",
] as const;
const NAMES = ["A", "B", "C"] as const;

const names = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(undefined, "", []) },
  { weight: 3, arbitrary: fc.subarray([...NAMES], { minLength: 1 }) },
);
const line = fc
  .record(
    {
      startDate: fc.constantFrom("", "2026-01-01", "2026-02-01", "2026-04-01", "2026-07-01"),
      endDate: fc.constantFrom("", null, "2026-06-30", "2030-12-31", "9999-12-31"),
      featureTypeIDs: names,
      carrierIDs: names,
      chargeKind: fc.constantFrom("recurring", "oneOff", ""),
      fixedFeeTariffType: fc.constantFrom("fixed", "proRata", "markup", ""),
      fixedFeeValue: fc.constantFrom("10", 4, "0", "-2.5", "0.00005", "12.3456", 7.123456, ""),
    },
    { requiredKeys: [] },
  )
  .map((own) =>
    own.startDate && own.endDate && own.endDate < own.startDate ? { ...own, endDate: "" } : own,
  );

/** Tariff 1 is the parent of 2, that of 3. Each line has a description of its own, by which it is known again. */
const anyFees: fc.Arbitrary<BookData> = fc
  .array(
    fc.uniqueArray(line, {
      maxLength: 6,
      selector: (own) => replacementKey(own as FixedFeeLine),
    }),
    { minLength: 1, maxLength: 3 },
  )
  .map((tariffs) => ({
    fixedFeeTariffs: tariffs.map((lines, at) => ({
      id: at + 1,
      name: `F${at + 1}`,
      ...(at === 0 ? {} : { parentFixedFeeTariff: at }),
      rates: lines.map((own, place) => ({ ...own, description: `${at + 1}/${place}` })),
    })),
  })) as fc.Arbitrary<BookData>;

const scope = fc.constantFrom("recurringOnly", "recurringAndConnections");
const date = fc.constantFrom("2025-06-01", "2026-02-01", "2026-04-01", "2026-05-05", "2026-07-01");

/** What every charge gets: the lines by their descriptions, with their values in micro-pounds. */
function feesOf(book: BookData, id: unknown): Map<string, readonly string[]> {
  const fees = new Map<string, readonly string[]>();
  for (const day of DAYS) {
    for (const chargeKind of ["recurring", "oneOff"] as const) {
      for (const featureTypeIDs of ["", ...NAMES]) {
        for (const carrierIDs of ["", ...NAMES]) {
          const charge: FeeQuestion = {
            date: day,
            chargeKind,
            featureTypeIDs,
            carrierIDs,
            numberTypeIDs: "",
            serviceTypeIDs: "",
            transactionTypeIDs: "",
          };
          const lines = chosenLines(book, id, charge)
            .map(({ row }) => feeOf(row as FixedFeeLine))
            .sort();
          fees.set([day, chargeKind, featureTypeIDs, carrierIDs].join("|"), lines);
        }
      }
    }
  }
  return fees;
}

function feeOf({ description, fixedFeeTariffType, fixedFeeValue }: FixedFeeLine): string {
  return [description, fixedFeeTariffType || "", microOf(fixedFeeValue)].join(" ");
}

function microOf(value: unknown): number {
  return Math.round(Number(value) * 1_000_000);
}

/** What R52 makes of a line that was chosen. */
function raisedFee(text: string, book: BookData, increaseScope: string, change: Change): string {
  const [description = "", type = "", micro = ""] = text.split(" ");
  const own = book.fixedFeeTariffs
    ?.flatMap(({ rates }) => rates ?? [])
    .find((line) => line.description === description);
  const isInScope = type !== "markup" && (increaseScope !== "recurringOnly" || own?.chargeKind !== "oneOff");
  return [description, type, isInScope ? raisedMicro(Number(micro), change) : micro].join(" ");
}

function expected(
  book: BookData,
  id: unknown,
  increaseScope: string,
  change: Change,
  from = "",
): Map<string, readonly string[]> {
  return new Map(
    [...feesOf(book, id)].map(([key, lines]) => [
      key,
      key < from ? lines : lines.map((text) => raisedFee(text, book, increaseScope, change)),
    ]),
  );
}

function increased(book: BookData, request: object): BookData {
  const answer = applyIncrease(book, request as IncreaseRequest, 5);
  if (isActionError(answer)) {
    fc.pre(!answer.hint.endsWith(TIED));
    throw new Error(answer.hint);
  }
  return {
    ...book,
    fixedFeeTariffs: (book.fixedFeeTariffs ?? []).map((own) =>
      own.id === answer.record.id ? (answer.record as FixedFeeTariff) : own,
    ),
  };
}

/** How an answer ends where two lines tie for some charges, of which the increase would make two that are alike. */
const TIED = "fit some charges equally; give one of them other names or another startDate first.";

const inPlace = { resource: "fixedFeeTariffs" } as const;

test("R52, R58, R72: every charge of every day gets the raised copy of the line that it got, and ties stay ties", () => {
  fc.assert(
    fc.property(
      anyFees,
      anyChange,
      scope,
      fc.option(date, { nil: undefined }),
      shrinkingBriefly((book, change, increaseScope, effectiveDate) => {
        frozen(book);
        const id = book.fixedFeeTariffs?.length ?? 0;
        const after = increased(book, { ...inPlace, id, increaseScope, ...change, effectiveDate });
        expect(after.fixedFeeTariffs?.at(-1)).not.toHaveProperty("parentFixedFeeTariff");
        expectSame(feesOf(after, id), expected(book, id, increaseScope, change, effectiveDate), () => ({
          book,
          change,
          increaseScope,
          effectiveDate,
          after,
        }));
      }),
    ),
    runs(300),
  );
});

test("R55, R58: a version gives what an increase in place gives, and its source stays", () => {
  fc.assert(
    fc.property(
      anyFees,
      anyChange,
      scope,
      fc.option(date, { nil: undefined }),
      shrinkingBriefly((book, change, increaseScope, effectiveDate) => {
        frozen(book);
        const request = {
          resource: "fixedFeeTariffs",
          id: 1,
          increaseScope,
          ...change,
          effectiveDate,
        } as const;
        const version = createIncreaseVersion(book, request);
        if (isActionError(version)) {
          fc.pre(!version.hint.endsWith(TIED));
          throw new Error(version.hint);
        }
        expect([version.created, String(version.record.increaseOriginalID)]).toEqual([true, "1"]);
        const withVersion = {
          ...book,
          fixedFeeTariffs: [...(book.fixedFeeTariffs ?? []), version.record as FixedFeeTariff],
        };
        expectSame(
          feesOf(withVersion, version.record.id),
          expected(book, 1, increaseScope, change, effectiveDate),
          () => ({ book, request, version }),
        );
        expect(withVersion.fixedFeeTariffs[0]).toBe(book.fixedFeeTariffs?.[0]);
      }),
    ),
    runs(60),
  );
});

test("R54, R58: children that are not increased keep their own fees and take the raised ones they inherit", () => {
  fc.assert(
    fc.property(
      anyFees,
      anyChange,
      scope,
      date,
      shrinkingBriefly((drawn, change, increaseScope, effectiveDate) => {
        const request = { ...inPlace, id: 1, increaseScope, ...change };
        const isRefused = isActionError(applyIncrease(drawn, { ...request, effectiveDate }, 5));
        // Refused only where a child's line without a value hides a parent's line.
        const book = isRefused ? withoutBlankFees(drawn) : drawn;
        frozen(book);
        const dated = increased(book, { ...request, effectiveDate });
        const whole = increased(book, request);
        for (const { id } of book.fixedFeeTariffs ?? []) {
          const [before, from, after] = [feesOf(book, id), feesOf(dated, id), feesOf(whole, id)];
          expectSame(
            from,
            new Map([...before].map(([key, lines]) => [key, key < effectiveDate ? lines : after.get(key)])),
            () => ({ book, change, increaseScope, effectiveDate, dated }),
          );
        }
      }),
    ),
    runs(100),
  );
});

function withoutBlankFees(book: BookData): BookData {
  return {
    ...book,
    fixedFeeTariffs: (book.fixedFeeTariffs ?? []).map((own) => ({
      ...own,
      rates: (own.rates ?? []).filter(({ fixedFeeValue }) => (fixedFeeValue ?? "") !== ""),
    })),
  };
}

test("R50: 0 % changes no fee", () => {
  fc.assert(
    fc.property(anyFees, scope, fc.option(date, { nil: undefined }), (book, increaseScope, effectiveDate) => {
      const after = increased(book, {
        ...inPlace,
        id: 1,
        increaseScope,
        increasePercent: "0",
        effectiveDate,
      });
      const [before, own] = [book, after].map(({ fixedFeeTariffs }) => fixedFeeTariffs?.[0]?.rates ?? []);
      const plain = (line: FixedFeeLine) => ({ ...line, fixedFeeValue: String(line.fixedFeeValue ?? "") });
      expect(own?.map(plain)).toEqual(before?.map(plain));
    }),
    runs(100),
  );
});
