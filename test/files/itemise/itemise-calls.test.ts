/** Customers of a file of results, one after another: what each has, and in which order. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { itemiseCalls } from "../../../src/files/index.ts";
import { sumAmounts } from "../../../src/money/index.ts";
import { runs } from "../../properties/runs.ts";
import { pieces } from "../bytes.ts";

interface Line {
  readonly customerID: string;
  readonly numberID: string;
  readonly target: string;
  readonly minute: number;
  readonly tariffType: string;
  readonly duration: string | number | null;
  readonly cost: string | number;
}

const IDS = ["7", "10", "007", "a", "B", "1:2", "2", "é", "[", "\u001e", "\u001fx"];

const anyLine: fc.Arbitrary<Line> = fc.record({
  customerID: fc.constantFrom(...IDS),
  numberID: fc.constantFrom(...IDS, "2:1"),
  target: fc.constantFrom("", ...IDS),
  minute: fc.nat(59),
  tariffType: fc.constantFrom("UK", "", "UK mobile", "\u001f"),
  duration: fc.constantFrom(null, 0, "60", 1.5, 1e-7),
  cost: fc.constantFrom(0, "1.50", -2, 1e-7, "9007199254740993.1", "0.00000001"),
});

function resultLine({ target, minute, duration, ...result }: Line): string {
  const start = { "call.startDate": "2026-10-01", "call.startTime": `10:${String(minute).padStart(2, "0")}` };
  const call = { "call.target": target, "call.external": "x", ...start, "call.duration": duration };
  return `${JSON.stringify({ ...call, ...result })}\n`;
}

async function itemised(lines: readonly Line[]): Promise<object[]> {
  const source = pieces(lines.map(resultLine).join(""));
  const report = await itemiseCalls({ input: { source }, read: { format: "jsonl", name: "rated.jsonl" } });
  try {
    const customers = [...report.customers()].map(({ customerID, calls, cost, types, numbers }) => ({
      ...{ customerID, calls, cost, types },
      numbers: numbers.map((number) => ({
        ...{ numberID: number.numberID, target: number.target, length: number.length, cost: number.cost },
        calls: [...number.calls()].map((call) => [call.time, call.target, call.tariffType, call.cost]),
      })),
    }));
    expect(customers.map(({ customerID }) => customerID)).toEqual(report.customerIDs);
    return customers;
  } finally {
    await report.close();
  }
}

/** The same by filters over all lines. */
function plainly(lines: readonly Line[]): object[] {
  return ordered(lines.map(({ customerID }) => customerID)).map((customerID) => {
    const ofCustomer = lines.filter((line) => line.customerID === customerID);
    const numbers = [...new Set(ofCustomer.map(({ numberID }) => numberID))].map((numberID) => {
      const calls = ofCustomer.filter((line) => line.numberID === numberID);
      return {
        numberID,
        target: calls[0]?.target || numberID,
        length: calls.length,
        cost: sumAmounts(calls.map(({ cost }) => cost)),
        calls: [...calls]
          .sort((a, b) => a.minute - b.minute)
          .map(({ minute, target, tariffType, cost }) => [
            `10:${String(minute).padStart(2, "0")}:00`,
            target || numberID,
            tariffType,
            String(cost),
          ]),
      };
    });
    return {
      customerID,
      calls: ofCustomer.length,
      cost: sumAmounts(ofCustomer.map(({ cost }) => cost)),
      types: ordered(ofCustomer.map(({ tariffType }) => tariffType)).map((tariffType) => {
        const calls = ofCustomer.filter((line) => line.tariffType === tariffType);
        return {
          tariffType,
          calls: calls.length,
          duration: sumAmounts(calls.map(({ duration }) => duration ?? 0)),
          cost: sumAmounts(calls.map(({ cost }) => cost)),
        };
      }),
      numbers: ordered(numbers.map(({ target }) => target)).flatMap((target) =>
        ordered(numbers.map(({ numberID }) => numberID)).flatMap((numberID) =>
          numbers.filter((number) => number.target === target && number.numberID === numberID),
        ),
      ),
    };
  });
}

/** Each text once, whole numbers by value before others. */
function ordered(texts: readonly string[]): readonly string[] {
  const isWhole = (text: string): boolean => /^[0-9]+$/.test(text);
  const all = [...new Set(texts)].sort();
  const whole = all.filter(isWhole).sort((a, b) => Number(a) - Number(b));
  return [...whole, ...all.filter((text) => !isWhole(text))];
}

describe("itemiseCalls", () => {
  test("customers, numbers and calls are those of the lines, and add up", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyLine, { maxLength: 60, size: "max" }), async (lines) => {
        expect(await itemised(lines)).toEqual(plainly(lines));
      }),
      runs(300),
    );
  });

  test.each(["jsonl", "csv"] as const)(
    "what a call says of an error, cost or customer where the columns lack the result's, as %s",
    async (format) => {
      const call = { "call.external": "x", "call.startDate": "2026-10-01", "call.duration": "60" };
      const rated = {
        ...call,
        numberID: "1",
        customerID: "7",
        cost: "15",
        "call.error": "busy",
        "call.location": "Leeds",
      };
      const own = { ...call, customerID: "", cost: "", "call.customerID": "X9", "call.cost": "99" };
      const itemise = (row: object) => {
        const text =
          format === "jsonl"
            ? JSON.stringify(row)
            : `${Object.keys(row).join(",")}\n${Object.values(row).join(",")}`;
        return itemiseCalls({
          input: { source: pieces(`${text}\n`) },
          read: { format, name: `rated.${format}` },
        });
      };
      const report = await itemise(rated);
      const customers = [...report.customers()].map(({ customerID, cost, numbers }) => [
        ...[customerID, cost],
        ...numbers.flatMap((number) => [...number.calls()].map(({ location }) => location)),
      ]);
      expect(customers).toEqual([["7", "15", "Leeds"]]);
      expect(report.errorsByCode).toEqual({});
      await report.close();
      await expect(itemise(own)).rejects.toThrow(/says neither whose call it is/);
    },
  );

  test("the hour that autumn repeats comes in the order of its instants, in local time", async () => {
    const starts = [
      "01:40:00+01:00",
      "01:10:00Z",
      "01:20:00+01:00",
      "00:30:00Z",
      "01:59:59+01:00",
      "02:00:00",
    ];
    const lines = starts.map((time, at) => {
      const [date, clock] = time === "02:00:00" ? ["2026-10-25", time] : [`2026-10-25T${time}`, undefined];
      const call = { "call.startDate": date, "call.startTime": clock, "call.external": `${at}` };
      return `${JSON.stringify({ ...call, "call.duration": 60, numberID: "1", customerID: "7", cost: "1" })}\n`;
    });
    const input = { source: pieces(lines.join("")) };
    const report = await itemiseCalls({ input, read: { format: "jsonl", name: "rated.jsonl" } });
    const [number] = [...report.customers()].flatMap(({ numbers }) => numbers);
    const calls = [...(number?.calls() ?? [])].map(
      ({ date, time, external }) => `${external}: ${date} ${time}`,
    );
    expect(calls).toEqual([
      "2: 2026-10-25 01:20:00",
      "3: 2026-10-25 01:30:00",
      "0: 2026-10-25 01:40:00",
      "4: 2026-10-25 01:59:59",
      "1: 2026-10-25 01:10:00",
      "5: 2026-10-25 02:00:00",
    ]);
    await report.close();
  });

  test.each(["jsonl", "csv"] as const)(
    "what a call says of its own cost is not its result's, as %s",
    async (format) => {
      const call = { "call.external": "x", "call.startDate": "2026-10-01", "call.duration": "60" };
      const own = {
        "call.cost": "99",
        "call.customerID": "X9",
        "call.location": "Paris",
        "call.error": "none",
      };
      const result = {
        numberID: "1",
        tariffType: "UK",
        customerID: "7",
        location: "Leeds",
        cost: "15",
        error: "",
      };
      const blanks = Object.fromEntries(Object.keys(own).map((name) => [name, ""]));
      const rows = [
        { ...call, ...result, ...own, "call.error": "" },
        { ...call, ...result, ...blanks },
        { ...call, ...result, ...own, customerID: "", cost: "", error: "no-rate" },
      ];
      const lines =
        format === "jsonl"
          ? rows.map((row) => JSON.stringify(row))
          : [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))].map((cells) =>
              cells.join(","),
            );
      const source = pieces(`${lines.join("\n")}\n`);
      const report = await itemiseCalls({ input: { source }, read: { format, name: `rated.${format}` } });
      const customers = [...report.customers()].map(({ customerID, cost, numbers }) => [
        ...[customerID, cost],
        ...numbers.flatMap((number) => [...number.calls()].map(({ location }) => location)),
      ]);
      expect(customers).toEqual([["7", "30", "Leeds", "Leeds"]]);
      expect(report.errorsByCode).toEqual({ "no-rate": 1 });
      await report.close();
    },
  );
});
