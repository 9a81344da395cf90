/** R20: dropped records: `status` says whether a record is dropped, `updatedDate` is its last day. */
import * as z from "zod";
import { type DayNumber, parseCivilDate } from "../../calendar/index.ts";
import {
  date,
  Fault,
  field,
  isBlank,
  names,
  orUnreadable,
  quoteValue,
  readText,
  type TextValue,
  textOrNumber,
  type Unreadable,
} from "../fields/index.ts";

/** The status of a record: one name, or a list of the active names. */
export const status: z.ZodType<readonly string[], TextValue | readonly string[]> = field(
  readStatus,
  (messages) => z.union([textOrNumber(), z.array(textOrNumber())], messages),
);

function readStatus(value: unknown): readonly string[] | Fault {
  const given: string[] = [];
  for (const entry of Array.isArray(value) ? value : [value]) {
    const name = readText(entry);
    if (name instanceof Fault) return new Fault(`${quoteValue(entry)} is not the name of a status`);
    given.push(name);
  }
  return given;
}

/** The day of the last drop or reinstatement; may be `Unreadable`, which is a fault of dropped records only. */
export const updatedDate: z.ZodType<DayNumber | Unreadable, string> = orUnreadable(date);

function dayOf(value: unknown): DayNumber | undefined {
  return typeof value === "string" ? parseCivilDate(value) : undefined;
}

/** The fields of a checked record that say whether it is dropped. */
export interface DropFields {
  readonly status?: readonly string[];
  readonly updatedDate?: DayNumber | Unreadable;
}

/** The default of `droppedStatuses`. */
export const USUAL_DROPPED: readonly string[] = ["Dropped"];

/** The names of status that mean dropped, in any case (the book's `droppedStatuses`). */
export class DroppedStatuses {
  /** From the setting of a book that has not been checked. */
  static ofBook(setting: unknown): DroppedStatuses {
    const given = isBlank(setting) ? undefined : names.safeParse(setting).data;
    return new DroppedStatuses(given === undefined || given.length === 0 ? USUAL_DROPPED : given);
  }

  readonly #names: ReadonlySet<string>;

  constructor(given: readonly string[]) {
    this.#names = new Set(given.map((name) => name.toLowerCase()));
  }

  /** The status that drops a record; undefined for a record in force. */
  of({ status: given }: DropFields): string | undefined {
    return given?.find((name) => this.#names.has(name.toLowerCase()));
  }

  /** The last day of a dropped record; undefined for a record that is not dropped, or without a valid day. */
  lastDayOf(record: DropFields): DayNumber | undefined {
    const { updatedDate: day } = record;
    return typeof day === "number" && this.of(record) !== undefined ? day : undefined;
  }

  /** `lastDayOf` for a record that has not been checked. */
  lastDayOfRaw(record: { readonly status?: unknown; readonly updatedDate?: unknown }): DayNumber | undefined {
    const given = isBlank(record.status) ? [] : readStatus(record.status);
    const day = dayOf(record.updatedDate);
    if (given instanceof Fault || day === undefined) return undefined;
    return this.lastDayOf({ status: given, updatedDate: day });
  }
}
