import type { Optional, ReadableField } from "../../model/index.ts";

/** How a carrier writes dates that are not ISO; `/`, `-` and `.` may stand between the parts. */
export type UkCdrDateFormat = "dd/mm/yyyy" | "dd/mm/yy" | "mm/dd/yyyy" | "yyyymmdd";

/** Codes of a column by what they stand for; "" makes a code say nothing. */
export type CodeTable = Readonly<Record<string, string | number | boolean | null>>;

/** What a code of the column Call Type says of its rows. */
export interface UkCdrCallType {
  /**
   * What the column Duration counts: `seconds` (the default), or `events`, such as the parts of a text (the call
   * then has no duration).
   */
  readonly durationCounts?: Optional<"seconds" | "events">;
  /** Fields of the call, where no column of the row gives them. */
  readonly set?: Optional<Readonly<Partial<Record<ReadableField, string | number | boolean>>>>;
}

/**
 * How one carrier writes the UK standard CDR. Every field is optional: what is not said is as in the preset that
 * `basedOn` names, else as in `fcs-v3`. Tables (`headerNames`, `fields`, the codes, `callTypes`, `set`) are
 * merged with the preset's entry by entry; everything else replaces it.
 */
export interface UkCdrDialect {
  /** A preset to start from; default `fcs-v3`. */
  readonly basedOn?: Optional<string>;
  /** Whether the first row names the columns; `auto` looks whether it does. With a header, its order counts. */
  readonly header?: Optional<"auto" | "yes" | "no">;
  readonly delimiter?: Optional<"," | ";" | "|" | "\t">;
  /** The columns of a file without a header, in order: names of the standard, or keys of `fields`. */
  readonly columns?: Optional<readonly string[]>;
  /** The names in a header that are not the standard's, and the column each stands for. */
  readonly headerNames?: Optional<Readonly<Record<string, string>>>;
  /**
   * Which field of the call a column becomes; several where a list is given. null carries the column along
   * under its own name. A name that is not in the standard is a column of the carrier's own.
   */
  readonly fields?: Optional<Readonly<Record<string, ReadableField | readonly ReadableField[] | null>>>;
  /** Default `dd/mm/yyyy`; an ISO date (`2026-10-01`) is read whatever is said here. */
  readonly dateFormat?: Optional<UkCdrDateFormat>;
  /** What date and time tell: when the call was answered, or when it began to ring (Ring time is then added). */
  readonly timeIs?: Optional<"answer" | "ring">;
  /** Whether times are those on the wall in the book's zone, or UTC. */
  readonly timeZone?: Optional<"local" | "utc">;
  /** The unit of all amounts. */
  readonly unit?: Optional<"pounds" | "pence">;
  /** Whether Salesprice contains the NGCS access and service charges, or stands beside them. */
  readonly ngcsCharges?: Optional<"within" | "beside">;
  /** The currency of the file; a row in another is a problem, because nothing here converts money. */
  readonly currency?: Optional<string>;
  /** Time Band codes as names of rating periods; any other code leaves the period to the book. */
  readonly timeBands?: Optional<CodeTable>;
  /** Codes as names of the book's `callDirections`; any other stays as it is. */
  readonly directions?: Optional<CodeTable>;
  /** Codes as `mobile` or `payphone`; any other stays as it is. */
  readonly origins?: Optional<CodeTable>;
  /** Recording codes as true or false; any other is a flag or a name of the book's `callRecordings` (R3). */
  readonly recordings?: Optional<CodeTable>;
  /** Call Type codes; a row with any other is a call like the rest. */
  readonly callTypes?: Optional<Readonly<Record<string, UkCdrCallType>>>;
  /** Fields of every call, where neither a column nor its call type gives them: `{ "carrier": "Northway" }`. */
  readonly set?: Optional<Readonly<Partial<Record<ReadableField, string | number | boolean>>>>;
}
