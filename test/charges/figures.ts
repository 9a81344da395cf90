/** The figures of an explanation, worked out once more from what its steps print. */
import type { ChargeSum } from "../../src/index.ts";

/** An exact number. */
interface Exact {
  readonly up: bigint;
  readonly down: bigint;
}

/**
 * What the inputs of a step come to: decimals with + − × ÷ and brackets, "20 of 31 days" for twenty divided by thirty-one,
 * and "at least 0" behind a difference.
 */
export function workedOut(inputs: string): Exact {
  const tokens = inputs.match(/[0-9.]+|at least 0|of|days|[-−+×÷(),]/g) ?? [];
  let at = 0;
  const take = (token: string): boolean => {
    if (tokens[at] !== token) return false;
    at++;
    return true;
  };
  const one = (): Exact => {
    if (take("(")) {
      const inner = sum();
      if (!take(")")) throw new Error(`a bracket is open: ${inputs}`);
      return inner;
    }
    if (take("−") || take("-")) return times(one(), { up: -1n, down: 1n });
    const [whole = "", decimals = ""] = (tokens[at++] ?? "").split(".");
    return { up: BigInt(whole + decimals), down: 10n ** BigInt(decimals.length) };
  };
  const product = (): Exact => {
    let value = one();
    for (;;) {
      if (take("×")) value = times(value, one());
      else if (take("÷") || take("of")) value = divided(value, one());
      else if (!take("days")) return value;
    }
  };
  const sum = (): Exact => {
    let value = product();
    for (;;) {
      if (take("+")) value = plus(value, product());
      else if (take("−") || take("-")) value = plus(value, times(product(), { up: -1n, down: 1n }));
      else if (take(",")) {
        if (!take("at least 0")) throw new Error(`a comma: ${inputs}`);
        if (value.up < 0n) value = { up: 0n, down: 1n };
      } else return value;
    }
  };
  const value = sum();
  if (at !== tokens.length) throw new Error(`not read to the end: ${inputs}`);
  return value;
}

/** Whether a printed figure is a value: exactly, or cut after twelve places where "…" says that digits go on. */
export function isShown(shown: string, { up, down }: Exact): boolean {
  if (!shown.endsWith("…")) {
    const own = workedOut(shown);
    return own.up * down === up * own.down;
  }
  const cut = workedOut(shown.slice(0, -1));
  const units = (up * 10n ** 12n) / down;
  return units * down !== up * 10n ** 12n && units * cut.down === cut.up * 10n ** 12n;
}

/** A value to so many places, half away from zero. */
export function rounded({ up, down }: Exact, places: number): Exact {
  const scaled = up * 10n ** BigInt(places);
  const size = scaled < 0n ? -scaled : scaled;
  const units = (size * 2n + down) / (down * 2n);
  return { up: scaled < 0n ? -units : units, down: 10n ** BigInt(places) };
}

/** The figures in a step's inputs that must have come up before it: what is an amount, a count or what one comes to. */
export function figuresOf({ rule, inputs, what }: ChargeSum): readonly string[] {
  const figures = inputs.match(/-?[0-9.]+…?/g) ?? [];
  if (inputs === "0") return [];
  if (what === "less what was charged before" || rule === "R78" || rule === "R72" || what === "total") {
    return figures.slice(0, 1);
  }
  if (rule === "R61") return figures;
  if (rule === "R75") return figures.slice(0, 2);
  if (rule === "R74")
    return [figures[0] ?? "", (inputs.includes("at least 0") ? figures.at(-1) : figures[1]) ?? ""];
  if (rule === "R67")
    return what === "together" ? figures.slice(0, -1).filter((_, at) => at % 2 === 0) : figures.slice(0, 1);
  // Wholesale: by days price, count and days of each run, and the days of the period; whatever the days price and count.
  return what === "by days"
    ? inputs
        .slice(1, inputs.indexOf(")"))
        .split(" + ")
        .flatMap((part) => (part === "0" ? [] : part.split(" × ").slice(0, 2)))
    : figures;
}

function plus(a: Exact, b: Exact): Exact {
  return { up: a.up * b.down + b.up * a.down, down: a.down * b.down };
}

function times(a: Exact, b: Exact): Exact {
  return { up: a.up * b.up, down: a.down * b.down };
}

function divided(a: Exact, b: Exact): Exact {
  const sign = b.up < 0n ? -1n : 1n;
  return { up: sign * a.up * b.down, down: sign * a.down * b.up };
}
