/** What one plan did to a call, kept as numbers and told as text only when it is read. */
import type { OpenedPlan } from "../book/index.ts";
import type { CallDiscount, CallPool, ComponentUnits, PoolRemains } from "../engine/index.ts";
import { formatFraction, formatUnits, type Units } from "../money/index.ts";
import { type Allowance, poundsDecimals, SECONDS_DECIMALS } from "./allowance.ts";
import type { Coverage } from "./cover.ts";
import type { Pool } from "./pool.ts";
import type { Remainder, UsageKind } from "./remainder.ts";

/** One plan's share in a call's discount. */
export class AppliedCover implements CallDiscount {
  readonly featureID: string | null;
  readonly #plan: OpenedPlan;
  readonly #pool: Pool | undefined;
  readonly #left: Allowance | undefined;
  readonly #kind: UsageKind;
  readonly #coverage: Coverage;
  /** The call's usage, and the share of it that plans before this one had left. */
  readonly #usage: number;
  readonly #shareNumerator: bigint;
  readonly #shareDenominator: bigint;
  readonly #parts: ComponentUnits;
  readonly #costDecimals: number;
  readonly #valueDecimals: number;

  constructor(
    plan: OpenedPlan,
    featureID: string | null,
    pool: Pool | undefined,
    call: Remainder,
    coverage: Coverage,
    parts: ComponentUnits,
    settings: { readonly costDecimals: number; readonly currencyDecimals: number },
  ) {
    this.#plan = plan;
    this.featureID = featureID;
    this.#pool = pool;
    this.#left = pool && {
      milliseconds: pool.left("milliseconds"),
      bytes: pool.left("bytes"),
      events: pool.left("events"),
      calls: pool.left("calls"),
      value: pool.left("value"),
    };
    this.#kind = call.kind;
    this.#usage = call.usage;
    this.#shareNumerator = call.shareNumerator;
    this.#shareDenominator = call.shareDenominator;
    this.#coverage = coverage;
    this.#parts = parts;
    this.#costDecimals = settings.costDecimals;
    this.#valueDecimals = poundsDecimals(settings);
  }

  get discountPlan(): string {
    return this.#plan.name;
  }
  get pool(): CallPool | undefined {
    const pool = this.#pool;
    if (pool === undefined) return undefined;
    const { discountPlan: _plan, ...name } = pool.name;
    return { ...name, startDate: pool.period.startDate, endDate: pool.period.endDate };
  }
  get coveredFraction(): string {
    return formatFraction(this.#coverage);
  }
  get unit(): "seconds" | "bytes" | "events" {
    return this.#kind === "milliseconds" ? "seconds" : this.#kind;
  }
  get covered(): string {
    const { numerator, denominator } = this.#coverage;
    return formatFraction({
      numerator: numerator * this.#shareNumerator * BigInt(this.#usage),
      denominator: denominator * this.#shareDenominator * 10n ** BigInt(this.#unitDecimals),
    });
  }
  get drawn(): string {
    return formatUnits(this.#coverage.drawn, this.#unitDecimals);
  }
  get discount(): string {
    return formatUnits(this.#coverage.discount, this.#costDecimals);
  }
  get components(): readonly string[] {
    return this.#parts.map((units) => formatUnits(units, this.#costDecimals));
  }
  get left(): PoolRemains | undefined {
    const left = this.#left;
    if (left === undefined) return undefined;
    const told = (units: Units | undefined, decimals: number): string | null =>
      units === undefined ? null : formatUnits(units, decimals);
    return {
      seconds: told(left.milliseconds, SECONDS_DECIMALS),
      bytes: told(left.bytes, 0),
      events: told(left.events, 0),
      calls: told(left.calls, 0),
      value: told(left.value, this.#valueDecimals),
    };
  }

  get #unitDecimals(): number {
    return this.#kind === "milliseconds" ? SECONDS_DECIMALS : 0;
  }

  /** The plain record; `JSON.stringify` uses it. */
  toJSON(): CallDiscount {
    return {
      discountPlan: this.discountPlan,
      featureID: this.featureID,
      pool: this.pool,
      coveredFraction: this.coveredFraction,
      unit: this.unit,
      covered: this.covered,
      drawn: this.drawn,
      discount: this.discount,
      components: this.components,
      left: this.left,
    };
  }
}
