/** What a tally and a reconciliation would say of calls in columns, counted without a result of any of them. */
import {
  CALL_DECIMALS,
  type CallColumns,
  MICRO,
  type RatedRows,
  reportedMicroPence,
  unitsOf,
} from "../engine/index.ts";
import { TARIFF_CLASSES, type TariffClass } from "../model/index.ts";
import { formatUnits, UnitSum } from "../money/index.ts";
import type { CountedLine, ReconciliationCollector } from "./reconcile.ts";
import type { ClassTotals, TallyReport } from "./tally.ts";

class ClassCount {
  calls = 0;
  withoutWholesale = 0;
  readonly retail = new UnitSum();
  /** Retail of the calls whose wholesale cost is known. */
  readonly covered = new UnitSum();
  /** Their wholesale cost: as reported, in micro-pence, else as calculated. */
  readonly reported = new UnitSum();
  readonly calculated = new UnitSum();
}

class CarrierCount {
  calls = 0;
  callsThatDiffer = 0;
  withoutReported = 0;
  withoutCalculated = 0;
  readonly reported = new UnitSum();
  readonly calculated = new UnitSum();
}

/** Counts rated rows of columns; all results must have the same `decimals`. */
export class ColumnCounts {
  readonly #decimals: number;
  #rated = 0;
  readonly #discounts = new UnitSum();
  readonly #reported = new UnitSum();
  readonly #calculated = new UnitSum();
  readonly #suggested = new UnitSum();
  /** By place of the call type; its class is looked up when it is first met. */
  readonly #classOfType: (ClassCount | undefined)[] = [];
  readonly #classes = new Map<TariffClass, ClassCount>();
  /** By place of the call type and code of the carrier; codes hold for one table of names. */
  #names: readonly string[] = [];
  readonly #carriers = new Map<number, CarrierCount>();
  /** The last of them, because calls of one carrier and type often come one after another. */
  #lastKey = -1;
  #last = new CarrierCount();
  readonly #lines = new Map<CountedLine, CarrierCount>();
  readonly #reconciliation: ReconciliationCollector;

  /** `reconciliation` gets what rows come to when it is asked for; until then it is told of the lines that are met. */
  constructor(decimals: number, reconciliation: ReconciliationCollector) {
    this.#decimals = decimals;
    this.#reconciliation = reconciliation;
  }

  /** Counts a row that was rated with amounts known as doubles; false, and nothing counted, where it is not. */
  add(columns: CallColumns, rated: RatedRows, row: number): boolean {
    const retail = unitsOf(rated.retail, row);
    const wholesale = unitsOf(rated.wholesale, row);
    if (!(Math.abs(retail) < UnitSum.MOST) || Math.abs(wholesale) >= UnitSum.MOST) return false;
    const reported = reportedMicroPence(columns.costCDR, row);
    if (Math.abs(reported) >= UnitSum.MOST) return false;
    const isReported = !Number.isNaN(reported);
    const isCalculated = !Number.isNaN(wholesale);
    const suggested = columns.costSuggestedRetail[row] as number;
    const callType = rated.callType[row] as number;

    this.#rated++;
    if (isReported) this.#reported.add(reported);
    if (isCalculated) this.#calculated.add(wholesale);
    if (!Number.isNaN(suggested)) this.#suggested.add(suggested);

    const own = this.#classOfType[callType] ?? this.#meetType(rated, callType);
    own.calls++;
    own.retail.add(retail);
    if (!isReported && !isCalculated) {
      own.withoutWholesale++;
    } else {
      own.covered.add(retail);
      if (isReported) own.reported.add(reported);
      else own.calculated.add(wholesale);
    }

    if (columns.names !== this.#names) this.#forgetCodes(columns.names);
    const line = this.#carrierCount(rated, callType, columns.carrier[row] as number);
    if (!isReported) line.withoutReported++;
    if (!isCalculated) line.withoutCalculated++;
    if (isReported && isCalculated) {
      line.calls++;
      line.reported.add(reported);
      line.calculated.add(wholesale);
      if (!this.#areEqual(reported, wholesale)) line.callsThatDiffer++;
    }
    return true;
  }

  /** Takes so many units off the retail cost of a row that was counted: its discount. */
  takeOff(units: number, callType: number, isCovered: boolean, rated: RatedRows): void {
    const own = this.#classOfType[callType] ?? this.#meetType(rated, callType);
    this.#discounts.add(units);
    own.retail.add(-units);
    if (isCovered) own.covered.add(-units);
  }

  #meetType(rated: RatedRows, callType: number): ClassCount {
    const tariffClass = rated.keys.tariffClass(callType) as TariffClass;
    let own = this.#classes.get(tariffClass);
    if (own === undefined) {
      own = new ClassCount();
      this.#classes.set(tariffClass, own);
    }
    while (this.#classOfType.length < callType) this.#classOfType.push(undefined);
    this.#classOfType[callType] = own;
    return own;
  }

  #forgetCodes(names: readonly string[]): void {
    this.#names = names;
    this.#carriers.clear();
    this.#lastKey = -1;
  }

  #carrierCount(rated: RatedRows, callType: number, code: number): CarrierCount {
    const key = callType * 2 ** 32 + code;
    if (key !== this.#lastKey) {
      this.#last = this.#carriers.get(key) ?? this.#meetCarrier(rated, callType, code);
      this.#lastKey = key;
      this.#carriers.set(key, this.#last);
    }
    return this.#last;
  }

  #meetCarrier(rated: RatedRows, callType: number, code: number): CarrierCount {
    const carrier = this.#names[code] as string;
    const tariffType = rated.keys.callType(callType) ?? "";
    const line = this.#reconciliation.lineOf(carrier, tariffType);
    const count = this.#lines.get(line) ?? new CarrierCount();
    this.#lines.set(line, count);
    return count;
  }

  /** Whether so many micro-pence are so many units of 10^-decimals pence. */
  #areEqual(micro: number, units: number): boolean {
    const finer = this.#decimals - MICRO;
    const left = finer > 0 ? micro * 10 ** finer : micro;
    const right = finer < 0 ? units * 10 ** -finer : units;
    if (Number.isSafeInteger(left) && Number.isSafeInteger(right)) return left === right;
    return this.#atCallScale(BigInt(micro), MICRO) === this.#atCallScale(BigInt(units), this.#decimals);
  }

  #atCallScale(units: bigint, decimals: number): bigint {
    return units * 10n ** BigInt(CALL_DECIMALS - decimals);
  }

  /** The counts as a tally reports them. */
  tally(): TallyReport {
    const at = (units: bigint): string => formatUnits(units, this.#decimals);
    const retail = [...this.#classes.values()].reduce((sum, own) => sum + own.retail.units, 0n);
    return {
      read: this.#rated,
      rated: this.#rated,
      errors: 0,
      ignored: 0,
      errorsByCode: [],
      totals: {
        costBase: at(retail + this.#discounts.units),
        cost: at(retail),
        costCDR: formatUnits(this.#reported.units, MICRO),
        costCarrier: at(this.#calculated.units),
        costSuggestedRetail: formatUnits(this.#suggested.units, MICRO),
      },
      byClass: TARIFF_CLASSES.flatMap((tariffClass) => {
        const own = this.#classes.get(tariffClass);
        return own === undefined ? [] : [this.#totalsOf(tariffClass, own)];
      }),
    };
  }

  #totalsOf(tariffClass: TariffClass, own: ClassCount): ClassTotals {
    const { calls, withoutWholesale, retail, covered, reported, calculated } = own;
    const wholesale =
      this.#atCallScale(reported.units, MICRO) + this.#atCallScale(calculated.units, this.#decimals);
    const margin = this.#atCallScale(covered.units, this.#decimals) - wholesale;
    // Where discounts alone are counted, their calls were before.
    const isKnown = withoutWholesale < calls || calls === 0;
    return {
      tariffClass,
      calls,
      retail: formatUnits(retail.units, this.#decimals),
      wholesale: isKnown ? formatUnits(wholesale, CALL_DECIMALS) : null,
      margin: isKnown ? formatUnits(margin, CALL_DECIMALS) : null,
      withoutWholesale,
    };
  }

  /** Adds the counts to the lines of the reconciliation; nothing may be counted any more. */
  settle(): void {
    for (const [line, count] of this.#lines) {
      line.addCounts({
        ...count,
        reported: this.#atCallScale(count.reported.units, MICRO),
        calculated: this.#atCallScale(count.calculated.units, this.#decimals),
      });
    }
    this.#lines.clear();
  }
}
