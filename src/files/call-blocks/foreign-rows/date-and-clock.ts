/** The start of a call from a column of dates and a column of times of day. */
import { DAY_MS } from "../../../calendar/index.ts";
import { LOCAL_TIME, NO_TIME, readColumnStart } from "../../../engine/index.ts";
import type { OpenedCell, OpenedDateAndClock } from "../../dialects/index.ts";
import { openSteps, WallClock } from "../../dialects/values/index.ts";
import type { FieldWriter } from "../call-cells.ts";
import { clockIn, ODD, unitsIn } from "../cell-values.ts";
import { NameValues, NO_NAME } from "../name-table.ts";
import { cellText, type FieldSources } from "./dialect-fields.ts";
import type { ClockSettings } from "./dialect-starts.ts";
import type { CellText } from "./dialect-texts.ts";
import { OUR_TIME, type TimeReader } from "./dialect-times.ts";

/** Digits of a number of seconds at most. */
const MOST_DIGITS = 6;
const NO_DAY = -1;
/** Bytes of HH:mm:ss. */
const CLOCK_BYTES = 8;

/** Whether starts can be read from their bytes: dates once for each text, times of day in the most common form. */
export function isPlainDateAndClock({ date, clock, zone }: OpenedDateAndClock): boolean {
  const isAlone = ({ isSum, add, or }: OpenedCell): boolean => !isSum && add.length === 0 && or.length === 0;
  const areClock = clock.steps.length === 0 || (clock.steps.length === 1 && clock.steps[0] === "clock");
  return isAlone(date) && isAlone(clock) && areClock && (zone === "local" || zone === "utc");
}

export class DateAndClockWriter implements FieldWriter {
  readonly #sources: FieldSources;
  readonly #date: CellText;
  readonly #clock: CellText;
  /** A cache of days by the name codes of dates. */
  readonly #days: NameValues;
  readonly #plus: number;
  /** The fewest bytes of a time of day. */
  readonly #fewestBytes: number;
  readonly #wall: WallClock;
  readonly #offset: number;
  readonly #time: TimeReader;

  constructor(value: OpenedDateAndClock, sources: FieldSources, settings: ClockSettings) {
    const { date, clock, zone, plus } = value;
    const turn = openSteps(date.steps, sources.settings);
    this.#sources = sources;
    this.#date = cellText({ ...date, steps: [] }, sources);
    this.#clock = cellText({ ...clock, steps: [] }, sources);
    this.#days = new NameValues((text) => dayOf(turn === undefined ? text : turn(text)));
    this.#plus = plus === undefined ? -1 : sources.columnIndexOf(plus);
    this.#fewestBytes = clock.steps.length === 0 ? CLOCK_BYTES : 0;
    this.#wall = new WallClock({ ...settings, zone });
    this.#offset = this.#wall.isLocal ? LOCAL_TIME : 0;
    this.#time = sources.times.reader(OUR_TIME, { ...settings, zone });
  }

  /** R23: the charged time begins with the answer. */
  put(row: number): boolean {
    const { texts, cells } = this.#sources;
    if (!this.#date.findCell() || texts.start === texts.end) return false;
    const { code } = texts;
    if (code === NO_NAME) return false;
    const day = this.#days.of(cells.names, code);
    if (day === NO_DAY || !this.#clock.findCell()) return false;
    let millisecond = NO_TIME;
    if (texts.start !== texts.end) {
      if (texts.end - texts.start < this.#fewestBytes) return false;
      millisecond = clockIn(texts.bytes, texts.start, texts.end);
      if (millisecond < 0) return false;
      const later = this.#seconds();
      if (later === ODD) return false;
      if (later > 0) return this.#putLater(row, day, millisecond, later * 1_000);
    }
    const offset = millisecond === NO_TIME ? LOCAL_TIME : this.#offset;
    return this.#time.put(row, { day, millisecond, offset }, true);
  }

  /** Puts a later time: as local time, or in UTC if a clock change is near. */
  #putLater(row: number, day: number, millisecond: number, later: number): boolean {
    const { moment, isWall = false } = this.#wall.later(day * DAY_MS + millisecond, later) ?? {};
    if (moment === undefined) return false;
    const laterDay = Math.floor(moment / DAY_MS);
    const offset = isWall ? this.#offset : 0;
    const start = { day: laterDay, millisecond: moment - laterDay * DAY_MS, offset };
    return this.#time.put(row, start, isWall);
  }

  /** Whole seconds to add; ODD if they have another form. */
  #seconds(): number {
    const { texts } = this.#sources;
    if (this.#plus < 0 || !texts.find(this.#plus) || texts.isBlank(this.#plus)) return 0;
    const { bytes, start, end } = texts;
    return end - start > MOST_DIGITS ? ODD : unitsIn(bytes, start, end, 0);
  }
}

/** The day of a date whose steps are done; NO_DAY if no call can be on that day. */
function dayOf(date: unknown): number {
  const start = typeof date === "string" ? readColumnStart(date, "") : undefined;
  return start === undefined || start.millisecond !== NO_TIME ? NO_DAY : start.day;
}
