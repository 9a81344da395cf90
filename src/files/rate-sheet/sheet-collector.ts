import { type ChargeBand, type Destination, quoteValue, type RateLine } from "../../model/index.ts";
import type { OpenedMapping } from "./open-mapping.ts";
import { MAX_SHEET_LINES, type SheetDeletion, type SheetProblem } from "./rate-sheet.ts";
import type { RowEntry } from "./row-reader.ts";
import { isMoney } from "./sheet-columns.ts";

/** Something a sheet says, and the row that says it. */
interface Said<T> {
  readonly what: T;
  readonly row: number;
}

/** Gathers what the rows of a sheet say, and finds the rows that contradict each other. */
export class SheetCollector {
  readonly lines: RateLine[] = [];
  readonly lineRows: number[] = [];
  readonly deletions: SheetDeletion[] = [];
  readonly destinations = new Map<string, Said<Destination>>();
  readonly chargeBands = new Map<string, Said<ChargeBand>>();
  readonly callTypes = new Map<string, number>();
  readonly locations = new Map<string, string>();
  readonly problems: SheetProblem[] = [];
  readonly #mapping: OpenedMapping;
  readonly #said = new Map<string, Said<RateLine>>();
  #isFull = false;

  constructor(mapping: OpenedMapping) {
    this.#mapping = mapping;
  }

  /** Takes in a row; false where an earlier one says all of it already. */
  add(entry: RowEntry): boolean {
    const { linesBy } = this.#mapping;
    const keys = linesBy === "prefix" ? entry.prefixes : [entry.tariffType];
    if (entry.isDeletion) {
      for (const key of keys) this.deletions.push({ key, startDate: entry.lines[0]?.startDate || undefined });
      return true;
    }
    let isNew = false;
    for (const key of keys) {
      if (entry.location !== "") this.locations.set(key, entry.location);
      for (const line of entry.lines) {
        const whole =
          linesBy === "prefix" ? { prefix: key, ...line } : { tariffType: entry.tariffType, ...line };
        if (this.#addLine(key, whole, entry)) isNew = true;
      }
    }
    if (entry.tariffType !== "" && !this.callTypes.has(entry.tariffType)) {
      this.callTypes.set(entry.tariffType, entry.row);
    }
    return [this.#addDestinations(entry), this.#addChargeBand(entry), isNew].includes(true);
  }

  #addLine(key: string, line: RateLine, { row, keyPlace }: RowEntry): boolean {
    const same = `${key.length} ${key} ${line.startDate ?? ""} ${line.tariffTime ?? ""}`;
    const earlier = this.#said.get(same);
    if (earlier !== undefined) {
      const difference = differenceOf(earlier.what, line);
      if (difference !== undefined) {
        const what = `${quoteValue(key)} stands in row ${earlier.row} with another ${difference}`;
        this.problems.push({ row, column: keyPlace?.name, message: what });
      }
      return false;
    }
    if (this.lines.length >= MAX_SHEET_LINES) {
      const message = `the sheet becomes more than ${MAX_SHEET_LINES} lines`;
      if (!this.#isFull) this.problems.push({ row, column: undefined, message });
      this.#isFull = true;
      return false;
    }
    this.#said.set(same, { what: line, row });
    this.lines.push(line);
    this.lineRows.push(row);
    return true;
  }

  #addDestinations({ row, keyPlace, prefixes, tariffType, location }: RowEntry): boolean {
    if (!this.#mapping.destinations) return false;
    let isNew = false;
    for (const prefix of prefixes) {
      const earlier = this.destinations.get(prefix);
      if (earlier === undefined) isNew = true;
      else if (earlier.what.tariffType !== tariffType) {
        const message = `${quoteValue(prefix)} stands in row ${earlier.row} with another call type (${quoteValue(earlier.what.tariffType)}; here ${quoteValue(tariffType)})`;
        this.problems.push({ row, column: keyPlace?.name, message });
        continue;
      }
      this.destinations.set(prefix, {
        row: earlier?.row ?? row,
        what: {
          prefix,
          tariffType,
          ...(location !== "" && { location }),
          ...(this.#mapping.carrier !== undefined && { locationCarrier: this.#mapping.carrier }),
          ...(this.#mapping.direction === "inbound" && { direction: this.#mapping.direction }),
        },
      });
    }
    return isNew;
  }

  #addChargeBand({ row, chargeBand, tariffType }: RowEntry): boolean {
    if (chargeBand === "") return false;
    const earlier = this.chargeBands.get(chargeBand);
    if (earlier !== undefined) {
      if (earlier.what.tariffType !== tariffType) {
        const message = `the charge code ${quoteValue(chargeBand)} stands in row ${earlier.row} with another call type (${quoteValue(earlier.what.tariffType)}; here ${quoteValue(tariffType)})`;
        this.problems.push({ row, column: undefined, message });
      }
      return false;
    }
    this.chargeBands.set(chargeBand, {
      row,
      what: {
        ...(this.#mapping.carrier !== undefined && { callCarrier: this.#mapping.carrier }),
        chargeBand,
        tariffType,
        ...(this.#mapping.direction === "inbound" && { direction: this.#mapping.direction }),
      },
    });
    return true;
  }
}

/** In what two lines for the same calls differ, in words; undefined where they are the same. */
function differenceOf(earlier: RateLine, line: RateLine): string | undefined {
  for (const name of new Set([...Object.keys(earlier), ...Object.keys(line)])) {
    const before = earlier[name as keyof RateLine] ?? "blank";
    const here = line[name as keyof RateLine] ?? "blank";
    if (before !== here) return `${isMoney(name) ? "price" : "value"} (${name} ${before}; here ${here})`;
  }
  return undefined;
}
