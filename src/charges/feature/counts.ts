/** R63: how many of a feature a day has, and how many are billed. */
import { type DayNumber, formatCivilDate } from "../../calendar/index.ts";
import { PRICE_DECIMALS } from "../../model/index.ts";
import { compareFractions, decimalTextOf, type Fraction, fractionOf } from "../../money/index.ts";
import type { ChargeTrace } from "../charge-trace.ts";
import type { Subject } from "../subject.ts";
import type { DatedValues } from "./dated-values.ts";
import type { Ledger } from "./ledger.ts";

const ONE = fractionOf(1, 0);

/** The counts of a feature. The committed count is the ledger's: charging may raise it. */
export class Counts {
  readonly #usual: Fraction;
  readonly #isBlank: boolean;
  readonly #auto: string | undefined;
  readonly #dated: DatedValues;
  readonly #ledger: Ledger;

  constructor({ feature }: Subject, dated: DatedValues, ledger: Ledger) {
    const { featureCount, featureCountCommittedAuto: auto } = feature;
    this.#isBlank = featureCount === undefined;
    this.#usual = featureCount === undefined ? ONE : fractionOf(featureCount, PRICE_DECIMALS);
    this.#auto = typeof auto === "string" ? auto : undefined;
    this.#dated = dated;
    this.#ledger = ledger;
  }

  /** Whether the billed count never falls. */
  get isPeak(): boolean {
    return this.#auto === "peak";
  }

  countOn(day: DayNumber): Fraction {
    return this.#dated.countOn(day) ?? this.#usual;
  }

  billedOf(count: Fraction): Fraction {
    return larger(count, this.#ledger.committed);
  }

  /** A charge begins on a day: under `initial` a blank committed count becomes its count, as then known. */
  begin(day: DayNumber): void {
    if (this.#auto === "initial") this.#ledger.committed ??= this.countOn(day);
  }

  /** So many were billed on a day: under `peak` none of the later days is billed for less. */
  reach(billed: Fraction): void {
    if (this.isPeak) this.#ledger.committed = larger(billed, this.#ledger.committed);
  }

  /** Tells a trace which count a day has and why. */
  tell(trace: ChargeTrace, day: DayNumber, billed: Fraction): void {
    const dated = this.#dated.countOn(day);
    const usual = this.#isBlank ? "featureCount is blank: one" : "featureCount";
    const from = dated === undefined ? usual : "datedChanges";
    const { committed } = this.#ledger;
    const least = committed === undefined ? "" : `, at least ${decimalTextOf(committed)} committed`;
    const on = formatCivilDate(day);
    const passedOver = dated === undefined ? [] : [{ what: usual, why: "a dated change holds" }];
    trace.choose("R63", "count", decimalTextOf(billed), `${from} on ${on}${least}`, passedOver);
  }
}

/** The larger of two counts, of which the second may be blank. */
export function larger(a: Fraction, b: Fraction | undefined): Fraction {
  return b !== undefined && compareFractions(b, a) > 0 ? b : a;
}
