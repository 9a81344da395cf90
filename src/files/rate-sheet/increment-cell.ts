import { Fault, quoteValue } from "../../model/index.ts";
import { decimalInCell } from "./decimal-cell.ts";

/** The values of a line that an increment stands for. */
export interface IncrementValues {
  readonly durationMin?: string;
  readonly roundSeconds: string;
  readonly roundSecondsFrom?: "minimum";
}

const STYLE = { decimal: ".", sign: "" } as const;

/**
 * The increment in a cell: `60/1` is sixty seconds in full and then every second (R7), a number alone is steps of
 * that many seconds from the start.
 *
 * @example incrementInCell("60/6") // => { durationMin: "60", roundSeconds: "6", roundSecondsFrom: "minimum" }
 */
export function incrementInCell(cell: string): IncrementValues | Fault {
  const parts = cell.split("/").map((part) => decimalInCell(part.trim(), STYLE));
  const [first, second] = parts;
  if (parts.length === 1 && typeof first === "string") return { roundSeconds: first };
  if (parts.length === 2 && typeof first === "string" && typeof second === "string") {
    return { durationMin: first, roundSeconds: second, roundSecondsFrom: "minimum" };
  }
  return new Fault(`${quoteValue(cell)} is not an increment; write seconds as 60/1 or 6`);
}
