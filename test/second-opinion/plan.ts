/** R40: a discount plan's fields, blanks null. */
import { COMPONENTS, type Component } from "./components.ts";
import { NONE, Ratio } from "./ratio.ts";
import { amount, isTrue, names, type Row, text } from "./values.ts";

export type Unit = "seconds" | "bytes" | "events" | "calls" | "value";

export const UNITS: readonly Unit[] = ["seconds", "bytes", "events", "calls", "value"];

export type ByUnit = Readonly<Record<Unit, Ratio | null>>;

export interface Plan {
  readonly name: string;
  readonly percent: Ratio | null;
  readonly pencePerCall: Ratio | null;
  readonly pencePerMinute: Ratio | null;
  /** Of one carrier: seconds, bytes, events, calls, pence. */
  readonly allowance: ByUnit;
  readonly isProRata: boolean;
  readonly tariffClasses: readonly string[];
  readonly callTypes: readonly string[];
  readonly periods: readonly string[];
  readonly components: readonly Component[];
  readonly isWhole: boolean;
  readonly coverPerCallSeconds: Ratio | null;
  readonly coverWholeCallOnly: boolean;
  readonly drawRoundSeconds: Ratio;
}

export function readPlan(row: Row, penceInAPound: number): Plan {
  const read = (field: string, factor = 1): Ratio | null => {
    const value = amount(row[field]);
    return value === null ? null : Ratio.of(value.times(factor));
  };
  const appliesTo = (row.appliesTo || {}) as Row;
  const beside = names(row.components);
  return {
    name: text(row.discountPlanName),
    percent: read("discountPercent"),
    pencePerCall: read("discountPencePerCall"),
    pencePerMinute: read("discountPencePerMinute"),
    allowance: {
      seconds: read("allowanceMinutes", 60),
      bytes: read("allowanceBytes"),
      events: read("allowanceEvents"),
      calls: read("allowanceCalls"),
      value: read("allowanceValue", penceInAPound),
    },
    isProRata: isTrue(row.allowanceProRata),
    tariffClasses: names(appliesTo.tariffClasses),
    callTypes: names(appliesTo.callTypes),
    periods: names(appliesTo.periods),
    components: COMPONENTS.filter(
      (component) => component === "Basic" || beside.includes(fieldOf(component)),
    ),
    isWhole: text(row.partial) === "whole",
    coverPerCallSeconds: read("coverPerCallSeconds"),
    coverWholeCallOnly: isTrue(row.coverWholeCallOnly),
    drawRoundSeconds: read("drawRoundSeconds") ?? NONE,
  };
}

export function hasAllowance(plan: Plan): boolean {
  return UNITS.some((unit) => plan.allowance[unit] !== null);
}

/** Whether a percentage or pence are set; without, what is covered is free. */
export function hasDiscountField({ percent, pencePerCall, pencePerMinute }: Plan): boolean {
  return percent !== null || pencePerCall !== null || pencePerMinute !== null;
}

function fieldOf(component: Component): string {
  return component.charAt(0).toLowerCase() + component.slice(1);
}
