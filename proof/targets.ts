/**
 * Usage at which a charge is exactly half a unit of what it is rounded to, or whole ones: solutions of congruences
 * over the prices of a rate.
 */
import { commonDivisor, inverseModulo, unitsOf } from "./decimal.ts";
import type { Row } from "./rates.ts";

/** Values at which a charge is half a unit or whole ones: the first, and again after every so many. */
export interface Target {
  readonly first: number;
  readonly every: number;
  readonly aim: "half a unit" | "whole units";
}

const MINUTE_MS = 60_000n;
/** Targets beyond these are not gone to: two days, 32 TB. */
const FARTHEST_MS = 180_000_000n;
const FARTHEST_BYTES = 2n ** 45n;

const BYTES_OF: Readonly<Record<string, bigint>> = {
  perKilobyte: 1024n,
  perMegabyte: 1024n ** 2n,
  perGigabyte: 1024n ** 3n,
};

/** Milliseconds of a field in seconds; 0 where it is blank. */
export function msOf(value: unknown): number {
  return Number(unitsOf(String(value ?? "0"), 3) ?? 0n);
}

/** Millionths of an amount; 0 where it is blank. */
export function microOf(value: unknown): bigint {
  return unitsOf(String(value ?? "0"), 6) ?? 0n;
}

/** A charge by time or bytes: price × (usage − free) ÷ unit + fixed, all amounts in micro-pence. */
interface Line {
  readonly price: bigint;
  readonly fixed: bigint;
  readonly unit: bigint;
  readonly free: bigint;
  /** Usage is `from` and whole steps. */
  readonly from: bigint;
  readonly step: bigint;
  readonly farthest: bigint;
}

/** The targets of a rate: of its basic charge, its access charge and its surcharges, for what each is rounded to. */
export function targetsOf(rate: Row, costDecimals: number, roundings: readonly Row[]): Target[] {
  const quantum = 10n ** BigInt(Math.max(0, 6 - costDecimals));
  const pence = microOf(rate.roundPence);
  const unitsBy = (preset: unknown): bigint[] => {
    const multiple = microOf(roundings.find(({ name }) => name === preset)?.multiple);
    return [quantum, preset === "asBasic" ? pence : multiple].filter((unit) => unit > 0n);
  };
  const minimum = msOf(rate.durationMin);
  const initial = rate.chargeType === "perMinute" ? msOf(rate.initialDuration) : 0;
  const byTime = {
    unit: MINUTE_MS,
    from: BigInt(rate.roundSecondsFrom === "minimum" ? Math.max(minimum, initial) : 0),
    step: BigInt(Math.max(1, msOf(rate.roundSeconds))),
    farthest: FARTHEST_MS,
  };
  const lines: { readonly line: Line; readonly units: readonly bigint[] }[] = [];
  if (rate.chargeType === "perMinute") {
    const block = microOf(rate.initialCost) + microOf(rate.costSecondaryConnection);
    const fixed = microOf(rate.costConnection) + (initial > 0 ? block : 0n);
    const line = { ...byTime, price: microOf(rate.cost), fixed, free: BigInt(initial) };
    lines.push({ line, units: [quantum, pence].filter((unit) => unit > 0n) });
  }
  for (const [price, preset] of PRICES_A_MINUTE) {
    if (rate[price] === undefined) continue;
    const fixed = microOf(rate[`${price}Connection`]);
    lines.push({
      line: { ...byTime, price: microOf(rate[price]), fixed, free: 0n },
      units: unitsBy(rate[preset]),
    });
  }
  return lines.flatMap(({ line, units }) => targetsOnLine(line, units, Math.max(minimum, initial)));
}

const PRICES_A_MINUTE = [
  ["accessCharge", "roundingAccessCharge"],
  ["surchargeMobileOrigination", "surchargeRoundingMobileOrigination"],
  ["surchargePayphoneOrigination", "surchargeRoundingPayphoneOrigination"],
  ["surchargeCallRecording", "surchargeRoundingCallRecording"],
] as const;

/** The same of a rate by bytes. */
export function byteTargetsOf(rate: Row, costDecimals: number): Target[] {
  const unit = BYTES_OF[String(rate.chargeType)];
  if (unit === undefined) return [];
  const quantum = 10n ** BigInt(Math.max(0, 6 - costDecimals));
  const line: Line = {
    price: microOf(rate.cost),
    fixed: microOf(rate.costConnection),
    unit,
    free: 0n,
    from: 0n,
    step: BigInt(String(rate.roundBytes ?? "1")) || 1n,
    farthest: FARTHEST_BYTES,
  };
  return targetsOnLine(line, [quantum, microOf(rate.roundPence)], 0);
}

function targetsOnLine(line: Line, units: readonly bigint[], least: number): Target[] {
  if (line.price === 0n) return [];
  return units
    .filter((unit) => unit > 0n)
    .flatMap((unit) =>
      (["half a unit", "whole units"] as const).flatMap((aim) => {
        const { price, fixed, unit: per, free, from, step, farthest } = line;
        // price × (from + step × n − free) + fixed × per is (half) a unit, modulo whole ones; each × per.
        const modulus = unit * per;
        const wanted = (aim === "half a unit" ? modulus / 2n : 0n) - fixed * per - price * (from - free);
        const found = solve(price * step, wanted, modulus);
        if (found === undefined) return [];
        const every = found.every * step;
        let first = from + found.first * step;
        if (first <= BigInt(least)) first += every * ((BigInt(least) - first) / every + 1n);
        return first > farthest || every > farthest
          ? []
          : [{ first: Number(first), every: Number(every), aim }];
      }),
    );
}

/** The least n ≥ 0 with a × n ≡ wanted, and after how many the next; undefined where there is none. */
export function solve(
  a: bigint,
  wanted: bigint,
  modulus: bigint,
): { first: bigint; every: bigint } | undefined {
  const factor = positive(a, modulus);
  const rest = positive(wanted, modulus);
  if (factor === 0n) return rest === 0n ? { first: 0n, every: 1n } : undefined;
  const common = commonDivisor(factor, modulus);
  if (rest % common !== 0n) return undefined;
  const every = modulus / common;
  const first = every === 1n ? 0n : ((rest / common) * inverseModulo(factor / common, every)) % every;
  return { first, every };
}

function positive(value: bigint, modulus: bigint): bigint {
  return ((value % modulus) + modulus) % modulus;
}
