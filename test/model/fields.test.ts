import { Decimal } from "decimal.js";
import { describe, expect, test } from "vitest";
import type * as z from "zod";
import {
  bytes,
  clock,
  date,
  direction,
  events,
  flag,
  flagOrWord,
  id,
  listOfWords,
  names,
  oneOf,
  penceMultiple,
  percent,
  pounds,
  prefix,
  price,
  quantity,
  readerOf,
  seconds,
  text,
  weekday,
  weekdays,
  wholeNumber,
} from "../../src/model/index.ts";

function read(field: z.ZodType, value: unknown): unknown {
  const checked = field.safeParse(value);
  return checked.success ? checked.data : checked.error.issues.map((issue) => issue.message).join("; ");
}

describe("R1 amounts arrive as decimal text, JSON numbers, bigints and decimal.js values", () => {
  test.each([
    ["1.25", 1_250_000],
    ["-0.000001", -1],
    ["1.2500000000", 1_250_000],
    ["007.50", 7_500_000],
    ["0", 0],
    ["-0", 0],
    [1.1, 1_100_000],
    [0.1 + 0.2, "0.30000000000000004 has more than 6 decimal places"],
    [1e-6, 1],
    [5n, 5_000_000],
    [new Decimal("2.5"), 2_500_000],
  ])("price %s", (value, expected) => {
    expect(read(price, value)).toBe(expected);
  });
});

describe("R2 what is no amount says so, and how to write it", () => {
  test.each([
    ["1,25", `"1,25" is not an amount; write 1.25`],
    ["-3,5", `"-3,5" is not an amount; write -3.5`],
    ["1,000", `"1,000" is not an amount; write 1000 or 1.000`],
    ["0,125", `"0,125" is not an amount; write 0.125`],
    ["5p", `"5p" is not an amount; write 5, without a unit or spaces`],
    ["£1.20", `"£1.20" is not an amount; write 1.20, without a unit or spaces`],
    [" 4 ", `" 4 " is not an amount; write 4, without a unit or spaces`],
    ["3.5%", `"3.5%" is not an amount; write 3.5, without a unit or spaces`],
    ["1e3", `"1e3" is not an amount; write it without an exponent`],
    ["1,000.50", `"1,000.50" is not an amount; write digits such as 1.25`],
    ["+1", `"+1" is not an amount; write digits such as 1.25`],
    [".5", `".5" is not an amount; write digits such as 1.25`],
    ["free", `"free" is not an amount; write digits such as 1.25`],
    [Number.NaN, "NaN is not an amount; write digits such as 1.25"],
    [Number.POSITIVE_INFINITY, "Infinity is not an amount; write digits such as 1.25"],
    [2 ** 53, "9007199254740992 is not an amount; write digits such as 1.25"],
    [true, "true is not an amount; write digits such as 1.25"],
    [{}, "an object is not an amount; write digits such as 1.25"],
    [["1"], "a list is not an amount; write digits such as 1.25"],
    [new Decimal(Number.NaN), "an object is not an amount; write digits such as 1.25"],
  ])("%j", (value, message) => {
    expect(read(price, value)).toBe(message);
  });
});

describe("R2 bounds, at their edges", () => {
  test.each<[string, z.ZodType, string, unknown]>([
    ["price", price, "1000000", 1e12],
    ["price", price, "1000000.000001", `"1000000.000001" is outside -1000000 to 1000000 pence`],
    ["price", price, "-1000000", -1e12],
    ["price", price, "-1000000.000001", `"-1000000.000001" is outside -1000000 to 1000000 pence`],
    ["price", price, "0.0000001", `"0.0000001" has more than 6 decimal places`],
    ["price", price, "9".repeat(40), `"${"9".repeat(40)}" is outside -1000000 to 1000000 pence`],
    ["pounds", pounds, "1000000", 1e12],
    ["pounds", pounds, "1000001", `"1000001" is outside -1000000 to 1000000 pounds`],
    ["percent", percent, "-100", -1e8],
    ["percent", percent, "-100.000001", `"-100.000001" is outside -100 to 1000000 percent`],
    ["percent", percent, "1000000", 1e12],
    ["percent", percent, "1000000.5", `"1000000.5" is outside -100 to 1000000 percent`],
    ["multiple", penceMultiple, "0", 0],
    ["multiple", penceMultiple, "-0.01", `"-0.01" is outside 0 to 1000000 pence`],
    ["seconds", seconds, "31622400", 31_622_400_000],
    ["seconds", seconds, "31622400.001", `"31622400.001" is outside 0 to 31622400 seconds`],
    ["seconds", seconds, "0.001", 1],
    ["seconds", seconds, "0.0001", `"0.0001" has more than 3 decimal places`],
    ["seconds", seconds, "-1", `"-1" is outside 0 to 31622400 seconds`],
    ["bytes", bytes, "9007199254740991", Number.MAX_SAFE_INTEGER],
    ["bytes", bytes, "9007199254740992", `"9007199254740992" is outside 0 to 9007199254740991 bytes`],
    ["bytes", bytes, "1.5", `"1.5" must be a whole number of bytes`],
    ["bytes", bytes, "1024.000", 1024],
    ["events", events, "1000000000", 1e9],
    ["events", events, "1000000001", `"1000000001" is outside 0 to 1000000000 events`],
    ["whole number", wholeNumber(1, 28), "29", `"29" is outside 1 to 28`],
    ["whole number", wholeNumber(1, 28), "1.5", `"1.5" must be a whole number`],
    ["quantity", quantity, "2.5", 2_500_000],
    ["quantity", quantity, "-1", `"-1" is outside 0 to 1000000000`],
  ])("%s %#: %j", (_kind, field, value, expected) => {
    expect(read(field, value)).toBe(expected);
  });
});

describe("R3 flags", () => {
  test.each([false, 0, "0", "false", "FALSE", "no", "No", "n", "N", "off", "Off", "none", "NONE"])(
    "%j is false",
    (value) => {
      expect(read(flag, value)).toBe(false);
    },
  );
  test.each([true, 1, "1", "true", "True", "yes", "YES", "y", "on", "ON"])("%j is true", (value) => {
    expect(read(flag, value)).toBe(true);
  });
  test.each([" ", -1, 2, 0.5, "maybe", " no", "time-based", {}, [], "x".repeat(100)])(
    "%j says neither yes nor no",
    (value) => {
      expect(read(flag, value)).toMatch(/says neither yes nor no; write true or false$/);
    },
  );
  test("a flag that has words of its own takes them in any case, and the others", () => {
    const field = flagOrWord("single", "time-based");
    expect(["Single", "TIME-BASED", "yes", 0].map((value) => read(field, value))).toEqual([
      true,
      false,
      true,
      false,
    ]);
    expect(read(field, "both")).toBe(
      '"both" says neither yes nor no; write true or false, "single" or "time-based"',
    );
  });
});

describe("text, ids and names", () => {
  test.each<[string, z.ZodType, unknown, unknown]>([
    ["text", text, "Gold", "Gold"],
    ["text", text, 441632960001, "441632960001"],
    ["text", text, 7n, "7"],
    ["text", text, true, "true is not text"],
    ["text", text, {}, "an object is not text"],
    ["text", text, "x".repeat(10_001), "is longer than 10000 characters"],
    ["id", id, 42, "42"],
    ["id", id, 42n, "42"],
    ["id", id, "C-42", "C-42"],
    ["id", id, 1.5, "1.5 is not an id; write a string or a whole number"],
    ["id", id, 2 ** 53, "9007199254740992 is not an id; write a string or a whole number"],
    ["id", id, null, "null is not an id; write a string or a whole number"],
    ["names", names, "a, b ,,c", ["a", "b", "c"]],
    ["names", names, ["a", " b ", 3], ["a", "b", "3"]],
    ["names", names, 3, "3 is not a list of names"],
    ["names", names, ["a", {}], "an object in the list is not a name"],
    ["one of", oneOf("up", "down"), "up", "up"],
    ["one of", oneOf("up", "down"), "Up", `"Up" is not one of up, down`],
    ["words", listOfWords("a", "b"), "a, b", ["a", "b"]],
    ["words", listOfWords("a", "b"), ["a", "c"], `"c" is not one of a, b`],
    ["words", listOfWords("a", "b"), 1, "1 is not a list of a, b"],
    ["direction", direction, "inbound", "inbound"],
    ["direction", direction, "in", `"in" is not one of outbound, inbound`],
    ["prefix", prefix, 4420, "4420"],
    ["prefix", prefix, "", ""],
    [
      "prefix",
      prefix,
      "+4420",
      `"+4420" is not a prefix; write the digits of the canonical number, such as 4420`,
    ],
    ["prefix", prefix, "1".repeat(15), "1".repeat(15)],
    ["prefix", prefix, "1".repeat(16), `"1111111111111111" has more than 15 digits`],
  ])("%s %#: %o", (_kind, field, value, expected) => {
    expect(read(field, value)).toEqual(expected);
  });
});

describe("dates, times and weekdays", () => {
  test.each<[string, z.ZodType, unknown, unknown]>([
    ["date", date, "1970-01-02", 1],
    ["date", date, "9999-12-31", 2_932_896],
    ["date", date, "2026-02-29", `"2026-02-29" is not a date; write YYYY-MM-DD`],
    ["date", date, "31/12/2026", `"31/12/2026" is not a date; write YYYY-MM-DD`],
    ["date", date, new Date(0), "a Date object is not a date; write YYYY-MM-DD"],
    ["from", clock("start"), "19:00", 1140],
    ["from", clock("start"), "24:00", `"24:00" can only end a period; write 00:00`],
    ["to", clock("end"), "24:00", 1440],
    ["to", clock("end"), "7pm", `"7pm" is not a time; write HH:mm`],
    ["weekday", weekday, "Sunday", 6],
    [
      "weekday",
      weekday,
      "sunday",
      `"sunday" is not a weekday; write one of Monday, Tuesday, Wednesday, Thursday, Friday, Saturday, Sunday`,
    ],
    ["weekdays", weekdays, ["Monday", "Sunday"], [0, 6]],
    ["weekdays", weekdays, "Monday, Tuesday", [0, 1]],
    ["weekdays", weekdays, 1, "1 is not a list of weekdays"],
  ])("%s %#: %o", (_kind, field, value, expected) => {
    expect(read(field, value)).toEqual(expected);
  });
});

test("a field's reader says what its schema says", () => {
  expect(readerOf(price)?.("1.25")).toBe(1_250_000);
  expect(readerOf(price)?.("1,25")).toMatchObject({ message: `"1,25" is not an amount; write 1.25` });
});
