/** The day of a call's date: calls come by day, so that the date read last is nearly always the one to read. */
import { type DayNumber, parseCivilDate } from "../calendar/index.ts";

/** Reads dates, and remembers the last; what it remembers only makes it quicker. */
export class RecentDay {
  #text = "";
  #day: DayNumber | undefined = undefined;

  /** As `parseCivilDate`. */
  read(text: string): DayNumber | undefined {
    if (text === this.#text) return this.#day;
    const day = parseCivilDate(text);
    if (day === undefined) return undefined;
    this.#text = text;
    this.#day = day;
    return day;
  }
}
