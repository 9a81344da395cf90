/** Reads one of the calls of a row: its direction, its fields, and the columns that are carried along. */
import { addTo, type CallRecord, quoteValue, READABLE_FIELDS } from "../../model/index.ts";
import { detached } from "../text.ts";
import type {
  OpenedCallDialect,
  OpenedDirection,
  OpenedLeg,
  OpenedPassOver,
  OpenedPlainValue,
  OpenedTests,
} from "./opened-dialect.ts";
import type { Cells, RowProblem, RowValues } from "./row-values.ts";

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

/** Tells why a row is no call; undefined for a call. */
export function passedOverBy(
  rows: readonly OpenedPassOver[],
  values: RowValues,
): (cells: Cells) => string | undefined {
  const reasons = rows.map(({ tests, why }) => ({ fits: values.allFit(tests), why }));
  return (cells) => reasons.find(({ fits }) => fits(cells))?.why;
}

/** The problem of a row that fits none of some tests, with what their columns have. */
export function fitsNone(
  what: string,
  tests: readonly OpenedTests[],
  values: RowValues,
): (cells: Cells) => RowProblem {
  const tested = [...new Set(tests.flat().map(({ column }) => column))];
  const said = tested.map((column) => ({ column, cell: values.cell(column) }));
  return (cells) => {
    const texts = said.map(({ column, cell }) => `${column} is ${quoteValue(cell(cells))}`);
    const [column] = tested;
    return { reason: `${what}: ${texts.join(", ")}`, ...(column !== undefined && { column }) };
  };
}

type Direction = "in" | "out";

/** Tells the direction of a row. */
function directionOf(
  { book }: OpenedCallDialect,
  { inbound, outbound, byNumber, otherwise }: OpenedDirection,
  values: RowValues,
): (cells: Cells) => Direction | RowProblem {
  const isInbound = values.anyFits(inbound);
  const isOutbound = values.anyFits(outbound);
  const parties = byNumber?.map((party) => values.text(party));
  const unknown = fitsNone("has an unknown direction", [...inbound, ...outbound], values);
  const isOfBook = (number: string): boolean =>
    number !== "" && (book?.tables.numbers.matches(number).length ?? 0) > 0;
  return (cells) => {
    if (isInbound(cells)) return "in";
    if (isOutbound(cells)) return "out";
    if (parties === undefined) return otherwise === "problem" ? unknown(cells) : otherwise;
    const [calling = "", called = ""] = parties.map((party) => party(cells));
    if (typeof calling !== "string") return calling;
    if (typeof called !== "string") return called;
    return isOfBook(called) && !isOfBook(calling) ? "in" : "out";
  };
}

/** Reads one of the calls of a row; undefined if the row does not have this call. */
export type ReadLeg = (
  cells: Cells,
  carried: Readonly<Record<string, unknown>> | undefined,
) => RowOutcome | undefined;

export function legReader(
  opened: OpenedCallDialect,
  leg: OpenedLeg,
  values: RowValues,
  carriedColumns: readonly CarriedColumn[],
): ReadLeg {
  const { blank, fieldColumns } = opened;
  const isOfRow = leg.when && values.anyFits(leg.when);
  const whyPassedOver = passedOverBy(leg.passOver, values);
  const readDirection = leg.direction && directionOf(opened, leg.direction, values);
  const names = leg.direction?.names ?? { in: "", out: "" };
  const strange = {
    in: strangeDirection("in", names.in, opened),
    out: strangeDirection("out", names.out, opened),
  };
  const isNotAnswered = values.anyFits(leg.unanswered);
  const start = leg.fields.get("start");
  const readStart = { in: values.start(start?.in), out: values.start(start?.out) };
  const fields = [...leg.fields].flatMap(([field, value]) => {
    if (field === "start") return [];
    // A run keeps these to find duplicates.
    const isKept = field === "id" || field === "carrierCallID";
    const isFlag = field === "callTypeRecordingFlag" && [value.in, value.out].some(hasTable);
    return [{ field, isKept, isFlag, in: values.text(value.in), out: values.text(value.out) }];
  });
  const takers = takersOf(leg);
  const isTaken = (column: string, call: CallDraft): boolean =>
    takers.get(column)?.some((field) => call[field] !== undefined) === true;
  const set = [...leg.set].filter(([, value]) => value !== "");
  return (cells, carried) => {
    if (isOfRow?.(cells) === false) return undefined;
    const why = whyPassedOver(cells);
    if (why !== undefined) return { passedOver: why };
    const direction = readDirection?.(cells) ?? "out";
    if (typeof direction !== "string") return direction;
    const reason = readDirection && strange[direction];
    if (reason !== undefined) return { reason };
    const call: CallDraft = {};
    const isUnanswered = isNotAnswered(cells);
    for (const reader of fields) {
      const { field, isFlag, isKept } = reader;
      if (isUnanswered && field === "duration") continue;
      const value = reader[direction](cells);
      if (typeof value !== "string") return value;
      if (value === "") continue;
      if (isFlag && (value === "true" || value === "false")) call[field] = value === "true";
      else call[field] = isKept ? detached(value) : value;
    }
    const begun = readStart[direction](cells);
    if (begun !== undefined && "reason" in begun) return begun;
    if (begun?.startDate !== undefined) call.startDate = begun.startDate;
    if (begun?.startTime !== undefined) call.startTime = begun.startTime;
    for (const { name, column, cell } of carriedColumns) {
      const text = cell(cells);
      if (text !== "" && !blank.has(text) && !isTaken(column, call)) call[name] = text;
    }
    for (const name in carried)
      if (isCarried(name, fieldColumns) && !isTaken(name, call)) call[name] = carried[name];
    if (isUnanswered) call.duration = "0";
    if (readDirection !== undefined && names[direction] !== "")
      call.callTypeDirectionFlag ??= names[direction];
    for (const [field, value] of set) call[field] ??= value;
    return { call: call as CallRecord };
  };
}

/** By column the fields of which one that is not blank keeps the column from being carried along. */
function takersOf({ fields }: OpenedLeg): ReadonlyMap<string, readonly string[]> {
  const takers = new Map<string, string[]>();
  for (const [field, value] of fields) {
    for (const plain of [value.in, value.out]) {
      if (plain?.kind !== "cell" || !plain.isCarried) continue;
      for (const column of plain.columns) addTo(takers, column, field);
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
