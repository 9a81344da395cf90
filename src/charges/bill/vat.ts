/** VAT of an invoice (R78): percentages in force on its date, exact, rounded once for each rate or each line. */

import { isInForce } from "../../book/index.ts";
import type { DayNumber } from "../../calendar/index.ts";
import { type CheckedSettings, type CheckedVATRate, HUNDRED_PERCENT } from "../../model/index.ts";
import { nearestDivide } from "../../money/index.ts";

/** A line of an invoice for VAT: its value in minor units, and the rate in force. */
export interface VATLine {
  readonly value: bigint;
  readonly rate: CheckedVATRate;
}

/** The VAT of an invoice, minor units. */
interface VATSums {
  readonly added: bigint;
  /** VAT for which the customer accounts (reverse charge). */
  readonly reverse: bigint;
}

export class VATRatesOn {
  readonly #byName: ReadonlyMap<string, CheckedVATRate>;

  constructor(rates: readonly CheckedVATRate[], day: DayNumber) {
    // Entries of one name share no day, so at most one entry of a name is in force.
    this.#byName = new Map(rates.filter((rate) => isInForce(rate, day)).map((rate) => [rate.name, rate]));
  }

  get(name: string | null): CheckedVATRate | undefined {
    return name === null ? undefined : this.#byName.get(name);
  }
}

export function vatOf(lines: readonly VATLine[], { vatBy, vatRounding }: CheckedSettings): VATSums {
  const amounts = vatBy === "line" ? lines : netByRate(lines);
  let added = 0n;
  let reverse = 0n;
  for (const { value, rate } of amounts) {
    const exact = value * BigInt(rate.percent);
    // Division of bigints truncates towards zero.
    const vat = vatRounding === "down" ? exact / HUNDRED_PERCENT : nearestDivide(exact, HUNDRED_PERCENT);
    if (rate.reverse) reverse += vat;
    else added += vat;
  }
  return { added, reverse };
}

function netByRate(lines: readonly VATLine[]): VATLine[] {
  const nets = new Map<CheckedVATRate, bigint>();
  for (const { value, rate } of lines) nets.set(rate, (nets.get(rate) ?? 0n) + value);
  return Array.from(nets, ([rate, value]) => ({ rate, value }));
}
