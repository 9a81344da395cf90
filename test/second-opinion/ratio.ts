/** Exact fractions (R4): a covered part of a call is often a third, which no decimal holds. */
import type { Decimal } from "decimal.js";
import { Exact } from "./values.ts";

/** More than any sum or product of amounts has. */
const MOST_PLACES = 80;

/** A fraction in lowest terms; the denominator is above 0. */
export class Ratio {
  readonly numerator: bigint;
  readonly denominator: bigint;

  constructor(numerator: bigint, denominator: bigint) {
    const sign = denominator < 0n ? -1n : 1n;
    const divisor = sign * commonDivisor(numerator, denominator);
    this.numerator = numerator / divisor;
    this.denominator = denominator / divisor;
  }

  static of(value: Decimal | number): Ratio {
    return Ratio.ofText(new Exact(value).toFixed());
  }

  /** Of plain decimal text. */
  static ofText(text: string): Ratio {
    const [whole = "0", fraction = ""] = text.split(".");
    return new Ratio(BigInt(whole + fraction), 10n ** BigInt(fraction.length));
  }

  plus(other: Ratio): Ratio {
    return new Ratio(
      this.numerator * other.denominator + other.numerator * this.denominator,
      this.denominator * other.denominator,
    );
  }

  minus(other: Ratio): Ratio {
    return this.plus(new Ratio(-other.numerator, other.denominator));
  }

  times(other: Ratio): Ratio {
    return new Ratio(this.numerator * other.numerator, this.denominator * other.denominator);
  }

  over(other: Ratio): Ratio {
    return new Ratio(this.numerator * other.denominator, this.denominator * other.numerator);
  }

  isAbove(other: Ratio): boolean {
    return this.numerator * other.denominator > other.numerator * this.denominator;
  }

  equals(other: Ratio): boolean {
    return this.numerator === other.numerator && this.denominator === other.denominator;
  }

  /** The largest multiple that is not above the value; nothing is a multiple of 0, so 0 leaves it as it is. */
  downTo(multiple: Ratio): Ratio {
    if (multiple.equals(NONE)) return this;
    const { numerator, denominator } = this.over(multiple);
    const steps = numerator / denominator - (numerator < 0n && numerator % denominator !== 0n ? 1n : 0n);
    return new Ratio(steps, 1n).times(multiple);
  }

  /** The smallest multiple that is not below the value. */
  upTo(multiple: Ratio): Ratio {
    return NONE.minus(NONE.minus(this).downTo(multiple));
  }

  /** R4: the nearest multiple, half away from zero. */
  nearest(multiple: Ratio): Ratio {
    if (this.numerator < 0n) return NONE.minus(NONE.minus(this).nearest(multiple));
    return this.plus(multiple.over(new Ratio(2n, 1n))).downTo(multiple);
  }

  /** The value as plain decimal text; it has to be a decimal. */
  toFixed(): string {
    let places = 0;
    while (10n ** BigInt(places) % this.denominator !== 0n) {
      if (++places > MOST_PLACES) throw new Error(`${this.numerator}/${this.denominator} is no decimal.`);
    }
    const units = (this.numerator * 10n ** BigInt(places)) / this.denominator;
    const digits = (units < 0n ? -units : units).toString().padStart(places + 1, "0");
    const whole = digits.slice(0, digits.length - places);
    return `${units < 0n ? "-" : ""}${whole}${places === 0 ? "" : `.${digits.slice(-places)}`}`;
  }
}

export const NONE: Ratio = new Ratio(0n, 1n);
export const WHOLE: Ratio = new Ratio(1n, 1n);

export function lesser(a: Ratio, b: Ratio): Ratio {
  return a.isAbove(b) ? b : a;
}

export function greater(a: Ratio, b: Ratio): Ratio {
  return a.isAbove(b) ? a : b;
}

export function sumOf(values: readonly Ratio[]): Ratio {
  return values.reduce((sum, value) => sum.plus(value), NONE);
}

function commonDivisor(a: bigint, b: bigint): bigint {
  let [high, low] = [a < 0n ? -a : a, b < 0n ? -b : b];
  while (low !== 0n) [high, low] = [low, high % low];
  return high;
}
