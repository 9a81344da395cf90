/** R30, R44: results from the records in which they were stored, and everything that takes results. */
import { describe, expect, test } from "vitest";
import { createRecordWriter } from "../../src/files/index.ts";
import {
  applyDiscounts,
  type CallRecord,
  columnsFromRecords,
  createDiscounter,
  createDiscountWindow,
  createPreview,
  createReconciliation,
  createTally,
  createWorklist,
  explainCall,
  explainDiscounts,
  fromRecord,
  minimumSpendLines,
  openBook,
  previewChange,
  type RatedRecord,
  type ResultRecord,
  rateCall,
  rateCalls,
  reapplyDiscountPlans,
  toRecord,
} from "../../src/index.ts";

const BOOK = {
  callTypes: [{ name: "UK", tariffClass: "national" as const }],
  destinations: [{ prefix: "44", tariffType: "UK", location: "UK" }],
  tariffs: [
    {
      id: 1,
      name: "Business",
      tariffClass: "national" as const,
      baseCost: "1.2",
      rates: [{ prefix: "44113", cost: "1.2", discountPlan: "Leeds half" }],
    },
    {
      id: 2,
      name: "Trunk",
      tariffClass: "national" as const,
      retail: "wholesale" as const,
      baseCost: "0.7",
      forCarriers: "*",
    },
  ],
  customers: [{ id: 7, defaultNationalTariff: "Business" }],
  numbers: [
    { id: 1007, customerID: 7, number: "020 7946 0018", discountPlan1: "ten", lowInvoiceActionValue: "1" },
    { id: 1008, customerID: 7, number: "020 7946 0019" },
  ],
  ignoredNumbers: [{ number: "020 7946 0020", reason: "test" }],
  discountPlans: [
    { id: 1, discountPlanName: "ten", allowanceMinutes: 10 },
    { id: 2, discountPlanName: "Leeds half", discountPercent: 50 },
  ],
};
const book = openBook(BOOK);
const call: CallRecord = {
  id: 1,
  target: "020 7946 0018",
  external: "020 7946 0500",
  startDate: "2026-10-05",
  duration: 60,
  costCDR: "0.75",
  carrier: "A",
};
const calls: CallRecord[] = [
  call,
  { ...call, id: 2, startDate: "2026-10-04", duration: 570 },
  { ...call, id: 3, target: "020 7946 0019", external: "0113 496 0101" },
  { ...call, id: 4, target: "020 7946 0999" },
  { ...call, id: 5, target: "020 7946 0020" },
  { ...call, id: null, target: "020 7946 0019" },
];
const results = [...rateCalls(book, calls)];

function stored(result: Parameters<typeof toRecord>[0]): ResultRecord {
  return JSON.parse(JSON.stringify(toRecord(result))) as ResultRecord;
}

describe("R30 fromRecord is the inverse of toRecord", () => {
  test("for rated, discounted, failed and ignored calls, through JSON", () => {
    const discounted = applyDiscounts(book, results).calls;
    for (const result of [...results, ...discounted]) {
      const record = stored(result);
      const back = fromRecord(record);
      expect(back.outcome).toBe(result.outcome);
      expect(toRecord(back)).toEqual(toRecord(result));
      expect(Object.keys(toRecord(back))).toEqual(Object.keys(toRecord(result)));
      if (back.outcome === "rated" && result.outcome === "rated") {
        expect([back.cost, back.costBase, back.costCDR, back.costCarrier, back.chargedDuration]).toEqual([
          result.cost,
          result.costBase,
          result.costCDR,
          result.costCarrier,
          result.chargedDuration,
        ]);
        expect(back.costBaseComponents).toEqual(result.costBaseComponents);
      }
    }
  });

  test("and reads rows as databases and CSV give them: numbers as text, trailing zeros, blanks, columns of their own", () => {
    const record = stored(results[0]!) as RatedRecord;
    const row = Object.fromEntries(
      Object.entries(record).map(([name, value]) => [
        name,
        value === null ? "" : /^cost/.test(name) ? `${Number(value).toFixed(6)}` : String(value),
      ]),
    );
    expect(toRecord(fromRecord({ ...row, id: 1n, error: "", ignored: false, invoiced: true }))).toEqual(
      record,
    );
  });

  test.each([
    ["text", '{"id":"1"}', /JSON.parse/],
    ["nothing", null, /null is no record/],
    ["a call", { id: 1, startDate: "2026-10-05" }, /neither costs nor an error/],
    ["a spread result", { ...results[0] }, /lost its amounts/],
    ["an amount that is none", { ...stored(results[0]!), cost: "1,2" }, /call 1 has a fault: cost: "1,2"/],
    ["a missing component", { ...stored(results[0]!), costBasic: null }, /costBasic: is required/],
    ["components that do not add up", { ...stored(results[0]!), costBase: "5" }, /costBase: is not the sum/],
    ["an unknown error", { id: 4, error: "odd" }, /"odd" is no code/],
  ])("and says what is wrong with %s", (_, record, message) => {
    expect(() => fromRecord(record as never)).toThrow(message);
    expect(() => fromRecord(record as never)).toThrow(TypeError);
  });

  test.each([
    [{ error: "no-rate", message: Object.create(null) }, "message"],
    [{ ignored: true, reason: Object.create(null) }, "reason"],
    [{ id: Object.create(null), costBase: "x", cost: "1" }, "id"],
  ])("R30 a field that is no text is named: %#", (record, field) => {
    expect(() => fromRecord(record)).toThrow(new RegExp(`${field}: `));
  });

  test("R30 a result that would lose its amounts cannot be cloned, and the error says what to copy", () => {
    expect(() => structuredClone(results[0])).toThrow(/copy toRecord\(result\)/);
    expect(structuredClone(toRecord(results[0]!))).toEqual(toRecord(results[0]!));
    expect(toRecord(structuredClone(results[3]!))).toEqual(toRecord(results[3]!));
    expect(toRecord(structuredClone(results[4]!))).toEqual(toRecord(results[4]!));
  });
});

describe("R30 sums take stored records", () => {
  test("R16 a tally counts them as the results", () => {
    const [ofResults, ofRecords] = [createTally(), createTally()];
    for (const result of applyDiscounts(book, results).calls) {
      ofResults.add(result);
      ofRecords.add(stored(result));
    }
    expect(ofRecords.report()).toEqual(ofResults.report());
    expect(ofRecords.report()).toMatchObject({ rated: 4, errors: 1, ignored: 1 });
    expect(() => ofRecords.add({ id: "9" } as never)).toThrow(/neither costs nor an error/);
  });

  test("so do the worklist and the reconciliation", () => {
    const worklists = [createWorklist(), createWorklist()];
    const reconciliations = [createReconciliation(), createReconciliation()];
    for (const [at, result] of results.entries()) {
      for (const [way, given] of [result, stored(result)].entries()) {
        worklists[way]?.add(calls[at]!, given);
        reconciliations[way]?.add(calls[at]!, given);
      }
    }
    expect(worklists[1]?.report()).toEqual(worklists[0]?.report());
    expect(reconciliations[1]?.report()).toEqual(reconciliations[0]?.report());
    expect(reconciliations[1]?.report()[0]?.calls).toBe(4);
  });

  test("a record writer writes a result as its record, in CSV as in JSON", async () => {
    let text = "";
    const output = {
      write: (piece: string): void => {
        text += piece;
      },
    } as never;
    const writer = await createRecordWriter(output, { format: "csv", columns: ["id", "cost"] });
    await writer.write(results[0]!);
    expect(text).toBe("id,cost\n1,1.2\n");
  });
});

describe("R44 discounts take stored records", () => {
  const whole = applyDiscounts(book, results);
  const records = (list: typeof results): ReturnType<typeof fromRecord>[] =>
    list.map((result, at) => fromRecord(stored(result), calls[at]));

  test("and give what they gave for the results: calls, pools, state", () => {
    const again = applyDiscounts(book, records(results));
    expect(again.calls.map(toRecord)).toEqual(whole.calls.map(toRecord));
    expect(again.pools).toEqual(whole.pools);
    expect(again.state).toEqual(whole.state);
    expect(again.calls.map((own) => own.outcome === "rated" && own.discounts.length)).toEqual(
      whole.calls.map((own) => own.outcome === "rated" && own.discounts.length),
    );
    // Half a minute is left of ten; the line for Leeds names a plan.
    expect(again.calls.map((own) => own.outcome === "rated" && own.cost)).toEqual([
      "0.6",
      "0",
      "0.6",
      false,
      false,
      "1.2",
    ]);
  });

  test("also as rows that have the call's fields beside the record's", () => {
    const rows = results.map((result, at) => ({ ...calls[at], ...stored(result) })) as ResultRecord[];
    expect(applyDiscounts(book, rows).calls.map(toRecord)).toEqual(whole.calls.map(toRecord));
    const once = applyDiscounts(book, rows);
    const discountedRows = once.calls.map((own, at) => ({ ...calls[at], ...stored(own) })) as ResultRecord[];
    const twice = reapplyDiscountPlans(book, discountedRows);
    expect(twice.calls.map(toRecord)).toEqual(whole.calls.map(toRecord));
    expect(twice.state).toEqual(whole.state);
  });

  test("call after call, and through a window", () => {
    const inOrder = [1, 0, 2, 5].map((at) => ({ ...calls[at], ...stored(results[at]!) }) as ResultRecord);
    const discounter = createDiscounter(book);
    const window = createDiscountWindow<number>(book, { size: 10 });
    const one = inOrder.map((row) => discounter.apply(row));
    const other = [...inOrder.flatMap((row, at) => window.add(row, at)), ...window.finish()];
    const wanted = [1, 0, 2, 5].map((at) => toRecord(whole.calls[at]!));
    expect(one.map(toRecord)).toEqual(wanted);
    expect(other.map(({ result }) => toRecord(result))).toEqual(wanted);
  });

  test("without the call nobody knows when it started, and that is said", () => {
    expect(() => applyDiscounts(book, results.map(stored))).toThrow(
      /Call 1 comes from a record.*hand in fromRecord\(record, call\)/,
    );
    expect(() =>
      applyDiscounts(book, [fromRecord(stored(results[2]!), { startDate: "2026-10-05" })]),
    ).toThrow(/lines name plans by the number called/);
  });

  test("a number of another customer, a number, a tariff that the book does not have are said", () => {
    const record = stored(results[0]!);
    const opened = (change: object): ReturnType<typeof openBook> => openBook({ ...BOOK, ...change } as never);
    const apply = (to: ReturnType<typeof openBook>) => () => applyDiscounts(to, [fromRecord(record, call)]);
    const moved = {
      customers: [...BOOK.customers, { id: 8 }],
      numbers: [{ ...BOOK.numbers[0], customerID: 8 }],
    };
    expect(apply(opened(moved))).toThrow(
      /rated for customer 7, and in this book number 1007 is customer 8's/,
    );
    expect(apply(opened({ numbers: [BOOK.numbers[1]] }))).toThrow(
      /number 1007, which this book does not have/,
    );
    const other = { tariffs: [{ ...BOOK.tariffs[0], id: 5 }, BOOK.tariffs[1]] };
    expect(apply(opened(other))).toThrow(/tariff Business \(id 1\), which this book does not have/);
    expect(apply(opened({ costDecimals: 0 }))).toThrow(/more than 0 decimal places/);
  });

  test("previews take rows with the call's fields, and refuse results that do not say what was called", () => {
    const rated = whole.calls.filter((own) => own.outcome === "rated");
    const callOf = (id: string | null) =>
      calls.find((own) => String(own.id ?? "") === (id ?? "")) as CallRecord;
    const rows = rated.map((own) => ({ ...stored(own), ...callOf(own.id) }));
    const wanted = previewChange(
      "recorded",
      book,
      rated.map((own) => ({ ...callOf(own.id), cost: own.cost, costBase: own.costBase })),
    );
    expect(rows.length).toBeGreaterThan(2);
    expect(previewChange("recorded", book, rows as CallRecord[]).totals).toEqual(wanted.totals);
    for (const given of [rated[0], stored(rated[0] as (typeof rated)[0])])
      expect(() => previewChange(book, book, [given as unknown as CallRecord])).toThrow(
        /^Call \d is a result, which does not say what was called; hand in the call itself/,
      );
    const columns = columnsFromRecords([stored(rated[0] as (typeof rated)[0]) as CallRecord]);
    expect(() => createPreview(book, book).addColumns(columns)).toThrow(/^Call \d is a result/);
  });

  test("R45 minimum spends count them, and ask for their day", () => {
    const wanted = minimumSpendLines(book, whole.calls, "2026-10-31");
    const rows = whole.calls.map((own, at) => ({ ...calls[at], ...stored(own) })) as ResultRecord[];
    expect(wanted[0]?.callTotal).toBe("0.01");
    expect(minimumSpendLines(book, rows, "2026-10-31")).toEqual(wanted);
    expect(() => minimumSpendLines(book, whole.calls.map(stored), "2026-10-31")).toThrow(
      /when its call started/,
    );
    const undated = rows.map((row) => ({ ...row, startDate: "soon" }));
    expect(() => minimumSpendLines(book, undated, "2026-10-31")).toThrow(
      /^Call 1 cannot be placed in time: startDate: "soon" is not a date; .*[^.]\.$/,
    );
  });

  test("explaining takes a record without discounts, and says what one with them lacks", () => {
    const explanation = explainCall(book, call);
    expect(explainDiscounts(explanation, stored(results[0]!)).result).toEqual(toRecord(rateCall(book, call)));
    expect(() => explainDiscounts(explanation, stored(whole.calls[0]!))).toThrow(/names its discount plans/);
  });
});

test("R30, R44 a stored cost beyond the exact whole numbers of a double is discounted to the last digit", () => {
  const dear = openBook({
    callTypes: [{ name: "Mobile", tariffClass: "mobile" }],
    discountPlans: [{ id: 1, discountPlanName: "A moment", coverPerCallSeconds: "0.001" }],
    tariffs: [
      {
        id: 1,
        name: "Dear",
        tariffClass: "mobile",
        baseCost: "999999.999999",
        baseSurchargeCallRecording: "999999.999999",
      },
    ],
    customers: [{ id: 7, defaultMobileTariff: "Dear" }],
    numbers: [{ id: 10, customerID: 7, number: "020 7946 0010", discountPlan1: "A moment" }],
  });
  const call: CallRecord = {
    id: 100,
    numberID: 10,
    tariffType: "Mobile",
    startDate: "2026-02-27",
    startTime: "00:00:00",
    duration: "31622399.999",
    callTypeRecordingFlag: true,
  };
  const result = rateCall(dear, call);
  const [wanted] = applyDiscounts(dear, [result]).calls;
  const [again] = applyDiscounts(dear, [fromRecord(toRecord(result) as RatedRecord, call)]).calls;
  expect(wanted).toMatchObject({ costBase: "1054079999965.6126", cost: "1054079999948.9459" });
  expect(toRecord(again!)).toEqual(toRecord(wanted!));
});
