import { describe, expect, test } from "vitest";
import { warnings } from "./check.ts";

const book = (...numbers: object[]): readonly string[] =>
  warnings({
    customers: [{ id: 1 }],
    numbers: numbers.map((number, at) => ({ id: 101 + at, customerID: 1, ...number })),
  });
const shared = (other: string, days: string): string =>
  `is the same CLI, 442079460001, as ${other}, and both are billable ${days}: ` +
  "a call of theirs cannot be told apart; end one with billableTo or narrow it by charge band or direction";

describe("R20, R21 two numbers with one CLI on one day", () => {
  test("in any spelling and any of the CDR fields", () => {
    const found = book(
      { number: "020 7946 0001" },
      { number: "020 7946 0002", CDRNumber3: "+44 (0)20 7946-0001" },
      { number: "00442079460003" },
    );
    expect(found).toEqual([`numbers[1].CDRNumber3: ${shared("numbers[0].number (id 101)", "on every day")}`]);
  });

  test("only while both are billable", () => {
    const number = "02079460001";
    expect(book({ number, billableTo: "2026-01-31" }, { number, billableFrom: "2026-02-01" })).toEqual([]);
    expect(book({ number, billableTo: "2026-01-31" }, { number, billableFrom: "2026-01-31" })).toEqual([
      `numbers[1].number: ${shared("numbers[0].number (id 101)", "from 2026-01-31 to 2026-01-31")}`,
    ]);
    expect(book({ number, billableFrom: "2026-01-31" }, { number })).toEqual([
      `numbers[1].number: ${shared("numbers[0].number (id 101)", "from 2026-01-31 on")}`,
    ]);
    expect(book({ number, billableTo: "2026-01-31" }, { number })).toEqual([
      `numbers[1].number: ${shared("numbers[0].number (id 101)", "until 2026-01-31")}`,
    ]);
  });

  test("unless charge band or direction keep them apart", () => {
    const number = (at: number, more: object): object => ({
      number: `020794611${at}`,
      CDRNumber: "02079460001",
      ...more,
    });
    const band = (name: string): object => ({ CDRNumberChargeBand: name });
    const flag = (name: string): object => ({ CDRNumberCallTypeDirectionFlag: name });
    expect(book(number(11, band("A")), number(12, band("B")))).toEqual([]);
    expect(book(number(11, flag("I")), number(12, { ...flag("O"), ...band("A") }))).toEqual([]);
    const both = [`numbers[1].CDRNumber: ${shared("numbers[0].CDRNumber (id 101)", "on every day")}`];
    expect(book(number(11, band("A")), number(12, band("A")))).toEqual(both);
    expect(book(number(11, band("A")), number(12, flag("O")))).toEqual(both);
  });

  test("one number may spell its CLI twice; text that is no number matches as it stands", () => {
    expect(book({ number: "02079460001", CDRNumber: "442079460001" })).toEqual([]);
    expect(book({ number: "sip:anna" }, { number: "sip:Anna" }, { number: "- ." }, { number: "()" })).toEqual(
      [],
    );
    expect(book({ number: "sip:anna" }, { number: "sip:anna" })).toHaveLength(1);
  });

  test("one after the other in any order of the list", () => {
    const number = "02079460001";
    const found = book(
      { number, billableFrom: "2026-03-01" },
      { number, billableTo: "2026-01-31" },
      { number, billableFrom: "2026-02-01", billableTo: "2026-02-28" },
      { number, billableFrom: "2026-02-28", billableTo: "2026-02-28" },
    );
    expect(found).toEqual([
      `numbers[3].number: ${shared("numbers[2].number (id 103)", "from 2026-02-28 to 2026-02-28")}`,
    ]);
  });

  test("numbers kept apart in great number end with a word about it", () => {
    const numbers = Array.from({ length: 3_000 }, (_, at) => ({
      number: `0207950${at}`,
      CDRNumber: "02079460001",
      CDRNumberChargeBand: `B${at}`,
    }));
    expect(book(...numbers)).toEqual(["numbers: has too many numbers of one CLI to compare all of them"]);
  });

  test("each number is told once, the first hundred one by one", () => {
    const numbers = Array.from({ length: 5_000 }, () => ({ number: "02079460001" }));
    const found = book(...numbers);
    expect(found).toHaveLength(101);
    expect(found[0]).toMatch(/^numbers\[1\]\.number: /);
    expect(found[100]).toBe("numbers: has 4899 more numbers that share a CLI; the first 100 are listed");
  });
});

test("R20, R21 numbers that a spreadsheet has shortened, of lines and ignored ones", () => {
  const lost = "is a number that a spreadsheet has shortened: its last digits are lost; write all its digits";
  expect(
    warnings({
      customers: [{ id: 1 }],
      numbers: [
        { id: 101, customerID: 1, number: "4.42079E+11" },
        { id: 102, customerID: 1, number: "02079460002", CDRNumber3: "4,42079e+11" },
        { id: 103, customerID: 1, number: "E+11" },
      ],
      ignoredNumbers: [{ number: "+4E+11" }],
    }),
  ).toEqual([
    `numbers[0].number: "4.42079E+11" ${lost}`,
    `numbers[1].CDRNumber3: "4,42079e+11" ${lost}`,
    `ignoredNumbers[0].number: "+4E+11" ${lost}`,
  ]);
});
