/** R66: what is charged once, on the day a feature starts. */
import { decimalTextOf } from "../../money/index.ts";
import { ChargeFault } from "../charge-fault.ts";
import { carrierOfAll } from "./carrier-value.ts";
import type { DueCharge, FeatureRun } from "./feature-run.ts";
import { discounted } from "./schemes.ts";
import { tellNet, tellRounding } from "./tell.ts";

/** The one-off charge, where it is due and was not made. */
export function dueOneOff(run: FeatureRun): DueCharge | undefined {
  const { start, end, ledger } = run;
  if (ledger.hasOneOff || (ledger.due ?? start) > start || end < start) return undefined;
  if (start > run.range.to || run.isSettledBefore(start)) return undefined;
  return { date: start, make: () => makeOneOff(run) };
}

function makeOneOff(run: FeatureRun): ChargeFault | undefined {
  const { start, counts, trace } = run;
  const on = run.range.texts.of(start);
  const amount = run.amounts.oneOff(start);
  if (amount === undefined || amount instanceof ChargeFault) {
    const outcome = amount === undefined ? { settled: "there is no one-off charge" } : { fault: amount };
    trace?.end("oneOff", on, on, outcome);
    return amount;
  }
  counts.begin(start);
  const billed = counts.billedOf(counts.countOn(start));
  if (trace !== undefined) counts.tell(trace, start, billed);
  const scheme = run.schemes.on(start);
  const net = discounted(scheme, "oneOff", amount.price.each, billed);
  counts.reach(billed);
  const value = run.rounded(net);
  const wholesale = amount.wholesale?.each;
  const carrier = wholesale === undefined ? null : decimalTextOf(carrierOfAll(run, wholesale, billed));
  run.ledger.makeOneOff(start, value);
  const text = decimalTextOf(value);
  tellNet(trace, "oneOff", start, { price: amount.price.each, billed, net }, scheme);
  tellRounding(trace, net, value, undefined);
  const charge = { source: "oneOff", kind: "oneOff", date: start, start, end: start, billed } as const;
  const transaction = run.add({ ...charge, value: text, carrier });
  trace?.end("oneOff", on, on, { transaction });
  return undefined;
}
