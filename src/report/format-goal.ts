/** The goal and the result of a goal seek, in sentences. */
import type { PreviewGoal } from "../index.ts";
import { majorUnit, toPounds } from "../money/index.ts";
import { dateText, moneyText, signOf } from "./money-text.ts";

interface Currency {
  readonly currency: string;
  readonly currencyDecimals: number;
}

const REASONS: Readonly<Record<NonNullable<PreviewGoal["why"]>, string | ((currency: string) => string)>> = {
  "falling-prices": "prices below zero fall while the others rise",
  "wholesale-tariffs": "wholesale tariffs rise, too",
  "value-allowances": (currency) => `allowances in ${majorUnit(currency)} cover other calls at other prices`,
  "kept-prices": "prices that would become zero keep their old value",
};

/**
 * A goal and the percentage that brings the goal, or why no percentage does, in sentences. Amounts are rounded down, so
 * that an amount that does not reach the goal does not read as if it did.
 */
export function formatGoal(goal: PreviewGoal, { currency, currencyDecimals }: Currency): string {
  const money = moneyText(currency, currencyDecimals);
  const down = (pence: string): string => money.major(toPounds(pence, { currencyDecimals, mode: "down" }));
  const wanted = `${money.major(toPounds(goal.goal, { currencyDecimals, decimals: 6 }))} a month of ${goal.of}`;
  const { found, smaller, months, why } = goal;
  const lines: string[] = [];
  if (found === null) {
    const least = `${signedPercent(smaller.percent)} brings ${down(smaller.brings)}`;
    const limit = goal.isBounded ? ", and from there on a price would be more than 1,000,000" : "";
    lines.push(
      `No percentage${why === null ? "" : " that was tried"} brings ${wanted}: even ${least}${limit}.`,
    );
  } else {
    lines.push(
      `${signedPercent(found.percent)} is the smallest percentage that brings ${wanted}: ${down(found.brings)}. ` +
        `${signedPercent(smaller.percent)} would bring ${down(smaller.brings)}.`,
    );
  }
  if (months.numerator !== months.denominator) {
    const share =
      months.denominator === 1 ? `${months.numerator}` : `${months.numerator}/${months.denominator}`;
    const days = `The calls of ${dateText(goal.from)} to ${dateText(goal.to)}`;
    lines.push(`${days} stand for ${share} of a month, by which what they bring is divided.`);
  }
  if (why !== null) {
    const reason = REASONS[why];
    const because = typeof reason === "string" ? reason : reason(currency);
    const which =
      found === null
        ? "A fall that is not as large may bring it"
        : "A percentage far below may bring it, too";
    lines.push(`${which}, and was not tried: ${because}.`);
  }
  return `${lines.join("\n")}\n`;
}

function signedPercent(percent: string): string {
  return signOf(percent) < 0 ? `−${percent.slice(1)}%` : `+${percent}%`;
}
