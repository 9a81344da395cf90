/**
 * R8 to R15 in fractions of a penny made of bigints: for calls that the kernel cannot prove in doubles, and for
 * explanations; a trace records each step. The steps are those of the kernel's `price-rows.ts`.
 */
import {
  type ComponentRounding,
  type Rate,
  type RateTable,
  type Surcharge,
  unitsPerPrice,
} from "../../book/index.ts";
import { MINUTE_MS } from "../../calendar/index.ts";
import { COST_COMPONENTS, FIRST_SURCHARGE, PRICE_DECIMALS, perComponent } from "../../model/index.ts";
import {
  addFractions,
  compareFractions,
  type Fraction,
  formatFraction,
  formatUnits,
  fractionOf,
  quantise,
  roundToMultiple,
  scaleFraction,
  ZERO_FRACTION,
} from "../../money/index.ts";
import type { Trace } from "../trace.ts";
import type { Charge, ExactComponents } from "./charge.ts";

/**
 * Prices a measured call; the components in quanta of 10^-costDecimals pence. `surchargeRate` is the rate of the
 * surcharges (R28).
 */
export function priceExactly(
  rates: RateTable,
  rateOffset: number,
  surchargeRate: number,
  charge: Charge,
  trace?: Trace,
): ExactComponents {
  const rate = rates.rateAt(rateOffset);
  const surcharges = surchargeRate === rateOffset ? rate : rates.rateAt(surchargeRate);
  const ms = charge.chargedMilliseconds;
  const values = perComponent(({ words }, component): Fraction => {
    if (component === 0) return bounded(basicCharge(rates, rate, charge, trace), rate, trace);
    if (((charge.attracted >> component) & 1) === 0) return ZERO_FRACTION;
    const { components } = component < FIRST_SURCHARGE ? rate : surcharges;
    return surchargeValue(words, components[component - 1] as Surcharge, ms, rate, trace);
  });
  return finish(values, rate, rates.costDecimals, trace);
}

/**
 * R15: marks up the wholesale (or suggested) components one by one. `percent` is in millionths of a
 * percent, the components are whole units of 10^-decimals pence. R10 applies to basic where `bounds` is
 * set (R27 applies the roundings of a rate but never its minimum and maximum), R12 to the rest.
 */
export function markUpExactly(
  rates: RateTable,
  rate: Rate,
  percent: number,
  components: readonly bigint[],
  decimals: number,
  trace?: Trace,
): ExactComponents {
  const numerator = 100_000_000n + BigInt(percent);
  const values = components.map((units, index) => {
    const before = fractionOf(units, decimals);
    const value = scaleFraction(before, numerator, 100_000_000n);
    if (units !== 0n || index === 0) {
      trace?.step(
        "R15",
        wordsOf(index),
        `${formatFraction(before)} ${trace.unit} × (1 + ${formatUnits(percent, PRICE_DECIMALS)} ÷ 100)${trace.unconverted}`,
        formatFraction(value),
      );
    }
    return value;
  });
  const rounded = values.map((value, index) => {
    if (index === 0) return bounded(value, rate, trace);
    const preset = rate.components[index - 1];
    return preset === undefined ? value : roundComponent(wordsOf(index), value, preset.rounding, rate, trace);
  });
  return finish(rounded, rate, rates.costDecimals, trace);
}

/** R8, R9: connection + initial block + usage part. */
function basicCharge(rates: RateTable, rate: Rate, charge: Charge, trace: Trace | undefined): Fraction {
  let basic = micro(rate.connection);
  if (rate.connection !== 0) trace?.step("R9", "connection", "per call", formatFraction(basic));
  let units = charge.pricedUnits;
  if (rate.chargeType === "perMinute" && rate.initialMilliseconds > 0) {
    const initialCost = micro(rate.initialCost);
    trace?.step(
      "R8",
      "initial block",
      `first ${seconds(rate.initialMilliseconds)} s`,
      formatFraction(initialCost),
    );
    basic = addFractions(basic, initialCost);
    if (units > rate.initialMilliseconds) {
      units -= rate.initialMilliseconds;
      const secondary = micro(rate.secondaryConnection);
      if (rate.secondaryConnection !== 0) {
        trace?.step("R8", "secondary connection", "once, past the initial block", formatFraction(secondary));
      }
      basic = addFractions(basic, secondary);
    } else {
      units = 0;
    }
  }
  const usage =
    charge.pieces === undefined
      ? usagePart("usage", rate, units, trace)
      : charge.pieces
          .map((piece) =>
            usagePart("usage of one period", rates.rateAt(piece.rate), piece.milliseconds, trace),
          )
          .reduce(addFractions, ZERO_FRACTION);
  basic = addFractions(basic, usage);
  trace?.step("R9", "basic charge", "connection + initial block + usage", formatFraction(basic));
  return basic;
}

/** Price × usage ÷ the unit of the price; for the split rule the price and length of one piece. */
function usagePart(what: string, rate: Rate, units: number, trace: Trace | undefined): Fraction {
  const value = scaleFraction(micro(rate.cost ?? 0), units, unitsPerPrice(rate.chargeType));
  trace?.step("R9", what, usageInputs(rate, units, trace.unit), formatFraction(value));
  return value;
}

function usageInputs(rate: Rate, units: number, unit: string): string {
  const price = `${formatUnits(rate.cost ?? 0, PRICE_DECIMALS)} ${unit}`;
  switch (rate.chargeType) {
    case "perMinute":
      return `${price} a minute × ${seconds(units)} s ÷ 60`;
    case "perEvent":
      return `${price} × ${units} ${units === 1 ? "event" : "events"}`;
    case "perCall":
      return `${price} a call`;
    default:
      return `${price} × ${units} bytes ÷ ${unitsPerPrice(rate.chargeType)}`;
  }
}

/** R10: minimum, then round up, then maximum. */
function bounded(value: Fraction, rate: Rate, trace: Trace | undefined): Fraction {
  let basic = value;
  const apply = (what: string, words: string, bound: Fraction, next: Fraction): void => {
    trace?.step(
      "R10",
      what,
      `${words} ${formatFraction(bound)} ${trace.unit}`,
      formatFraction(next),
      formatFraction(basic),
    );
    basic = next;
  };
  if (rate.minimum !== undefined) {
    const minimum = micro(rate.minimum);
    apply("minimum", "at least", minimum, compareFractions(basic, minimum) < 0 ? minimum : basic);
  }
  if (rate.roundPence > 0) {
    const multiple = micro(rate.roundPence);
    apply("rounding", "up to the next", multiple, roundToMultiple(basic, multiple, "up"));
  }
  if (rate.maximum !== undefined) {
    const maximum = micro(rate.maximum);
    apply("maximum", "at most", maximum, compareFractions(basic, maximum) > 0 ? maximum : basic);
  }
  return basic;
}

/** R11, R12: price per minute × S ÷ 60 + connection, rounded by the component's own preset. */
function surchargeValue(
  what: string,
  surcharge: Surcharge,
  ms: number,
  rate: Rate,
  trace: Trace | undefined,
): Fraction {
  if (surcharge.pricePerMinute === 0 && surcharge.connection === 0) return ZERO_FRACTION;
  const perMinute = scaleFraction(micro(surcharge.pricePerMinute), ms, MINUTE_MS);
  const value = addFractions(perMinute, micro(surcharge.connection));
  trace?.step("R11", what, surchargeInputs(surcharge, ms, trace.unit), formatFraction(value));
  return roundComponent(what, value, surcharge.rounding, rate, trace);
}

function surchargeInputs(surcharge: Surcharge, ms: number, unit: string): string {
  const price = formatUnits(surcharge.pricePerMinute, PRICE_DECIMALS);
  const connection = formatUnits(surcharge.connection, PRICE_DECIMALS);
  return `${price} ${unit} a minute × ${seconds(ms)} s ÷ 60 + ${connection} ${unit}`;
}

/** R12: a component by its preset; none leaves it to R4. */
function roundComponent(
  what: string,
  value: Fraction,
  rounding: ComponentRounding,
  rate: Rate,
  trace: Trace | undefined,
): Fraction {
  if (rounding.kind === "none") return value;
  const mode = rounding.kind === "asBasic" ? "up" : rounding.mode;
  const multiple = rounding.kind === "asBasic" ? rate.roundPence : rounding.multiple;
  if (multiple === 0) return value;
  const rounded = roundToMultiple(value, micro(multiple), mode);
  trace?.step(
    "R12",
    what,
    `${mode} to a multiple of ${formatUnits(multiple, PRICE_DECIMALS)} ${trace.unit}`,
    formatFraction(rounded),
    formatFraction(value),
  );
  return rounded;
}

/** R13 and R14: quantise each component, then round the total up and add the difference to basic. */
function finish(
  values: readonly Fraction[],
  rate: Rate,
  costDecimals: number,
  trace: Trace | undefined,
): ExactComponents {
  const quanta = values.map((value, index) => {
    const units = quantise(value, costDecimals);
    if (trace !== undefined) {
      const before = formatFraction(value);
      const after = formatUnits(units, costDecimals);
      if (before !== after) {
        trace.step("R13", wordsOf(index), `to ${costDecimals} decimal places`, after, before);
      }
    }
    return units;
  });
  const total = sumOf(quanta);
  if (rate.roundPenceAfterSurcharge > 0) {
    const multiple = micro(rate.roundPenceAfterSurcharge);
    const before = fractionOf(total, costDecimals);
    const rounded = quantise(roundToMultiple(before, multiple, "up"), costDecimals);
    trace?.step(
      "R14",
      "total",
      `up to the next ${formatFraction(multiple)} ${trace.unit}, the difference onto basic`,
      formatUnits(rounded, costDecimals),
      formatUnits(total, costDecimals),
    );
    quanta[0] = (quanta[0] ?? 0n) + rounded - total;
  }
  trace?.step("R13", "total", "sum of the components", formatUnits(sumOf(quanta), costDecimals));
  return quanta as unknown as ExactComponents;
}

function sumOf(quanta: readonly bigint[]): bigint {
  return quanta.reduce((sum, units) => sum + units, 0n);
}

function wordsOf(component: number): string {
  return COST_COMPONENTS[component]?.words ?? "";
}

function micro(units: number): Fraction {
  return fractionOf(units, PRICE_DECIMALS);
}

function seconds(milliseconds: number): string {
  return formatUnits(milliseconds, 3);
}
