/** Usage and amounts that lie exactly on the steps of a rate, and a hair beside them. */
import type { Chance } from "./chance.ts";
import { decimalText } from "./decimal.ts";
import type { Row } from "./rates.ts";
import { microOf, msOf, solve, type Target } from "./targets.ts";

/** What a value was chosen for. */
export type Aim =
  | "anything"
  | "nothing used"
  | "step of the usage"
  | "end of a minimum"
  | "end of an initial block"
  | "half a unit"
  | "whole units"
  | "edge of a period"
  | "clock change"
  | "very long";

/** What a value was chosen for, and whether it lies there or just beside. */
export interface Aimed {
  readonly aim: Aim;
  readonly isBeside: boolean;
}

/** A value in milliseconds, bytes, or units of 10^-10 p. */
export interface Chosen extends Aimed {
  readonly value: number;
}

const MAX_MS = 31_622_400_000;

/** A duration for this rate, in milliseconds. */
export function chooseDuration(chance: Chance, rate: Row, targets: readonly Target[]): Chosen {
  const kind = chance.below(24);
  const step = msOf(rate.roundSeconds);
  const minimum = msOf(rate.durationMin);
  const initial = msOf(rate.initialDuration);
  if (kind === 0) return { value: 0, aim: "nothing used", isBeside: false };
  if (kind === 1) {
    // A year in pieces, one for each change of period, takes the second opinion long: only now and then.
    const value = chance.oneIn(40)
      ? chance.pick([MAX_MS, chance.below(MAX_MS)])
      : chance.pick([86_400_000, 86_400_001, 36_000_000, chance.below(200_000_000)]);
    return { value, aim: "very long", isBeside: false };
  }
  if (kind < 5 && step > 0) {
    const from = rate.roundSecondsFrom === "minimum" ? Math.max(minimum, initial) : 0;
    return onOrBeside(chance, from + step * chance.between(1, 600), "step of the usage");
  }
  if (kind < 7 && minimum > 0) return onOrBeside(chance, minimum, "end of a minimum");
  if (kind < 9 && initial > 0) return onOrBeside(chance, initial, "end of an initial block");
  if (kind < 20 && targets.length > 0) return onTarget(chance, targets, 7_200_000, BESIDE_MS);
  return { value: chance.oneIn(3) ? chance.below(600_000) : chance.below(7_200) * 1_000, ...ANYTHING };
}

/** Bytes for this rate. */
export function chooseBytes(chance: Chance, rate: Row, targets: readonly Target[]): Chosen {
  const kind = chance.below(10);
  const step = Number(rate.roundBytes ?? 1);
  if (kind === 0) return { value: 0, aim: "nothing used", isBeside: false };
  if (kind === 1) {
    const value = chance.oneIn(3) ? Number.MAX_SAFE_INTEGER - 1 : chance.below(2 ** 53 - 1);
    return { value, aim: "very long", isBeside: false };
  }
  if (kind < 4) return onOrBeside(chance, step * chance.between(1, 5_000), "step of the usage", BESIDE);
  if (kind < 8 && targets.length > 0) return onTarget(chance, targets, 2 ** 40, BESIDE);
  return { value: chance.below(2 ** chance.between(4, 40)), ...ANYTHING };
}

/** A reported cost in units of 10^-10 p, which marked up by a percentage may be half a unit. */
export function chooseCost(chance: Chance, rate: Row, costDecimals: number): Chosen {
  const kind = chance.below(8);
  if (kind === 0) return { value: 0, ...ANYTHING };
  if (kind < 3) return { value: chance.below(2_000_000) * 100_000, ...ANYTHING };
  if (kind === 3) return { value: chance.below(50_000_000) * 10_000, ...ANYTHING };
  if (kind === 4) return { value: -chance.below(50_000_000) * 10_000, ...ANYTHING };
  const isMarkup = rate.chargeType === "markup" || rate.chargeType === "markupSuggested";
  const factor = 100_000_000n + microOf(isMarkup ? rate.cost : "25");
  const unit = 10n ** BigInt(10 - costDecimals) * 100_000_000n;
  const found = solve(factor, unit / 2n, unit);
  if (factor <= 0n || found === undefined || found.every > 10n ** 14n)
    return { value: chance.below(10 ** 9), ...ANYTHING };
  const value = Number(found.first) + Number(found.every) * chance.below(100);
  return onOrBeside(chance, chance.oneIn(6) ? -value : value, "half a unit", BESIDE);
}

const ANYTHING = { aim: "anything", isBeside: false } as const;
const BESIDE_MS = [0, 0, 0, 1, -1, 1_000, -1_000] as const;
const BESIDE = [0, 0, 0, 1, -1] as const;

function onTarget(
  chance: Chance,
  targets: readonly Target[],
  usual: number,
  beside: readonly number[],
): Chosen {
  const { first, every, aim } = chance.pick(targets);
  const times = Math.max(0, Math.floor((usual - first) / every));
  return onOrBeside(chance, first + every * chance.between(0, times), aim, beside);
}

function onOrBeside(chance: Chance, value: number, aim: Aim, beside: readonly number[] = BESIDE_MS): Chosen {
  const by = chance.pick(beside);
  return value >= 0 && value + by < 0
    ? { value, aim, isBeside: false }
    : { value: value + by, aim, isBeside: by !== 0 };
}

/** Whether a value was put on a step or edge, not beside it. */
export function isOnStep({ aim, isBeside }: Aimed): boolean {
  return aim !== "anything" && aim !== "very long" && aim !== "nothing used" && !isBeside;
}

/** Milliseconds as seconds. */
export function secondsText(milliseconds: number): string {
  return decimalText(milliseconds, 3);
}
