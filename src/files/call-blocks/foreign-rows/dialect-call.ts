/** Puts the call of a row by a dialect into the columns of a block: its direction, its names and all other fields. */
import type { ReadableField } from "../../../model/index.ts";
import {
  type DialectField,
  type OpenedCallDialect,
  type OpenedLeg,
  type OpenedPlainValue,
  type OpenedTests,
  strangeDirection,
} from "../../dialects/index.ts";
import { FIELDS, type Field, type FieldWriter } from "../call-cells.ts";
import { NameValues, NO_NAME } from "../name-table.ts";
import { PartiesOfBook } from "./book-numbers.ts";
import { CellPuts } from "./cell-puts.ts";
import { DateAndClockWriter, isPlainDateAndClock } from "./date-and-clock.ts";
import {
  BlankWriter,
  type FieldSources,
  NAME_COLUMNS,
  NameWriter,
  ShownTexts,
  ShownWriter,
  TextWriter,
} from "./dialect-fields.ts";
import { isPlainNumber, NumberWriter } from "./dialect-numbers.ts";
import { BetweenWriter, type ClockSettings, StartWriter } from "./dialect-starts.ts";
import type { RowTests, TestBit } from "./dialect-tests.ts";

/** The outcomes of a row: filled, left to the slow path, or without this call. */
export const FILLED = -1;
export const LEFT = -2;
export const ABSENT = -3;
/** One of these; or from 0 on, the index of the reason for which the row is passed over. */
export type RowKind = number;

type Lists = readonly (readonly TestBit[])[];

/** Fields that are put as texts, without a copy. */
const TEXT_FIELDS: readonly string[] = ["id", "carrierCallID", "aLegID", "external", "location"];

/** Both carriers of a call; undefined for a carrier that is blank in all rows. */
type Carriers = readonly [callCarrier: NameWriter | undefined, carrier: NameWriter | undefined];

/** The fields of a call in one direction. */
interface WayFields {
  /** Fields that the kernel puts, and all others. */
  readonly puts: CellPuts | undefined;
  readonly writers: readonly FieldWriter[];
  readonly carriers: Carriers | undefined;
  /** Of calls that were answered. */
  readonly duration: FieldWriter | undefined;
  /** Whether the book has no such direction. */
  readonly isStrange: boolean;
}

/** Whether a call of a dialect can be read from cells, given all the calls that its rows have. */
export function isPlainLeg({ fields, set }: OpenedLeg, { legs, blank }: OpenedCallDialect): boolean {
  const isPlain = (field: DialectField, value: OpenedPlainValue | undefined): boolean => {
    if (value === undefined) return true;
    if (value.kind === "date and clock") return isPlainDateAndClock(value);
    if (value.kind === "constant" && value.text === "") return true;
    if (value.kind === "cell" && (value.isSum || value.add.length > 0 || value.or.length > 0))
      return isPlainNumber(field, value, blank.size);
    if (NAME_COLUMNS.has(field)) return value.kind !== "between";
    if (value.kind === "between") return field === "duration";
    return value.kind === "cell" && field !== "startDate" && field !== "startTime";
  };
  return (
    [...fields].every(([field, value]) => isPlain(field, value.in) && isPlain(field, value.out)) &&
    [...set].every(
      ([field, text]) =>
        text === "" ||
        NAME_COLUMNS.has(field) ||
        !((FIELDS as readonly string[]).includes(field) || legs.some((leg) => leg.fields.has(field))),
    )
  );
}

export class DialectCall {
  /** Why rows are passed over; the first `wholeReasons` of them count for all calls of a row. */
  readonly reasons: readonly string[];
  readonly wholeReasons: number;
  readonly #sources: FieldSources;
  readonly #tests: RowTests;
  /** The tests of the rows that have this call; undefined if all rows have it. */
  readonly #when: Lists | undefined;
  readonly #passedOver: Lists;
  readonly #legPassedOver: Lists;
  readonly #currency: number;
  readonly #isOwnCurrency: NameValues;
  readonly #inbound: Lists;
  readonly #outbound: Lists;
  readonly #unanswered: Lists;
  readonly #byNumber: PartiesOfBook | undefined;
  readonly #otherwise: "in" | "out" | "problem";
  readonly #in: WayFields;
  readonly #out: WayFields;
  readonly #duration: ShownTexts;
  readonly #nil: NameValues;

  /** Adds its tests to the row's tests, which are answered before the calls are put. */
  constructor(
    opened: OpenedCallDialect,
    leg: OpenedLeg,
    sources: FieldSources,
    tests: RowTests,
    clock: ClockSettings,
  ) {
    const { cells, columnIndexOf } = sources;
    const { direction } = leg;
    this.#sources = sources;
    this.#tests = tests;
    this.wholeReasons = opened.passOver.length;
    this.reasons = [...opened.passOver, ...leg.passOver].map(({ why }) => why);
    const lists = (given: readonly OpenedTests[]): Lists => tests.add(given, columnIndexOf);
    this.#when = leg.when && lists(leg.when);
    this.#passedOver = lists(opened.passOver.map((rows) => rows.tests));
    this.#legPassedOver = lists(leg.passOver.map((rows) => rows.tests));
    this.#inbound = lists(direction?.inbound ?? []);
    this.#outbound = lists(direction?.outbound ?? []);
    this.#unanswered = lists(leg.unanswered);
    const { currency, blank, book } = opened;
    this.#currency = currency === undefined ? -1 : columnIndexOf(currency.column);
    this.#isOwnCurrency = new NameValues((name) =>
      name === "" || name === currency?.is || blank.has(name) ? 1 : 0,
    );
    const numbers = direction?.byNumber;
    this.#byNumber = numbers && book && new PartiesOfBook(numbers, book, sources);
    this.#otherwise = direction === undefined ? "out" : direction.otherwise;
    this.#in = wayFields("in", opened, leg, sources, clock);
    this.#out = wayFields("out", opened, leg, sources, clock);
    this.#duration = new ShownTexts("duration", cells);
    this.#nil = new NameValues((_, names) => names.codeOfText("0"));
  }

  /** Puts the call of the row whose cells were found. */
  put(row: number): RowKind {
    const tests = this.#tests;
    if (this.#when !== undefined && tests.firstFitting(this.#when) < 0) return ABSENT;
    const reason = tests.firstFitting(this.#passedOver);
    if (reason >= 0) return reason;
    if (!this.#isInOwnCurrency()) return LEFT;
    const legReason = tests.firstFitting(this.#legPassedOver);
    if (legReason >= 0) return this.#passedOver.length + legReason;
    const way = this.#way();
    if (way === "problem") return LEFT;
    const fields = way === "in" ? this.#in : this.#out;
    return !fields.isStrange && this.#putFields(row, fields) ? FILLED : LEFT;
  }

  #isInOwnCurrency(): boolean {
    const { texts, cells } = this.#sources;
    if (this.#currency < 0 || !texts.find(this.#currency)) return true;
    const { code } = texts;
    return code !== NO_NAME && this.#isOwnCurrency.of(cells.names, code) === 1;
  }

  #way(): "in" | "out" | "problem" {
    const tests = this.#tests;
    if (tests.firstFitting(this.#inbound) >= 0) return "in";
    if (tests.firstFitting(this.#outbound) >= 0) return "out";
    return this.#byNumber === undefined ? this.#otherwise : this.#byNumber.way();
  }

  #putFields(row: number, { carriers, puts, writers, duration }: WayFields): boolean {
    const { block } = this.#sources.cells;
    if (puts !== undefined && !puts.put(row)) return false;
    if (carriers !== undefined && !this.#putCarrier(row, carriers)) return false;
    for (let at = 0; at < writers.length; at++) if (!(writers[at] as FieldWriter).put(row)) return false;
    const isUnanswered = this.#unanswered.length > 0 && this.#tests.firstFitting(this.#unanswered) >= 0;
    if (!isUnanswered) return duration === undefined || duration.put(row);
    block.duration[row] = 0;
    if (this.#duration.isShown) this.#duration.putName(row, this.#nil.of(this.#sources.cells.names, 0));
    return true;
  }

  #putCarrier(row: number, carriers: Carriers): boolean {
    const callCarrier = carriers[0]?.code(row) ?? 0;
    const carrier = carriers[1]?.code(row) ?? 0;
    // Both must be readable, although only one counts.
    if (callCarrier === NO_NAME || carrier === NO_NAME) return false;
    this.#sources.cells.block.carrier[row] = callCarrier === 0 ? carrier : callCarrier;
    return true;
  }
}

function wayFields(
  way: "in" | "out",
  opened: OpenedCallDialect,
  leg: OpenedLeg,
  sources: FieldSources,
  clock: ClockSettings,
): WayFields {
  const { block } = sources.cells;
  const { direction, fields, set, unanswered } = leg;
  const givenOf = (field: string): string => {
    const ofWay = field === "callTypeDirectionFlag" ? direction?.names[way] : undefined;
    return ofWay || set.get(field as ReadableField) || "";
  };
  const nameOf = (field: string): NameWriter | undefined => {
    const value = fields.get(field as DialectField)?.[way];
    const given = givenOf(field);
    // A field that no call of the row has is shown as blank from the beginning.
    const isBlank =
      value === undefined && given === "" && !(block.shown.has(field) && isGiven(field, opened.legs));
    return isBlank ? undefined : new NameWriter(field as Field, value, given, sources);
  };
  const names = [...NAME_COLUMNS].map(([field, column]) =>
    column === "carrier" ? undefined : nameOf(field),
  );
  const writers: FieldWriter[] = names.filter((name) => name !== undefined);
  const [callCarrier, carrier] = [nameOf("callCarrier"), nameOf("carrier")];
  // Which of two carriers counts is known only when both are read.
  const carriers: Carriers | undefined = callCarrier && [callCarrier, carrier];
  if (callCarrier === undefined && carrier !== undefined) writers.push(carrier);
  // Rows of other legs, and unanswered calls, have fields that this leg may lack: it shows them as blank.
  const allFields = new Set<DialectField>(opened.legs.flatMap((leg) => [...leg.fields.keys()]));
  if (opened.legs.some(({ unanswered }) => unanswered.length > 0)) allFields.add("duration");
  for (const field of fields.keys()) allFields.add(field);
  let duration: FieldWriter | undefined;
  for (const field of allFields) {
    if (NAME_COLUMNS.has(field)) continue;
    const plain = fields.get(field)?.[way];
    const isBlank = plain === undefined || (plain.kind === "constant" && plain.text === "");
    const writer = isBlank ? blankWriter(field, sources) : writerOf(field, plain, sources, clock);
    if (writer === undefined) continue;
    if (field === "duration" && unanswered.length > 0) duration = CellPuts.of([writer], sources) ?? writer;
    else writers.push(writer);
  }
  const puts = CellPuts.of(writers, sources);
  return {
    puts,
    writers: writers.filter((writer) => puts?.has(writer) !== true),
    carriers,
    duration,
    isStrange: direction !== undefined && strangeDirection(way, direction.names[way], opened) !== undefined,
  };
}

/** Whether some call of a row may have a value in a field. */
export function isGiven(field: string, legs: readonly OpenedLeg[]): boolean {
  const isStart = field === "startDate" || field === "startTime";
  return legs.some(
    ({ fields, set, direction, unanswered }) =>
      (isStart && fields.has("start")) ||
      fields.has(field as DialectField) ||
      set.has(field as ReadableField) ||
      (field === "callTypeDirectionFlag" && direction !== undefined) ||
      (field === "duration" && unanswered.length > 0),
  );
}

function blankWriter(field: DialectField, { cells }: FieldSources): BlankWriter {
  return new BlankWriter(field === "start" ? ["startDate", "startTime"] : [field], cells);
}

function writerOf(
  field: DialectField,
  value: OpenedPlainValue,
  sources: FieldSources,
  clock: ClockSettings,
): FieldWriter | undefined {
  if (value.kind === "constant") return undefined;
  if (value.kind === "date and clock") return new DateAndClockWriter(value, sources, clock);
  if (value.kind === "between") return new BetweenWriter(value, sources, clock);
  if (field === "start") return value.time && new StartWriter(value, value.time, sources, clock);
  if (TEXT_FIELDS.includes(field)) return new TextWriter(field as Field, value, sources);
  if ((FIELDS as readonly string[]).includes(field)) return new NumberWriter(field as Field, value, sources);
  // Steps may fail, which makes the row a problem: such a field is read although nothing uses its text.
  return value.steps.length > 0 || sources.cells.block.shown.has(field)
    ? new ShownWriter(field, value, sources)
    : undefined;
}
