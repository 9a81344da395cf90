/** R23: the rating period of a moment, and the pieces of a call under the `split` rule. */
import { names, type Row, text } from "./values.ts";
import type { LocalMoment, Zone } from "./zone.ts";

const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const MINUTE_MS = 60_000;

export interface Piece {
  readonly period: string;
  /** Real elapsed milliseconds. */
  readonly milliseconds: number;
}

export interface Periods {
  readonly isEmpty: boolean;
  periodAt(moment: LocalMoment): string;
  /** The pieces from one instant to another, in order. */
  pieces(from: number, to: number): Piece[];
}

interface Entry {
  readonly name: string;
  /** Empty: every day. */
  readonly weekdays: readonly string[];
  readonly fromMinute: number;
  readonly toMinute: number;
}

export function createPeriods(ratingPeriods: readonly Row[], holidays: readonly Row[], zone: Zone): Periods {
  const entries: Entry[] = ratingPeriods.map((row) => ({
    name: text(row.name),
    weekdays: names(row.weekdays),
    fromMinute: minuteOfDay(row.from, 0),
    toMinute: minuteOfDay(row.to, 24 * 60),
  }));
  const countsAs = new Map<string, string>();
  for (const row of holidays) {
    if (!countsAs.has(text(row.date))) countsAs.set(text(row.date), text(row.countsAs) || "Sunday");
  }
  const changes = [...new Set([0, ...entries.flatMap((entry) => [entry.fromMinute, entry.toMinute])])];

  /** Weekday and holiday are those of the moment, also after midnight; the first period that matches wins. */
  function periodAt(moment: LocalMoment): string {
    const weekday =
      countsAs.get(moment.date) ?? WEEKDAYS[new Date(`${moment.date}T00:00:00Z`).getUTCDay()] ?? "";
    const minute = moment.msOfDay / MINUTE_MS;
    const match = entries.find(
      (entry) => (entry.weekdays.length === 0 || entry.weekdays.includes(weekday)) && isWithin(minute, entry),
    );
    return match?.name ?? "default";
  }

  function pieces(from: number, to: number): Piece[] {
    if (to <= from) return [];
    const starts = [from, ...zone.cutsBetween(from, to, changes)];
    return starts.map((start, index) => ({
      period: periodAt(zone.localMoment(start)),
      milliseconds: (starts[index + 1] ?? to) - start,
    }));
  }

  return { isEmpty: entries.length === 0, periodAt, pieces };
}

/** `from` is inside, `to` outside; a window whose `to` is not after `from` passes midnight. */
function isWithin(minute: number, { fromMinute, toMinute }: Entry): boolean {
  if (toMinute > fromMinute) return fromMinute <= minute && minute < toMinute;
  return fromMinute <= minute || minute < toMinute;
}

function minuteOfDay(value: unknown, blank: number): number {
  const [hours, minutes] = text(value).split(":");
  return hours === undefined || hours === "" ? blank : Number(hours) * 60 + Number(minutes);
}
