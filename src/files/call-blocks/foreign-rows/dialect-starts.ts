/** The start of a call as a dialect takes it from the cells of a row, and the seconds between two times. */
import { DAY_MS } from "../../../calendar/index.ts";
import { readColumnUsage } from "../../../engine/index.ts";
import type { OpenedBetween, OpenedCell, OpenedTime } from "../../dialects/index.ts";
import {
  openBetween,
  type ReadBetween,
  readSeconds,
  type TimeSettings,
} from "../../dialects/values/index.ts";
import type { FieldWriter } from "../call-cells.ts";
import { ODD, unitsIn } from "../cell-values.ts";
import { cellText, type FieldSources, ShownTexts } from "./dialect-fields.ts";
import type { CellText } from "./dialect-texts.ts";
import type { TimeReader } from "./dialect-times.ts";

/** The settings of times except the zone. */
export type ClockSettings = Omit<TimeSettings, "zone">;

/** The most digits of seconds that are read from their bytes. */
const MOST_DIGITS = 9;

/** A column of seconds beside a time. */
class SecondsCell {
  readonly #columnIndex: number;
  readonly #sources: FieldSources;
  /** The seconds of the last row, in milliseconds. */
  milliseconds = 0;

  constructor(columnIndex: number, sources: FieldSources) {
    this.#columnIndex = columnIndex;
    this.#sources = sources;
  }

  /** False if the row needs the slow path. */
  read(): boolean {
    const { texts } = this.#sources;
    this.milliseconds = 0;
    if (this.#columnIndex < 0 || !texts.find(this.#columnIndex) || texts.isBlank(this.#columnIndex))
      return true;
    const { bytes, start, end } = texts;
    const digits = end - start > MOST_DIGITS ? ODD : unitsIn(bytes, start, end, 0);
    if (digits !== ODD) {
      this.milliseconds = digits * 1_000;
      return true;
    }
    const seconds = readSeconds(texts.text);
    if (seconds === undefined) return false;
    this.milliseconds = seconds * 1_000;
    return true;
  }
}

export class StartWriter implements FieldWriter {
  readonly #sources: FieldSources;
  readonly #text: CellText;
  readonly #time: TimeReader;
  readonly #plus: SecondsCell | undefined;
  readonly #minus: SecondsCell | undefined;

  constructor(cell: OpenedCell, time: OpenedTime, sources: FieldSources, clock: ClockSettings) {
    const { columnIndexOf } = sources;
    this.#sources = sources;
    this.#text = cellText(cell, sources);
    this.#time = sources.times.reader(time.time, { ...clock, zone: time.zone });
    this.#plus = cell.plus === undefined ? undefined : new SecondsCell(columnIndexOf(cell.plus), sources);
    this.#minus = cell.minus === undefined ? undefined : new SecondsCell(columnIndexOf(cell.minus), sources);
  }

  /** R23: the charged time begins with the answer. */
  put(row: number): boolean {
    const { texts } = this.#sources;
    if (this.#plus?.read() === false || this.#minus?.read() === false) return false;
    const later = Math.round((this.#plus?.milliseconds ?? 0) - (this.#minus?.milliseconds ?? 0));
    if (!this.#text.find() || texts.start === texts.end || texts.isEscaped) return false;
    return this.#time.putStart(texts.start, texts.end, later, row);
  }
}

/** Puts the seconds between two times as the duration of calls. */
export class BetweenWriter implements FieldWriter {
  readonly #sources: FieldSources;
  readonly #from: CellText;
  readonly #to: CellText;
  readonly #time: TimeReader;
  readonly #between: ReadBetween;
  readonly #shown: ShownTexts;

  constructor({ from, to, time }: OpenedBetween, sources: FieldSources, clock: ClockSettings) {
    this.#sources = sources;
    this.#from = cellText(from, sources);
    this.#to = cellText(to, sources);
    this.#time = sources.times.reader(time.time, { ...clock, zone: time.zone });
    this.#between = openBetween(time.time, { ...clock, zone: time.zone });
    this.#shown = new ShownTexts("duration", sources.cells);
  }

  put(row: number): boolean {
    const { texts, cells } = this.#sources;
    const { bytes } = texts;
    if (!this.#from.find() || texts.isEscaped) return false;
    const { start, end } = texts;
    if (!this.#to.find() || texts.isEscaped) return false;
    if (start === end || texts.start === texts.end) {
      this.#shown.put(row, 0, 0);
      return true;
    }
    const from = this.#time.instantIn(start, end);
    const milliseconds = this.#time.instantIn(texts.start, texts.end) - from;
    if (milliseconds >= 0 && milliseconds < DAY_MS) {
      const { kernel, reading, shown } = cells.block;
      return kernel.functions.putDuration(reading, shown.get("duration") ?? 0, milliseconds, row);
    }
    const text = this.#between(bytes.toString("utf8", start, end), texts.text);
    const seconds = typeof text === "string" ? readColumnUsage(text, "duration") : undefined;
    if (seconds === undefined) return false;
    cells.block.duration[row] = seconds;
    if (!this.#shown.isShown) return true;
    if (!texts.put(String(seconds / 1_000))) return false;
    this.#shown.put(row, texts.start, texts.end);
    return true;
  }
}
