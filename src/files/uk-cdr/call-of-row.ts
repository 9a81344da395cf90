import type { ReadableField } from "../../model/index.ts";
import { type CallRecord, quoteValue } from "../../model/index.ts";
import { isDecimalText, sumAmounts } from "../../money/index.ts";
import { isZeroAmount } from "./amount-text.ts";
import { type Convert, converterOf } from "./convert.ts";
import type { CheckedCallType } from "./dialect-schema.ts";
import type { OpenedDialect } from "./open-dialect.ts";
import { isClockText, laterBy } from "./start-text.ts";

/** A call in the making. */
type Draft = Record<string, string | boolean>;

/** What becomes of one column. */
interface Step {
  readonly index: number;
  readonly column: string;
  readonly targets: readonly { readonly field: ReadableField; readonly convert: Convert | undefined }[];
}

const NO_CALL_TYPE: CheckedCallType = { durationCounts: "seconds", set: new Map() };

/**
 * Turns the rows of one file into calls. It rearranges text and judges nothing: what it cannot turn into the
 * platform's form stays as it is, and rating refuses it by field and value, with the call's id.
 */
export class RowReader {
  readonly #dialect: OpenedDialect;
  readonly #steps: readonly Step[];
  readonly #places: ReadonlyMap<string, number>;

  constructor(columns: readonly string[], dialect: OpenedDialect) {
    this.#dialect = dialect;
    this.#places = new Map(columns.map((column, index) => [column, index]));
    this.#steps = columns.map((column, index) => ({
      index,
      column,
      targets: (dialect.fields.get(column) ?? []).map((field) => ({
        field,
        convert: converterOf(field, dialect),
      })),
    }));
  }

  /** The call of a row, or the reason why it is none. */
  read(cells: readonly string[]): CallRecord | string {
    const currency = this.#cell(cells, "Currency");
    if (currency !== "" && currency !== this.#dialect.currency) {
      return `is in the currency ${quoteValue(currency)} and not in ${this.#dialect.currency}; money is never converted`;
    }
    const draft: Draft = {};
    for (const step of this.#steps) {
      const cell = (cells[step.index] ?? "").trim();
      if (cell !== "") place(cell, step, draft);
    }
    this.#count(cells, draft);
    this.#addUp(draft);
    this.#fill(cells, draft);
    return this.#start(cells, draft) ?? (draft as CallRecord);
  }

  #cell(cells: readonly string[], column: string): string {
    const index = this.#places.get(column);
    return index === undefined ? "" : (cells[index] ?? "").trim();
  }

  #callType(cells: readonly string[]): CheckedCallType {
    return this.#dialect.callTypes.get(this.#cell(cells, "Call Type")) ?? NO_CALL_TYPE;
  }

  /** Bytes sent and received stand in for a total that is blank or nil; Duration may count events. */
  #count(cells: readonly string[], draft: Draft): void {
    const total = draft.bytes;
    if (total === undefined || isZeroAmount(String(total))) {
      const parts = [this.#cell(cells, "Bytes Transmitted"), this.#cell(cells, "Bytes Received")].filter(
        (part) => part !== "",
      );
      const [only] = parts;
      const odd = parts.find((part) => !/^[0-9]{1,20}$/.test(part));
      if (odd !== undefined) draft.bytes = odd;
      else if (only !== undefined) draft.bytes = sumAmounts(parts);
    }
    const { duration } = draft;
    if (duration === undefined || this.#callType(cells).durationCounts === "seconds") return;
    draft.events ??= duration;
    // The key stays: rows of one file with one order of keys are quicker to rate.
    draft.duration = "";
  }

  /** R15 wants a total that is the sum of its parts, so charges beside the price are added to it. */
  #addUp(draft: Draft): void {
    const { costCDR: price, costCDRBasic: service, costCDRAccessCharge: access } = draft;
    if (this.#dialect.ngcsCharges === "within" || price === undefined) return;
    const amounts = [price, service, access].filter((amount) => amount !== undefined).map(String);
    // An amount that is none is the call's error, by the name of its own field.
    if (amounts.length === 1 || !amounts.every(isDecimalText)) return;
    draft.costCDR = sumAmounts(amounts);
    if (service !== undefined) draft.costCDRBasic = sumAmounts([String(price), String(service)]);
  }

  /** What the call's type and the dialect say where the row is silent. */
  #fill(cells: readonly string[], draft: Draft): void {
    for (const table of [this.#callType(cells).set, this.#dialect.set]) {
      for (const [field, value] of table) {
        if (value !== "" && (draft[field] ?? "") === "") draft[field] = value;
      }
    }
  }

  /** The start of what is charged: the answer. A reason where it cannot be told. */
  #start(cells: readonly string[], draft: Draft): string | undefined {
    const { startDate: date, startTime: time } = draft;
    if (time === undefined) return undefined;
    if (this.#dialect.timeIs === "ring" && date !== undefined) {
      const ring = this.#cell(cells, "Ring time");
      if (ring !== "" && !isZeroAmount(ring)) {
        if (!/^[0-9]{1,6}$/.test(ring) || !isClockText(String(time))) return this.#noAnswer(cells, ring);
        const later = laterBy({ date: String(date), time: String(time) }, Number(ring));
        if (later !== undefined) {
          draft.startDate = later.date;
          draft.startTime = later.time;
        }
      }
    }
    const clock = String(draft.startTime);
    if (this.#dialect.timeZone === "utc" && isClockText(clock)) draft.startTime = `${clock}Z`;
    return undefined;
  }

  #noAnswer(cells: readonly string[], ring: string): string {
    const time = this.#cell(cells, "Call Time");
    return `has no time of answer: Call Time is ${quoteValue(time)}, Ring time ${quoteValue(ring)}; write hh:mm:ss and whole seconds`;
  }
}

function place(cell: string, { column, targets }: Step, draft: Draft): void {
  let isDone = false;
  for (const { field, convert } of targets) {
    const value = convert === undefined ? cell : convert(cell);
    if (value === "") continue;
    if (value !== undefined) draft[field] = value;
    isDone = true;
  }
  // A code that says nothing of the call is carried along as it stands.
  if (!isDone) draft[column] = cell;
}
