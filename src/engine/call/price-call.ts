/** The split rule (R23) for a measured call under a rate. */
import { initialMilliseconds, type RateTable, Refusal } from "../../book/index.ts";
import { DAY_MS, periodPieces, resolveWallTime } from "../../calendar/index.ts";
import { tables } from "../../kernel/index.ts";
import { CHARGE_TYPES } from "../../model/index.ts";
import type { PricedPiece } from "./charge.ts";
import type { Circumstances, FoundRate } from "./circumstances.ts";

const PER_MINUTE = CHARGE_TYPES.indexOf("perMinute");

function isPerMinute(rates: RateTable, rate: number): boolean {
  const shape = rates.terms[rate + tables.TERM_SHAPE] as number;
  return rates.shapes[shape + tables.SHAPE_CHARGE_TYPE] === PER_MINUTE;
}

/** Whether a rate has a cost, including 0; blank is no price. */
function hasCost(rates: RateTable, rate: number): boolean {
  return rates.terms[rate + tables.TERM_HAS_COST] === 1;
}

/** R23: sets the pieces of a call that its tariff splits; refused where a period has no rate or no price per minute. */
export function splitIfDue(known: Circumstances, found: FoundRate): Refusal | undefined {
  const { book, call, charge } = known;
  const { periodRule, singleRate } = found.tariff.settings;
  if (periodRule !== "split" || singleRate || call.tariffTime !== "") return undefined;
  if (!isPerMinute(book.rates, found.rate)) return undefined;
  // Without periods the whole call lies in one period; a cost is required all the same.
  if (!book.hasPeriods && hasCost(book.rates, found.rate)) return undefined;
  const pieces = splitByPeriod(known, found);
  if (pieces instanceof Refusal) return pieces;
  charge.pieces = pieces;
  return undefined;
}

/** Cuts the charged seconds after the initial block where the period changes, each piece with its period's rate. */
function splitByPeriod(
  { book, call, classified, charge, trace }: Circumstances,
  { tariff, callType, rate }: FoundRate,
): readonly PricedPiece[] | Refusal {
  const { rates, periods, zone, prefixes } = book;
  const initial = initialMilliseconds(rates.terms, rate);
  if (charge.chargedMilliseconds <= initial) return [];
  const local = call.day * DAY_MS + call.millisecondOfDay;
  const start = call.instant ?? resolveWallTime(zone, local, book.ambiguousTime) ?? local;
  const pieces: PricedPiece[] = [];
  for (const piece of periodPieces(periods, zone, start, initial, charge.chargedMilliseconds)) {
    const rateOfPiece = tariff.resolve(prefixes, classified.prefix, callType, piece.period, call.day);
    const period = periods.names[piece.period] ?? "";
    if (rateOfPiece < 0 || !isPerMinute(rates, rateOfPiece) || !hasCost(rates, rateOfPiece)) {
      return new Refusal(
        "no-rate",
        `Tariff ${tariff.record.name} has no price per minute for the rating period ${period}, into which the call runs.`,
      );
    }
    trace?.choose(
      "R23",
      "piece of the call",
      period,
      `${piece.milliseconds / 1000} charged seconds lie in it`,
    );
    pieces.push({ rate: rateOfPiece, milliseconds: piece.milliseconds });
  }
  return pieces;
}
