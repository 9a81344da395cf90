/** Days as they are written, each made once: a year of charges has a hundred thousand times the same few days. */
import { type DayNumber, formatCivilDate } from "../calendar/index.ts";

/** The texts of the days of one run. */
export class DayTexts {
  readonly #known = new Map<DayNumber, string>();

  of(day: DayNumber): string {
    let text = this.#known.get(day);
    if (text === undefined) {
      text = formatCivilDate(day);
      this.#known.set(day, text);
    }
    return text;
  }
}
