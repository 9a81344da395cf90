/** Converts times as a dialect writes them, in any zone, to the start of a call that rating reads (R23). */
import {
  type AmbiguousTime,
  DAY_MS,
  formatCivilDate,
  instantsOf,
  isPlainDay,
  LAST_DAY,
  MINUTE_MS,
  openZone,
  parseCivilDate,
  parseTimeOfDay,
  resolveWallTime,
  type Zone,
} from "../../../calendar/index.ts";
import { Fault } from "../../../model/index.ts";
import type { DialectTime } from "../call-dialect.ts";
import { isTimeOfDay } from "./date-text.ts";
import { secondsOf } from "./duration-text.ts";
import { clockText, TimeForms } from "./time-forms.ts";

/** The settings for times without an offset or a year. */
export interface TimeSettings {
  /** `local` (the book's), `utc` or a name such as `Europe/London`. */
  readonly zone: string;
  /** The book's zone; without one, local times stay wall times, and no clock change is known. */
  readonly bookZone?: string | undefined;
  /** The book's rule for wall times that a clock change skips or repeats; default `earlier`. */
  readonly ambiguousTime?: AmbiguousTime | undefined;
  /** The year of times without a year. */
  readonly year?: number | undefined;
}

/** The start of a call: wall time in the book's zone, or `startDate` alone with time and offset. */
export interface StartText {
  readonly startDate: string;
  readonly startTime?: string;
}

/** The start at `secondsLater` after the time of a text; or a fault, with which the text must not go to rating. */
export type ReadStart = (text: string, secondsLater?: number) => StartText | Fault;

/** The seconds between two times, cut to three decimal places; below 0 if `to` is before `from`. */
export type ReadBetween = (from: string, to: string) => string | Fault;

const NO_CLOCK = new Fault("is a date without a time");
const NO_INSTANT = new Fault("is a time that the change of the clock skips or repeats");
const OUT_OF_RANGE = new Fault("leads to a time beyond the years 1 to 9999");

/** Makes a reader of starts. Throws a RangeError for an invalid zone or picture. */
export function openTime(time: DialectTime, settings: TimeSettings): ReadStart {
  const forms = new TimeForms(time, settings.year);
  const zone = new WallClock(settings);
  return (text, secondsLater = 0) => {
    const fault = forms.read(text);
    if (fault !== undefined) return fault;
    const { parts, date } = forms;
    const { millisecondOfDay, offset, instant } = parts;
    const later = Math.round(secondsLater * 1_000);
    if (!Number.isNaN(instant)) return startOf(instant + later);
    if (millisecondOfDay < 0) return later === 0 ? { startDate: date } : NO_CLOCK;
    if (offset !== "") {
      if (later === 0) return { startDate: `${date}T${clockText(millisecondOfDay)}${offset}` };
      return startOf(forms.dayNumber * DAY_MS + millisecondOfDay - offsetMs(offset) + later);
    }
    if (zone.isLocal) {
      if (later === 0) return { startDate: date, startTime: clockText(millisecondOfDay) };
      return zone.localLater(forms.dayNumber * DAY_MS + millisecondOfDay, later);
    }
    if (zone.zone === undefined && later === 0) {
      return { startDate: `${date}T${clockText(millisecondOfDay)}Z` };
    }
    const moment = zone.instantAt(forms.dayNumber * DAY_MS + millisecondOfDay);
    return moment === undefined ? NO_INSTANT : startOf(moment + later);
  };
}

/** Makes a reader of the seconds between two times. Throws as `openTime` does. */
export function openBetween(time: DialectTime, settings: TimeSettings): ReadBetween {
  const forms = new TimeForms(time, settings.year);
  const zone = new WallClock(settings);
  const instantOf = (text: string, notBefore: number): number | Fault => {
    const fault = forms.read(text);
    if (fault !== undefined) return fault;
    const { millisecondOfDay, offset, instant } = forms.parts;
    if (!Number.isNaN(instant)) return instant;
    if (millisecondOfDay < 0) return NO_CLOCK;
    const wall = forms.dayNumber * DAY_MS + millisecondOfDay;
    if (offset !== "") return wall - offsetMs(offset);
    return zone.instantAt(wall, notBefore) ?? NO_INSTANT;
  };
  return (from, to) => {
    const start = instantOf(from, Number.NEGATIVE_INFINITY);
    if (typeof start !== "number") return start;
    const end = instantOf(to, start);
    // At most three decimals, which a double of this size prints exactly.
    return typeof end === "number" ? String((end - start) / 1_000) : end;
  };
}

/** The start at `secondsLater` after a date and a time of day. */
export type ReadDateAndClock = (date: string, clock: string, secondsLater: number) => StartText | Fault;

/** Makes a reader of starts from a date and a time of day. Texts that are none, or cannot be moved, are unchanged. */
export function openDateAndClock(settings: TimeSettings): ReadDateAndClock {
  const zone = new WallClock(settings);
  return (date, clock, secondsLater) => {
    const isClock = isTimeOfDay(clock);
    const behind = isClock && settings.zone === "utc" && !zone.isLocal ? "Z" : "";
    const written = { startDate: date, startTime: clock + behind };
    if (!isClock || (secondsLater === 0 && (zone.isLocal || zone.zone === undefined))) return written;
    const day = parseCivilDate(date);
    const time = parseTimeOfDay(clock);
    if (day === undefined || time === undefined) return written;
    const wall = day * DAY_MS + time.millisecondOfDay;
    if (zone.isLocal) return zone.localLater(wall, secondsLater * 1_000);
    const moment = zone.instantAt(wall);
    if (moment === undefined) return NO_INSTANT;
    const start = startOf(moment + secondsLater * 1_000);
    if (start instanceof Fault) return start;
    return { startDate: start.startDate.slice(0, 10), startTime: start.startDate.slice(11) };
  };
}

/** The seconds of a column beside a time, written as a number or as h:mm:ss; undefined for any other text. */
export function readSeconds(text: string): number | undefined {
  const isNegative = text.startsWith("-");
  const size = isNegative ? text.slice(1) : text;
  const seconds = secondsOf(size, size.includes(":") && !isNegative ? "h:mm:ss" : "s");
  // A text that could not be converted is unchanged, and is no number.
  if (typeof seconds !== "string" || !/^[0-9]{1,12}(?:\.[0-9]{1,3})?$/.test(seconds)) return undefined;
  return isNegative ? -Number(seconds) : Number(seconds);
}

/** The wall clock for times without an offset. */
export class WallClock {
  /** Undefined for UTC, and for the book's zone without a book. */
  readonly zone: Zone | undefined;
  readonly isLocal: boolean;
  readonly #rule: AmbiguousTime;

  constructor({ zone, bookZone, ambiguousTime = "earlier" }: TimeSettings) {
    this.isLocal = zone === "local" || zone === bookZone;
    const name = this.isLocal ? bookZone : zone === "utc" ? undefined : zone;
    this.zone = name === undefined ? undefined : openZone(name);
    this.#rule = ambiguousTime;
  }

  /** The instant of a wall time: of several, the first that is not before `notBefore`. */
  instantAt(wall: number, notBefore = Number.NEGATIVE_INFINITY): number | undefined {
    if (this.zone === undefined) return wall;
    const instant = resolveWallTime(this.zone, wall, this.#rule);
    if (instant === undefined || instant >= notBefore) return instant;
    return instantsOf(this.zone, wall).find((other) => other >= notBefore) ?? instant;
  }

  /** Whether the clock does not change on the day of a wall time. */
  isPlainAt(wall: number): boolean {
    return this.zone === undefined || isPlainDay(this.zone, Math.floor(wall / DAY_MS));
  }

  /** A wall time plus `later` milliseconds: as wall time, or as instant if a clock change is near. */
  later(wall: number, later: number): { readonly moment: number; readonly isWall: boolean } | undefined {
    const isNear = this.zone === undefined || Math.abs(later) < DAY_MS;
    if (isNear && this.isPlainAt(wall) && this.isPlainAt(wall + later))
      return { moment: wall + later, isWall: true };
    const instant = this.instantAt(wall);
    return instant === undefined ? undefined : { moment: instant + later, isWall: false };
  }

  localLater(wall: number, later: number): StartText | Fault {
    const { moment, isWall } = this.later(wall, later) ?? {};
    if (moment === undefined) return NO_INSTANT;
    const start = startOf(moment);
    if (isWall !== true || start instanceof Fault) return start;
    const [startDate = "", startTime = ""] = start.startDate.slice(0, -1).split("T");
    return { startDate, startTime };
  }
}

/** 0001-01-01. */
const FIRST_DAY = -719_162;

function startOf(instant: number): StartText | Fault {
  const day = Math.floor(instant / DAY_MS);
  if (!(day >= FIRST_DAY && day <= LAST_DAY)) return OUT_OF_RANGE;
  return { startDate: `${formatCivilDate(day)}T${clockText(instant - day * DAY_MS)}Z` };
}

/** The offset of `Z`, `+HH`, `+HHmm` or `+HH:mm`, in milliseconds east of UTC. */
function offsetMs(offset: string): number {
  if (offset === "Z") return 0;
  const minutes = offset.length > 3 ? Number(offset.slice(-2)) : 0;
  const size = (Number(offset.slice(1, 3)) * 60 + minutes) * MINUTE_MS;
  return offset.startsWith("-") ? -size : size;
}
