/** The calculated wholesale side of a call (R29). */
import {
  type BookTables,
  type Choices,
  type NumberMatch,
  type OpenedNumber,
  Refusal,
} from "../book/index.ts";
import type { Charge } from "./charge.ts";
import { measureUsage } from "./charged-usage.ts";
import { chooseWholesale } from "./choose-tariff.ts";
import type { ComponentUnits } from "./components.ts";
import { type Classified, lookAgain } from "./find-call-type.ts";
import { isUnmeasured } from "./measure-call.ts";
import { FREE, priceCall, splitIfDue } from "./price-call.ts";
import type { CallReading } from "./read-call.ts";
import type { Trace } from "./trace.ts";
import { describeRate, describeUsage } from "./trace-choices.ts";

/** R29: the calculated wholesale components, priced in `charge`; a Refusal only for a tie, undefined where there is none. */
export function rateWholesale(
  book: BookTables,
  call: CallReading,
  match: NumberMatch<OpenedNumber>,
  classified: Classified,
  carrier: string,
  period: number,
  choices: Choices | undefined,
  charge: Charge,
  trace: Trace | undefined,
): ComponentUnits | Refusal | undefined {
  if (trace !== undefined) trace.cost = "wholesale";
  const tariff =
    choices === undefined
      ? chooseWholesale(book, match, classified.tariffClass, carrier, trace)
      : choices.wholesale;
  if (tariff === undefined || tariff instanceof Refusal) return tariff;
  const lookedUp = lookAgain(book, classified, tariff, trace);
  if (lookedUp instanceof Refusal) return undefined;
  const { place } = classified;
  const rateOffset = tariff.resolve(book.prefixes, place, lookedUp.callType, period, call.day);
  if (trace !== undefined) {
    describeRate(trace, book, tariff, rateOffset, place, lookedUp.callType, period, call.day);
  }
  if (rateOffset < 0) return undefined;
  const measured = measureUsage(book.rates, rateOffset, charge);
  if (isUnmeasured(measured)) return undefined;
  if (trace !== undefined) describeUsage(trace, book, rateOffset, charge, measured);
  if (measured === "free") return FREE;
  const split = splitIfDue(book, call, tariff, rateOffset, lookedUp.callType, place, charge, trace);
  if (split instanceof Refusal) return undefined;
  return priceCall(book.rates, rateOffset, rateOffset, charge, trace);
}
