/** Reads one of the calls of a row: its direction, its fields, and the columns that are carried along. */
import { type CallRecord, quoteValue, READABLE_FIELDS } from "../../model/index.ts";
import { detached } from "../text.ts";
import type {
  OpenedCallDialect,
  OpenedDirection,
  OpenedLeg,
  OpenedPassOver,
  OpenedPlainValue,
} from "./opened-dialect.ts";
import type { Cells, FitsRow, ReadRowStart, ReadValue, RowProblem, RowValues } from "./row-values.ts";

/** The outcome of a row, or of one of its legs. `column` names the column that is wrong. */
export type RowOutcome = { readonly call: CallRecord } | { readonly passedOver: string } | RowProblem;

type CallDraft = Record<string, unknown>;

/** A column that is carried along under its own name. */
export interface CarriedColumn {
  readonly name: string;
  /** The dialect's name of the column. */
  readonly column: string;
  readonly cell: (cells: Cells) => string;
}

const IS_FIELD: ReadonlySet<string> = new Set(READABLE_FIELDS);

/** Whether a column is carried along: not under the name of a call's field, since only the dialect fills fields. */
export function isCarried(name: string, fieldColumns: ReadonlySet<string>): boolean {
  return name !== "" && !fieldColumns.has(name) && !IS_FIELD.has(name);
}

/** Tells why a row is no call. */
export class PassOver {
  readonly #reasons: readonly { readonly fits: FitsRow; readonly why: string }[];

  constructor(rows: readonly OpenedPassOver[], values: RowValues) {
    this.#reasons = rows.map(({ tests, why }) => ({ fits: values.allFit(tests), why }));
  }

  why(cells: Cells): string | undefined {
    for (const { fits, why } of this.#reasons) if (fits(cells)) return why;
    return undefined;
  }
}

type Direction = "in" | "out";

/** Tells the direction of a row. */
class DirectionReader {
  readonly #inbound: FitsRow;
  readonly #outbound: FitsRow;
  readonly #byNumber: readonly [ReadValue, ReadValue] | undefined;
  readonly #otherwise: Direction | "problem";
  readonly #book: OpenedCallDialect["book"];
  /** The columns of the tests, for messages. */
  readonly #tested: readonly { readonly column: string; readonly cell: (cells: Cells) => string }[];

  constructor(opened: OpenedCallDialect, direction: OpenedDirection, values: RowValues) {
    const { inbound, outbound, byNumber, otherwise } = direction;
    this.#inbound = values.anyFits(inbound);
    this.#outbound = values.anyFits(outbound);
    this.#byNumber = byNumber && [values.text(byNumber[0]), values.text(byNumber[1])];
    this.#otherwise = otherwise;
    this.#book = opened.book;
    const tested = new Set([...inbound, ...outbound].flat().map(({ column }) => column));
    this.#tested = [...tested].map((column) => ({ column, cell: values.cell(column) }));
  }

  read(cells: Cells): Direction | RowProblem {
    if (this.#inbound(cells)) return "in";
    if (this.#outbound(cells)) return "out";
    if (this.#byNumber !== undefined) {
      const calling = this.#byNumber[0](cells);
      if (typeof calling !== "string") return calling;
      const called = this.#byNumber[1](cells);
      if (typeof called !== "string") return called;
      return this.#isOfBook(called) && !this.#isOfBook(calling) ? "in" : "out";
    }
    if (this.#otherwise !== "problem") return this.#otherwise;
    const said = this.#tested.map(({ column, cell }) => `${column} is ${quoteValue(cell(cells))}`);
    const reason = `has an unknown direction: ${said.join(", ")}`;
    const column = this.#tested[0]?.column;
    return column === undefined ? { reason } : { reason, column };
  }

  #isOfBook(number: string): boolean {
    return number !== "" && (this.#book?.tables.numbers.matches(number).length ?? 0) > 0;
  }
}

/** A field and the readers of its value, by direction. */
interface FieldReader {
  readonly field: string;
  /** Whether a run keeps the value, to find duplicates. */
  readonly isKept: boolean;
  /** Whether `true` and `false` become booleans. */
  readonly isFlag: boolean;
  readonly in: ReadValue;
  readonly out: ReadValue;
}

/** Reads one of the calls of a row. */
export class LegReader {
  readonly #isOfRow: FitsRow;
  readonly #passOver: PassOver;
  readonly #direction: DirectionReader | undefined;
  readonly #names: OpenedDirection["names"];
  /** Why the book cannot rate calls in a direction, by direction. */
  readonly #strange: { readonly in: string | undefined; readonly out: string | undefined };
  readonly #isUnanswered: FitsRow;
  readonly #start: { readonly in: ReadRowStart; readonly out: ReadRowStart };
  readonly #fields: readonly FieldReader[];
  readonly #set: readonly (readonly [field: string, value: string])[];
  readonly #carried: readonly CarriedColumn[];
  /** By column: if one of these fields is not blank, the column is not carried along. */
  readonly #takers: ReadonlyMap<string, readonly string[]>;
  readonly #fieldColumns: ReadonlySet<string>;
  readonly #blank: ReadonlySet<string>;

  constructor(
    opened: OpenedCallDialect,
    leg: OpenedLeg,
    values: RowValues,
    carried: readonly CarriedColumn[],
  ) {
    const { when, direction, fields } = leg;
    this.#isOfRow = when === undefined ? () => true : values.anyFits(when);
    this.#passOver = new PassOver(leg.passOver, values);
    this.#direction = direction && new DirectionReader(opened, direction, values);
    this.#names = direction?.names ?? { in: "", out: "" };
    this.#strange = {
      in: strangeDirection("in", this.#names.in, opened),
      out: strangeDirection("out", this.#names.out, opened),
    };
    this.#isUnanswered = values.anyFits(leg.unanswered);
    const start = fields.get("start");
    this.#start = { in: values.start(start?.in), out: values.start(start?.out) };
    this.#fields = [...fields].flatMap(([field, value]) => {
      if (field === "start") return [];
      const isKept = field === "id" || field === "carrierCallID";
      const isFlag = field === "callTypeRecordingFlag" && [value.in, value.out].some(hasTable);
      return [{ field, isKept, isFlag, in: values.text(value.in), out: values.text(value.out) }];
    });
    this.#takers = takersOf(leg);
    this.#set = [...leg.set].filter(([, value]) => value !== "");
    this.#carried = carried;
    this.#fieldColumns = opened.fieldColumns;
    this.#blank = opened.blank;
  }

  /** Undefined if the row does not have this call. */
  read(cells: Cells, carried: Readonly<Record<string, unknown>> | undefined): RowOutcome | undefined {
    if (!this.#isOfRow(cells)) return undefined;
    const why = this.#passOver.why(cells);
    if (why !== undefined) return { passedOver: why };
    const direction = this.#direction?.read(cells) ?? "out";
    if (typeof direction !== "string") return direction;
    const strange = this.#direction && this.#strange[direction];
    if (strange !== undefined) return { reason: strange };
    const call: CallDraft = {};
    const isUnanswered = this.#isUnanswered(cells);
    for (const reader of this.#fields) {
      if (isUnanswered && reader.field === "duration") continue;
      const value = reader[direction](cells);
      if (typeof value !== "string") return value;
      if (value === "") continue;
      if (reader.isFlag && (value === "true" || value === "false")) call[reader.field] = value === "true";
      else call[reader.field] = reader.isKept ? detached(value) : value;
    }
    const start = this.#start[direction](cells);
    if (start !== undefined) {
      if ("reason" in start) return start;
      if (start.startDate !== undefined) call.startDate = start.startDate;
      if (start.startTime !== undefined) call.startTime = start.startTime;
    }
    this.#carry(cells, carried, call);
    if (isUnanswered) call.duration = "0";
    const name = this.#names[direction];
    if (name !== "" && call.callTypeDirectionFlag === undefined && this.#direction !== undefined) {
      call.callTypeDirectionFlag = name;
    }
    for (const [field, value] of this.#set) call[field] ??= value;
    return { call: call as CallRecord };
  }

  #carry(cells: Cells, carried: Readonly<Record<string, unknown>> | undefined, call: CallDraft): void {
    for (const { name, column, cell } of this.#carried) {
      const text = cell(cells);
      if (text !== "" && !this.#blank.has(text) && !this.#isTaken(column, call)) call[name] = text;
    }
    for (const name in carried) {
      if (isCarried(name, this.#fieldColumns) && !this.#isTaken(name, call)) call[name] = carried[name];
    }
  }

  #isTaken(column: string, call: CallDraft): boolean {
    if (this.#takers.size === 0) return false;
    return this.#takers.get(column)?.some((field) => call[field] !== undefined) === true;
  }
}

function takersOf({ fields }: OpenedLeg): ReadonlyMap<string, readonly string[]> {
  const takers = new Map<string, string[]>();
  for (const [field, value] of fields) {
    for (const plain of [value.in, value.out]) {
      if (plain?.kind !== "cell" || !plain.isCarried) continue;
      for (const column of plain.columns) takers.set(column, [...(takers.get(column) ?? []), field]);
    }
  }
  return takers;
}

/** Whether a value is mapped by a table, in which codes may stand for true and false. */
export function hasTable(value: OpenedPlainValue | undefined): boolean {
  return value?.kind === "cell" && value.steps.some((step) => typeof step === "object" && "table" in step);
}

/**
 * Why calls in a direction cannot be rated; undefined if they can. A direction that the book does not know counts as
 * outbound (R22), so that an inbound call would be rated wrongly.
 */
export function strangeDirection(
  direction: Direction,
  name: string,
  { book }: OpenedCallDialect,
): string | undefined {
  if (name === "" || book === undefined) return undefined;
  const known = book.records.callDirections.find((record) => record.name === name)?.direction;
  const meant = direction === "in" ? "inbound" : "outbound";
  if ((known ?? "outbound") === meant) return undefined;
  const why = known === undefined ? "does not have" : `has as ${known}`;
  return `is ${meant}, which its dialect calls ${quoteValue(name)}, a call direction that the book ${why}; say its name in "direction": { "names": … }`;
}
