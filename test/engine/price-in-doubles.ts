/** The kernel's pricing (R8 to R15) of one row under one rate, which need not come from a book. */
import { kernelPlan, type RateTable } from "../../src/book/index.ts";
import type { Charge } from "../../src/engine/call/charge.ts";
import { openBook } from "../../src/index.ts";
import { bindHost, type KernelHost } from "../../src/kernel/host.ts";
import { type JavaScriptMemory, openKernel, rows, tables } from "../../src/kernel/index.ts";
import { bindMemory } from "../../src/kernel/memory.ts";
import { priceSide } from "../../src/kernel/rating/price-rows.ts";
import { COMPONENTS } from "../../src/model/index.ts";

/** Leaves to fractions what doubles are not proven for. */
const NOT_PROVEN = { priceExactly: () => 0 } as unknown as KernelHost;

/** The components of a measured call in quanta; undefined where doubles are not proven. Its usage must need no rounding. */
export function priceInDoubles(
  rates: RateTable,
  rate: number,
  { chargedMilliseconds, pricedUnits, attracted }: Charge,
): readonly number[] | undefined {
  const memory = memoryWith(rates, rate);
  const { workI32s, workF64s } = memory.views;
  const flags = Array.from({ length: tables.SURCHARGE_BITS + 1 }, (_, at) => at);
  const planned = new Int32Array(memory.views.planI32s.buffer, planOf(memory, tables.PLAN_ATTRACTED));
  workI32s[rows.FLAGS >> 2] = flags.find((at) => planned[at] === attracted) as number;
  workF64s[rows.DURATION >> 3] = chargedMilliseconds;
  workF64s[rows.BYTES >> 3] = pricedUnits;
  workF64s[rows.EVENTS >> 3] = pricedUnits;
  return priced(memory);
}

/** The same of a markup over what a carrier reported, in micro-pence. */
export function markUpInDoubles(
  rates: RateTable,
  rate: number,
  reported: readonly number[],
): readonly number[] | undefined {
  const memory = memoryWith(rates, rate);
  const { workF64s } = memory.views;
  for (const usage of [rows.DURATION, rows.BYTES, rows.EVENTS, rows.COST_SUGGESTED_RETAIL, rows.COST_CDR])
    workF64s[usage >> 3] = Number.NaN;
  for (const [at, micro] of reported.entries())
    workF64s[(rows.COST_CDR + (at + 1) * rows.COST_STRIDE) >> 3] = micro;
  for (const at of COMPONENTS.keys()) workF64s[(rows.WHOLESALE + at * rows.COST_STRIDE) >> 3] = Number.NaN;
  return priced(memory);
}

const plans = new Map<number, ArrayBuffer>();

/** A row that has this rate on its retail side. */
function memoryWith(rates: RateTable, rate: number): JavaScriptMemory {
  const { costDecimals } = rates;
  let plan = plans.get(costDecimals);
  if (plan === undefined) {
    plan = kernelPlan(
      openBook({ costDecimals, callTypes: [], customers: [], numbers: [], tariffs: [] }).tables,
    );
    plans.set(costDecimals, plan);
  }
  const { memory } = openKernel(plan, { form: "javascript" });
  const { terms, shapes } = rates.columns;
  const termsAt = memory.allocate(terms.byteLength);
  const shapesAt = memory.allocate(shapes.byteLength);
  const choices = memory.allocate(4 * tables.CHOICE_WIDTH);
  const { workI32s, workF64s } = memory.views;
  workF64s.set(terms, termsAt >> 3);
  workF64s.set(shapes, shapesAt >> 3);
  workI32s[tables.WORK_TERMS >> 2] = termsAt;
  workI32s[tables.WORK_SHAPES >> 2] = shapesAt;
  workI32s[tables.WORK_CHOICES >> 2] = choices;
  workI32s[tables.WORK_SIDE_COUNT >> 2] = 1;
  workI32s[rows.SIDE_RATE >> 2] = rate;
  workI32s[rows.SIDE_SURCHARGES >> 2] = rate;
  workI32s[rows.SIDE_SHAPE >> 2] = shapesAt + 8 * (terms[rate + tables.TERM_SHAPE] as number);
  return memory as JavaScriptMemory;
}

function planOf(memory: JavaScriptMemory, address: number): number {
  return memory.views.planI32s[address >> 2] as number;
}

function priced(memory: JavaScriptMemory): readonly number[] | undefined {
  bindMemory(memory.views);
  bindHost(NOT_PROVEN);
  priceSide(true);
  const { workI32s, workF64s } = memory.views;
  if (workI32s[tables.WORK_SLOW_COUNT >> 2] !== 0 || workI32s[rows.OUTCOME >> 2] !== 0) return undefined;
  return COMPONENTS.map((_, at) => workF64s[(rows.RETAIL + at * rows.COST_STRIDE) >> 3] as number);
}
