/** Words the choices of an explanation. Called only with a trace. */
import {
  type BookTables,
  NO_LINE,
  NO_PREFIX,
  type NumberMatch,
  type OpenedTariff,
  Refusal,
} from "../book/index.ts";
import {
  DAY_MS,
  formatCivilDate,
  offsetText,
  resolveWallTime,
  WEEKDAY_NAMES,
  weekdayOf,
} from "../calendar/index.ts";
import { PRICE_DECIMALS } from "../model/index.ts";
import { formatUnits } from "../money/index.ts";
import type { Charge } from "./call/charge.ts";
import type { Measured } from "./call/charged-usage.ts";
import { tariffText } from "./call/choose-tariff.ts";
import type { Circumstances, FoundRate } from "./call/circumstances.ts";
import { nameOf } from "./call/find-call-type.ts";
import type { CallReading } from "./call/read-call.ts";
import type { Trace } from "./trace.ts";

export function describeNumber(trace: Trace, call: CallReading, match: NumberMatch | Refusal): void {
  if (match instanceof Refusal) {
    trace.choose("R21", "number", undefined, match.message);
    return;
  }
  const { record, customer } = match.number;
  const how =
    match.field === "numberID" ? `numberID ${call.numberID}` : `target ${call.target} is its ${match.field}`;
  const name = customer.record.companyName === undefined ? "" : `, ${customer.record.companyName}`;
  trace.choose(
    "R21",
    "number",
    {
      text: `${record.number} (id ${record.id}) of customer ${customer.record.id}${name}`,
      id: `${record.id} of ${customer.record.id}`,
    },
    how,
  );
}

export function describePeriod(trace: Trace, book: BookTables, call: CallReading, period: number): void {
  if (call.tariffTime !== "") {
    trace.choose("R23", "rating period", call.tariffTime, "named by the record (tariffTime)");
    return;
  }
  const name = book.periods.names[period] ?? "default";
  if (!book.hasPeriods) {
    trace.choose("R23", "rating period", name, "the book has no rating periods");
    return;
  }
  const clock = new Date(call.millisecondOfDay).toISOString().slice(11, 19);
  const weekday = WEEKDAY_NAMES[weekdayOf(call.day)];
  const local = call.day * DAY_MS + call.millisecondOfDay;
  const instant = call.instant ?? resolveWallTime(book.zone, local, book.ambiguousTime) ?? local;
  trace.choose(
    "R23",
    "rating period",
    name,
    `the call starts on ${weekday} ${formatCivilDate(call.day)} at ${clock} (${offsetText(book.zone, instant)}) in ${book.settings.timeZone}`,
  );
}

export function describeRate(trace: Trace, known: Circumstances, found: FoundRate): void {
  const { book, call, classified, period } = known;
  const { tariff, callType } = found;
  const { prefix } = classified;
  const lines = tariff.linesFor(book.prefixes, prefix, callType, period, call.day);
  const dialled = prefix === NO_PREFIX ? "" : `, digits ${book.prefixes.digits(prefix)}…`;
  const sought = `${nameOf(book, callType)}${dialled}, ${book.periods.names[period] ?? "unnamed period"}, ${formatCivilDate(call.day)}`;
  const passedOver = lines
    .filter(({ line }) => line === NO_LINE)
    .map((own) => ({ what: `lines of ${tariffText(own.tariff)}`, why: "none matches" }));
  const basesBy = (name: (tariff: OpenedTariff) => string): string[] =>
    lines
      .filter(({ baseLine }) => baseLine !== NO_LINE)
      .map((own) => `base line ${own.baseLine + 1} (rates[${own.baseLine}]) of ${name(own.tariff)}`);
  const chosenBy = (name: (tariff: OpenedTariff) => string): string => {
    const found = lines
      .filter(({ line }) => line !== NO_LINE)
      .map((own) => `line ${own.line + 1} (rates[${own.line}]) of ${name(own.tariff)}`);
    if (found.length > 0) return found.join(", then ");
    return lines[0]?.baseLine === NO_LINE ? `base of ${name(tariff)}` : (basesBy(name)[0] ?? "");
  };
  const idOf = ({ record }: OpenedTariff): string => record.id;
  const bases = basesBy(tariffText);
  if (found.rate < 0) {
    const none = { text: undefined, id: `none of ${idOf(tariff)}` };
    trace.choose("R26", "line", none, `${tariffText(tariff)} has no rate for ${sought}`, passedOver);
    return;
  }
  const line = { text: chosenBy(tariffText), id: chosenBy(idOf) };
  trace.choose("R26", "line", line, `for ${sought}`, passedOver);
  const rate = book.rates.rateAt(found.rate);
  const cost = rate.cost === undefined ? "blank" : `${formatUnits(rate.cost, PRICE_DECIMALS)}`;
  trace.choose(
    "R25",
    "rate",
    `${rate.chargeType}, cost ${cost}`,
    `own line, parent's line, own base, parent's base${bases.length === 0 ? "" : `; in force is ${bases.join(", then ")}`}`,
  );
}

export function describeUsage(
  trace: Trace,
  book: BookTables,
  resolved: number,
  charge: Charge,
  measured: Measured,
): void {
  const rate = book.rates.rateAt(resolved);
  if (measured === "free") {
    trace.step("R6", "usage", "nothing used, nothing charged", "0");
    return;
  }
  if (charge.chargedMilliseconds > 0) {
    const seconds = (ms: number): string => formatUnits(ms, 3);
    const parts = [`duration ${seconds(Math.max(0, charge.durationMilliseconds))} s`];
    if (rate.minimumMilliseconds > 0) parts.push(`at least ${seconds(rate.minimumMilliseconds)} s`);
    if (rate.roundMilliseconds > 0) {
      const from = rate.roundFromMinimum ? " from the minimum" : "";
      parts.push(`up to the next ${seconds(rate.roundMilliseconds)} s${from}`);
    }
    trace.step("R7", "charged seconds", parts.join(", "), seconds(charge.chargedMilliseconds));
  }
  if (charge.chargedBytes > 0)
    trace.step("R7", "charged bytes", `${charge.bytes} bytes`, String(charge.chargedBytes));
  if (charge.chargedEvents > 0) {
    trace.step(
      "R7",
      "charged events",
      charge.events < 0 ? "blank counts one" : `${charge.events} events`,
      String(charge.chargedEvents),
    );
  }
}
