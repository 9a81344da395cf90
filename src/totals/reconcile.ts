/** Reconciliation: the wholesale cost that carriers report against the cost by their tariffs, summed over calls. */
import {
  asResult,
  CALL_DECIMALS,
  type CallResult,
  type ResultRecord,
  reportedTotal,
} from "../engine/index.ts";
import { type CallRecord, compareValues, safely } from "../model/index.ts";
import { ExactSum, formatUnits, toUnits } from "../money/index.ts";

/** Most separate lines: a file may have as many carriers as calls. */
const MAX_LINES = 10_000;
const OTHERS = "(others)";

/**
 * Reported and calculated wholesale cost of one carrier's calls of one call type. Amounts are pence. The first 10,000
 * pairs of carrier and call type have a line each; calls of further pairs are added up in a line whose carrier and call
 * type are "(others)".
 */
export interface ReconciliationLine {
  readonly carrier: string;
  readonly tariffType: string;
  /** Calls with both costs; the amounts are the sums over these calls. */
  readonly calls: number;
  readonly reported: string;
  readonly calculated: string;
  /** Reported less calculated: positive where the carrier charges more than its tariff. */
  readonly difference: string;
  /** Calls whose two costs differ. */
  readonly callsThatDiffer: number;
  readonly withoutReported: number;
  readonly withoutCalculated: number;
}

/** Collects rated calls. */
export interface Reconciliation {
  /**
   * Adds one call with its result, or with the record of the result; only rated calls count.
   *
   * @throws TypeError where `result` is neither
   */
  add(call: CallRecord, result: CallResult | ResultRecord): void;
  /** Adds the report of another reconciliation, of other calls. */
  addReport(lines: readonly ReconciliationLine[]): void;
  /** One line for each carrier and call type, the largest differences first, "(others)" last. */
  report(): readonly ReconciliationLine[];
}

/**
 * Compares the wholesale cost carriers report (`costCDR*`) with the one calculated from the book
 * (`costCarrier*`, R29) by carrier and call type, the largest differences first.
 *
 * @example
 * const reconciliation = createReconciliation();
 * for (const call of calls) reconciliation.add(call, rateCall(book, call));
 * reconciliation.report()[0]?.difference; // pence
 */
export function createReconciliation(): Reconciliation {
  return new ReconciliationCollector();
}

/** Counts and sums of calls of one carrier and call type. */
interface ReconciliationCounts {
  readonly calls: number;
  readonly callsThatDiffer: number;
  readonly withoutReported: number;
  readonly withoutCalculated: number;
  /** Units of 10^-CALL_DECIMALS pence. */
  readonly reported: bigint;
  readonly calculated: bigint;
}

/** A line to which calls are added. */
class CountedLine {
  readonly carrier: string;
  readonly tariffType: string;
  #calls = 0;
  #callsThatDiffer = 0;
  #withoutReported = 0;
  #withoutCalculated = 0;
  readonly #reported = new ExactSum();
  readonly #calculated = new ExactSum();

  constructor(carrier: string, tariffType: string) {
    this.carrier = carrier;
    this.tariffType = tariffType;
  }

  /** Adds counts, or with -1 subtracts them. */
  addCounts(counts: ReconciliationCounts, times: 1 | -1 = 1): void {
    this.#calls += times * counts.calls;
    this.#callsThatDiffer += times * counts.callsThatDiffer;
    this.#withoutReported += times * counts.withoutReported;
    this.#withoutCalculated += times * counts.withoutCalculated;
    this.#reported.add(BigInt(times) * counts.reported, CALL_DECIMALS);
    this.#calculated.add(BigInt(times) * counts.calculated, CALL_DECIMALS);
  }

  get isEmpty(): boolean {
    return this.#calls === 0 && this.#withoutReported === 0 && this.#withoutCalculated === 0;
  }

  /** Reported less calculated. */
  get difference(): bigint {
    return this.#reported.unitsAt(CALL_DECIMALS) - this.#calculated.unitsAt(CALL_DECIMALS);
  }

  report(): ReconciliationLine {
    return {
      carrier: this.carrier,
      tariffType: this.tariffType,
      calls: this.#calls,
      callsThatDiffer: this.#callsThatDiffer,
      withoutReported: this.#withoutReported,
      withoutCalculated: this.#withoutCalculated,
      reported: this.#reported.text,
      calculated: this.#calculated.text,
      difference: formatUnits(this.difference, CALL_DECIMALS),
    };
  }
}

/** The reconciliation of a run, or of a part: a part may have a higher limit, as its lines are taken in time. */
export class ReconciliationCollector implements Reconciliation {
  readonly #lines = new Map<string, CountedLine>();
  readonly #limit: number;
  #others: CountedLine | undefined;

  constructor(limit = MAX_LINES) {
    this.#limit = limit;
  }

  /** Whether there are more lines than the separate lines of a run. */
  get isFull(): boolean {
    return this.#lines.size > MAX_LINES;
  }

  add(call: CallRecord, given: CallResult | ResultRecord): void {
    const result = asResult(given);
    if (result.outcome !== "rated") return;
    const carrier = safely(() => String(call.callCarrier ?? "") || String(call.carrier ?? ""), "");
    const reportedUnits = reportedTotal(result.reported.carrierCost);
    const { wholesale, decimals } = result.units;
    const withoutReported = reportedUnits === undefined ? 1 : 0;
    const withoutCalculated = wholesale === undefined ? 1 : 0;
    const isBoth = reportedUnits !== undefined && wholesale !== undefined;
    const reported = isBoth ? BigInt(reportedUnits) : 0n;
    const calculated = isBoth ? BigInt(wholesale) * 10n ** BigInt(CALL_DECIMALS - decimals) : 0n;
    this.lineOf(carrier, result.tariffType).addCounts({
      calls: isBoth ? 1 : 0,
      callsThatDiffer: reported === calculated ? 0 : 1,
      withoutReported,
      withoutCalculated,
      reported,
      calculated,
    });
  }

  addReport(lines: readonly ReconciliationLine[]): void {
    for (const line of lines) this.lineOf(line.carrier, line.tariffType).addCounts(countsOf(line));
  }

  /**
   * Subtracts the report of another reconciliation, of calls that were added here while there was room for their lines.
   * A line without calls is removed.
   */
  takeReport(lines: readonly ReconciliationLine[]): void {
    for (const line of lines) {
      const counted = this.lineOf(line.carrier, line.tariffType);
      counted.addCounts(countsOf(line), -1);
      if (counted.isEmpty) this.#lines.delete(keyOf(line));
    }
  }

  /** Whether this many new lines would all stay separate. */
  hasRoomFor(lines: number): boolean {
    return this.#lines.size + lines <= this.#limit;
  }

  lineOf(carrier: string, tariffType: string): CountedLine {
    const key = keyOf({ carrier, tariffType });
    let line = this.#lines.get(key);
    if (line !== undefined) return line;
    if (this.#lines.size >= this.#limit || (carrier === OTHERS && tariffType === OTHERS)) {
      this.#others ??= new CountedLine(OTHERS, OTHERS);
      return this.#others;
    }
    line = new CountedLine(carrier, tariffType);
    this.#lines.set(key, line);
    return line;
  }

  /** The lines in the order of their first calls: the order in which to add them to another reconciliation. */
  get lines(): readonly ReconciliationLine[] {
    return [...this.#lines.values(), ...this.#rest()].map((line) => line.report());
  }

  report(): readonly ReconciliationLine[] {
    const sorted = [...this.#lines.values()]
      .map((line) => ({ line, size: sizeOf(line.difference) }))
      .sort((a, b) => compareValues(b.size, a.size) || compareValues(keyOf(a.line), keyOf(b.line)))
      .map(({ line }) => line);
    return [...sorted, ...this.#rest()].map((line) => line.report());
  }

  #rest(): readonly CountedLine[] {
    return this.#others === undefined ? [] : [this.#others];
  }
}

function countsOf(line: ReconciliationLine): ReconciliationCounts {
  const unitsOf = (text: string): bigint => toUnits(text, CALL_DECIMALS) ?? 0n;
  return { ...line, reported: unitsOf(line.reported), calculated: unitsOf(line.calculated) };
}

function keyOf({ carrier, tariffType }: Pick<ReconciliationLine, "carrier" | "tariffType">): string {
  return `${carrier}\u0000${tariffType}`;
}

function sizeOf(difference: bigint): bigint {
  return difference < 0n ? -difference : difference;
}
