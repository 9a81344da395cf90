/**
 * Sums of calls that are rated on both sides, kept in doubles that never round (R16): a cell is what all calls of one
 * number, or of one call type, tariff and period, add up to until the lines of the breakdowns take it over.
 */
import { UnitSum } from "../money/index.ts";
import type { SummedCalls } from "./cost-sums.ts";
import { type KeptCall, LeadingCalls } from "./leading-calls.ts";

/** The amounts of a call in whole units, each of them nearer to zero than UnitSum.MOST; NaN where not known. */
export interface CallAmounts {
  retailBefore: number;
  retailAfter: number;
  calculatedBefore: number;
  calculatedAfter: number;
  /** Micro-pence. */
  reported: number;
  /** Sign of the difference. */
  direction: -1 | 0 | 1;
}

/** Decimal places of a penny of what a call in columns reports. */
const REPORTED_DECIMALS = 6;

// What stands in a cell.
const CALLS = 0;
const DEARER = 1;
const CHEAPER = 2;
const WITHOUT_BEFORE = 3;
const WITHOUT_AFTER = 4;
const RETAIL_BEFORE = 5;
const RETAIL_AFTER = 6;
const CALCULATED_BEFORE = 7;
const CALCULATED_AFTER = 8;
const REPORTED = 9;
const UNCOVERED_BEFORE = 10;
const UNCOVERED_AFTER = 11;
const WIDTH = 12;

/** Cells as plain data, for another thread to add. */
export interface LineCellsPart {
  /** WIDTH entries a cell, and what was carried out of them. */
  readonly sums: Float64Array;
  readonly carried: readonly (readonly [entry: number, units: bigint])[];
  readonly leading: readonly (readonly KeptCall[])[];
}

/** Cells by place, in the order in which they were made. */
export class LineCells {
  readonly #examples: number;
  readonly #decimals: readonly [before: number, after: number];
  readonly #leading: LeadingCalls[] = [];
  #sums = new Float64Array(64 * WIDTH);
  /** What was carried out of entries of `#sums`. */
  readonly #carried = new Map<number, bigint>();

  /** `examples`: how many calls each cell keeps; `decimals`: those of amounts of either side. */
  constructor(examples: number, decimals: readonly [before: number, after: number]) {
    this.#examples = examples;
    this.#decimals = decimals;
  }

  /** Makes a cell and gives its place. */
  make(): number {
    const cell = this.#leading.push(new LeadingCalls(this.#examples)) - 1;
    if ((cell + 1) * WIDTH > this.#sums.length) {
      const larger = new Float64Array(2 * this.#sums.length);
      larger.set(this.#sums);
      this.#sums = larger;
    }
    return cell;
  }

  /** The calls of a cell that change most. */
  leading(cell: number): LeadingCalls {
    return this.#leading[cell] as LeadingCalls;
  }

  add(cell: number, amounts: CallAmounts): void {
    const sums = this.#sums;
    const { retailBefore, retailAfter, calculatedBefore, calculatedAfter, reported, direction } = amounts;
    const at = cell * WIDTH;
    (sums[at + CALLS] as number)++;
    if (direction > 0) (sums[at + DEARER] as number)++;
    else if (direction < 0) (sums[at + CHEAPER] as number)++;
    this.#sum(at + RETAIL_BEFORE, retailBefore);
    this.#sum(at + RETAIL_AFTER, retailAfter);
    if (!Number.isNaN(reported)) {
      this.#sum(at + REPORTED, reported);
      return;
    }
    if (Number.isNaN(calculatedBefore)) {
      (sums[at + WITHOUT_BEFORE] as number)++;
      this.#sum(at + UNCOVERED_BEFORE, retailBefore);
    } else this.#sum(at + CALCULATED_BEFORE, calculatedBefore);
    if (Number.isNaN(calculatedAfter)) {
      (sums[at + WITHOUT_AFTER] as number)++;
      this.#sum(at + UNCOVERED_AFTER, retailAfter);
    } else this.#sum(at + CALCULATED_AFTER, calculatedAfter);
  }

  #sum(at: number, units: number): void {
    const sum = (this.#sums[at] as number) + units;
    if (sum < UnitSum.MOST && sum > -UnitSum.MOST) {
      this.#sums[at] = sum;
      return;
    }
    this.#carry(at, BigInt(sum));
    this.#sums[at] = 0;
  }

  #carry(at: number, units: bigint): void {
    this.#carried.set(at, (this.#carried.get(at) ?? 0n) + units);
  }

  /** All cells as plain data. */
  part(): LineCellsPart {
    return {
      sums: this.#sums.slice(0, this.#leading.length * WIDTH),
      carried: [...this.#carried],
      leading: this.#leading.map(({ calls }) => [...calls]),
    };
  }

  /** Adds what another's `part` gave; `cellOf` says which cell here goes with a cell there. */
  addPart({ sums, carried, leading }: LineCellsPart, cellOf: (cell: number) => number): void {
    const cells = leading.map((_, cell) => cellOf(cell));
    for (const [there, calls] of leading.entries()) {
      const cell = cells[there] as number;
      this.leading(cell).takeAll(calls);
      for (let entry = 0; entry < WIDTH; entry++) {
        // Counts are whole numbers like any other.
        this.#sum(cell * WIDTH + entry, sums[there * WIDTH + entry] as number);
      }
    }
    for (const [entry, units] of carried) {
      const there = Math.floor(entry / WIDTH);
      this.#carry((cells[there] as number) * WIDTH + (entry % WIDTH), units);
    }
  }

  #unitsOf(at: number): bigint {
    return (this.#carried.get(at) ?? 0n) + BigInt(this.#sums[at] as number);
  }

  /** What the calls of a cell add up to. */
  summed(cell: number): SummedCalls {
    const at = cell * WIDTH;
    const count = (entry: number): number => this.#sums[at + entry] as number;
    const [before, after] = this.#decimals;
    const reported = { reported: this.#unitsOf(at + REPORTED), reportedDecimals: REPORTED_DECIMALS };
    return {
      calls: count(CALLS),
      dearer: count(DEARER),
      cheaper: count(CHEAPER),
      before: {
        ...reported,
        decimals: before,
        retail: this.#unitsOf(at + RETAIL_BEFORE),
        calculated: this.#unitsOf(at + CALCULATED_BEFORE),
        withoutWholesale: count(WITHOUT_BEFORE),
        retailWithoutWholesale: this.#unitsOf(at + UNCOVERED_BEFORE),
      },
      after: {
        ...reported,
        decimals: after,
        retail: this.#unitsOf(at + RETAIL_AFTER),
        calculated: this.#unitsOf(at + CALCULATED_AFTER),
        withoutWholesale: count(WITHOUT_AFTER),
        retailWithoutWholesale: this.#unitsOf(at + UNCOVERED_AFTER),
      },
    };
  }
}
