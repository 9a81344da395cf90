/** The quantities of a call as a dialect takes them from cells: amounts and usage. */
import {
  MAX_CALL_AMOUNT,
  readColumnAmount,
  readColumnUsage,
  type UsageField,
} from "../../../engine/index.ts";
import { putting } from "../../../kernel/index.ts";
import { REPORTED_COSTS } from "../../../model/index.ts";
import type { DialectStep, OpenedCell, OpenedPlainValue } from "../../dialects/index.ts";
import { moneyDigits, openSteps, penceOf, type StepSettings } from "../../dialects/values/index.ts";
import type { AmountForm, Field } from "../call-cells.ts";
import { ODD, unitsIn } from "../cell-values.ts";
import { NameValues, NO_NAME } from "../name-table.ts";
import { cellsPut, type KernelPut, type PutWriter, setTurned } from "./cell-puts.ts";
import { cellText, codesOfTurned, type FieldSources, ShownTexts } from "./dialect-fields.ts";
import type { CellText } from "./dialect-texts.ts";

/** Instead of a number: the row needs the slow path. */
const SLOW_PATH = Number.POSITIVE_INFINITY;

/** Puts an amount or a usage: read from its bytes if steps only move the point, else once for each text. */
export class NumberWriter implements PutWriter {
  readonly kernelPut: KernelPut | undefined;
  readonly #text: CellText;
  /** Of usage where the value is a sum. */
  readonly #field: UsageField;
  readonly #operation: number;
  readonly #column: Float64Array;
  readonly #sources: FieldSources;
  readonly #shown: ShownTexts;
  readonly #numbers: NameValues | undefined;
  /** Codes of the texts with their steps done, if results show them. */
  readonly #turned: NameValues | undefined;
  /** The kernel's caches of these codes and of the numbers. */
  readonly #codes: Int32Array | undefined;
  readonly #quantities: Float64Array | undefined;
  readonly #sign: Sign;
  readonly #isZeroBlank: boolean;
  /** Columns of a sum; undefined for a value that is no sum. */
  readonly #summed: readonly number[] | undefined;
  /** Amounts that are added, and the values that replace a blank one. */
  readonly #add: readonly NumberWriter[];
  readonly #or: readonly NumberWriter[];
  /** The columns of the value and of both of these. */
  readonly #columnIndexes: readonly number[];

  constructor(field: Field, cell: OpenedCell, sources: FieldSources) {
    const { block } = sources.cells;
    this.#sources = sources;
    this.#text = cellText(cell, sources);
    this.#field = field as UsageField;
    this.#operation = sources.operationOf(field);
    const cost = (REPORTED_COSTS as readonly string[]).indexOf(field);
    this.#column = cost < 0 ? block[field as "duration"] : (block.costCDR[cost] as Float64Array);
    this.#shown = new ShownTexts(field, sources.cells);
    const direct = directAmount(cell.steps);
    this.#sign = direct?.sign ?? "keep";
    this.#isZeroBlank = direct?.isZeroBlank === true;
    const columnIndexes = cell.columns.map(sources.columnIndexOf).filter((index) => index >= 0);
    this.#summed = cell.isSum ? columnIndexes : undefined;
    const part = (other: OpenedCell): NumberWriter => new NumberWriter(field, other, sources);
    this.#add = cell.add.map(part);
    this.#or = cell.or.flatMap((other) => (other.kind === "cell" ? [part(other)] : []));
    this.#columnIndexes = [
      ...columnIndexes,
      ...[...this.#add, ...this.#or].flatMap((other) => other.#columnIndexes),
    ];
    const cells = cellsPut(cell, sources);
    const read = openSteps(cell.steps, sources.settings);
    const put = { field, isZeroBlank: this.#isZeroBlank, sign: SIGNS[this.#sign] };
    const kernelPut = cells === undefined ? undefined : { ...put, ...cells };
    if (read === undefined || (!isAmount(field) && isZeroAlone(cell.steps))) {
      this.kernelPut = kernelPut;
      return;
    }
    if (this.#shown.isShown) this.#turned = codesOfTurned(read);
    if (direct !== undefined && !this.#shown.isShown && sources.amounts.has(field)) {
      this.kernelPut = kernelPut;
      return;
    }
    this.#numbers = new NameValues((text) => {
      const turned = read(text);
      if (turned === "") return Number.NaN;
      if (typeof turned !== "string") return SLOW_PATH;
      const number = isAmount(field)
        ? readColumnAmount(turned)
        : readColumnUsage(turned, field as UsageField);
      return number ?? SLOW_PATH;
    });
    if (cells === undefined) return;
    const way = `${field} ${JSON.stringify(cell.steps)}`;
    const quantities = sources.putRoom.quantities(way);
    const codes = sources.putRoom.codes(way);
    if (codes === undefined || quantities === undefined) return;
    this.#codes = codes;
    this.#quantities = quantities;
    this.kernelPut = {
      field,
      ...cells,
      codes: codes.byteOffset,
      numbers: quantities.byteOffset,
      unit: unitOfDuration(field, cell.steps),
    };
  }

  put(row: number): boolean {
    const values = this.#column;
    if (this.#isBlank()) {
      this.#shown.put(row, 0, 0);
      return true;
    }
    if (!this.#putBase(row)) return false;
    if (Number.isNaN(values[row])) return this.#putOther(row);
    return this.#add.length === 0 || this.#putSum(row);
  }

  /** Whether all cells of the value are empty. */
  #isBlank(): boolean {
    const { cellStart, cellEnd } = this.#sources.cells;
    for (const index of this.#columnIndexes) if (cellStart[index] !== cellEnd[index]) return false;
    return true;
  }

  #putOther(row: number): boolean {
    for (const other of this.#or) {
      if (!other.put(row)) return false;
      if (!Number.isNaN(this.#column[row])) return true;
    }
    return true;
  }

  /** Adds the amounts of `add`, each read into the column of the field in turn. */
  #putSum(row: number): boolean {
    const values = this.#column;
    const base = values[row] as number;
    let sum = base;
    let isAlone = true;
    for (const part of this.#add) {
      values[row] = Number.NaN;
      if (!part.put(row)) return false;
      const more = values[row] as number;
      if (Number.isNaN(more)) continue;
      sum += more;
      isAlone = false;
    }
    values[row] = sum;
    if (isAlone) return this.#putBase(row);
    this.#shown.putUnknown(row);
    return Math.abs(sum) <= MAX_MICRO_PENCE;
  }

  /** Adds up whole numbers of several columns; a sum that a column cannot hold, or a number of too many digits, needs the slow path. */
  #putSummed(row: number, columns: readonly number[]): boolean {
    const { texts } = this.#sources;
    let sum = Number.NaN;
    for (const column of columns) {
      if (!texts.find(column) || texts.isBlank(column)) continue;
      const units = unitsIn(texts.bytes, texts.start, texts.end, 0);
      if (units === ODD) return false;
      sum = Number.isNaN(sum) ? units : sum + units;
    }
    if (Number.isNaN(sum)) {
      this.#column[row] = sum;
      this.#shown.put(row, 0, 0);
      return true;
    }
    const usage = readColumnUsage(sum, this.#field);
    if (usage === undefined) return false;
    this.#column[row] = usage;
    this.#shown.putUnknown(row);
    return true;
  }

  #putBase(row: number): boolean {
    const { texts, cells } = this.#sources;
    if (this.#summed !== undefined) return this.#putSummed(row, this.#summed);
    if (!this.#text.findCell()) return false;
    const { start, end } = texts;
    if (start === end) {
      this.#shown.put(row, 0, 0);
      return true;
    }
    if (this.#numbers !== undefined) {
      const code = texts.code;
      if (code === NO_NAME) return false;
      const turned = this.#turned?.of(cells.names, code) ?? 0;
      const number = this.#numbers.of(cells.names, code);
      const isKnown = turned !== NO_NAME && number !== SLOW_PATH;
      setTurned(this.#codes, code, isKnown ? turned : NO_NAME);
      if (!isKnown) return false;
      if (this.#quantities !== undefined) this.#quantities[code] = number;
      this.#shown.putName(row, turned);
      this.#column[row] = number;
      return true;
    }
    this.#shown.putFound(row, texts);
    if (!cells.put(this.#operation, start, end, row, texts.isEscaped)) return false;
    if (this.#isZeroBlank && this.#column[row] === 0) {
      this.#column[row] = Number.NaN;
      this.#shown.put(row, 0, 0);
    }
    if (this.#sign !== "keep") {
      const amount = this.#column[row] as number;
      // There is no -0.
      this.#column[row] = this.#sign === "drop" ? Math.abs(amount) : 0 - amount;
    }
    return true;
  }
}

/** Whether a number of several cells, or with replacements for a blank one, can be read from its bytes. */
export function isPlainNumber(
  field: string,
  { isSum, none, steps, add, or }: OpenedCell,
  blank: number,
): boolean {
  if (!isAmount(field) && !isUsage(field)) return false;
  const money = directAmount(steps)?.money?.money;
  const isAlike = (part: OpenedCell): boolean =>
    !part.isSum && directAmount(part.steps) !== undefined && directAmount(part.steps)?.money?.money === money;
  if (isSum && (isAmount(field) || steps.length > 0 || none.size > blank)) return false;
  return (
    (add.length === 0 || (isAmount(field) && directAmount(steps) !== undefined && add.every(isAlike))) &&
    or.every(
      (other) =>
        other.kind === "cell" && (other.isSum || isAlike(other)) && isPlainNumber(field, other, blank),
    )
  );
}

const MAX_MICRO_PENCE = MAX_CALL_AMOUNT * 1e6;

type Sign = "keep" | "drop" | "negate";

/** The kernel's numbers of signs. */
const SIGNS: Readonly<Record<Sign, number>> = {
  keep: putting.KEEP_SIGN,
  drop: putting.DROP_SIGN,
  negate: putting.CHANGE_SIGN,
};

function isAmount(field: string): boolean {
  return field === "costSuggestedRetail" || (REPORTED_COSTS as readonly string[]).includes(field);
}

/** The steps of an amount that is read from its bytes. */
interface DirectAmount {
  readonly money: Extract<DialectStep, { money: unknown }> | undefined;
  readonly sign: Sign;
  readonly isZeroBlank: boolean;
}

/** Steps that only move the point of an amount, change its sign or make 0 blank; undefined for any others. */
function directAmount(steps: readonly DialectStep[]): DirectAmount | undefined {
  let money: Extract<DialectStep, { money: unknown }> | undefined;
  let sign: Sign = "keep";
  let isZeroBlank = false;
  for (const step of steps) {
    if (typeof step === "string") return undefined;
    if ("money" in step && money === undefined) money = step;
    else if ("sign" in step && sign === "keep") sign = step.sign;
    else if ("zero" in step) isZeroBlank = true;
    else return undefined;
  }
  return { money, sign, isZeroBlank };
}

/** Whether the numbers of a field are cached by text. */
export function isTurnedNumber(field: string, value: OpenedPlainValue | undefined): boolean {
  if (value?.kind !== "cell" || value.steps.length === 0) return false;
  if (isAmount(field)) return directAmount(value.steps) === undefined;
  if (unitOfDuration(field, value.steps) !== putting.ANY_UNIT) return false;
  if (isZeroAlone(value.steps)) return false;
  return isUsage(field);
}

/** The kernel's number of the unit of durations, if the unit is the only step. */
function unitOfDuration(field: string, steps: readonly DialectStep[]): number {
  const [step] = steps;
  const isAlone = field === "duration" && steps.length === 1;
  if (!isAlone || typeof step !== "object" || !("duration" in step)) return putting.ANY_UNIT;
  return UNITS.get(step.duration) ?? putting.ANY_UNIT;
}

const UNITS: ReadonlyMap<string, number> = new Map([
  ["h:mm:ss", putting.CLOCK],
  ["s", putting.SECONDS],
  ["ms", putting.MILLISECONDS],
  ["us", putting.MICROSECONDS],
  ["ns", putting.NANOSECONDS],
]);

function isUsage(field: string): boolean {
  return field === "duration" || field === "bytes" || field === "events";
}

function isZeroAlone(steps: readonly DialectStep[]): boolean {
  return steps.every((step) => typeof step === "object" && "zero" in step);
}

/** The form of a field's amounts that are read from their bytes; undefined if there are none, or of several forms. */
export function amountForm(
  values: readonly (OpenedPlainValue | undefined)[],
  settings: StepSettings,
): AmountForm | undefined {
  const cells = values.filter((value) => value?.kind === "cell");
  const direct = cells.filter(({ steps }) => directAmount(steps) !== undefined);
  const [first, ...others] = direct.map(({ steps }) => steps.map(unitOf).sort().join());
  // Values of different forms are cached by text instead.
  if (first === undefined || others.some((other) => other !== first)) return undefined;
  const money = directAmount(direct[0]?.steps ?? [])?.money;
  const read = money === undefined ? undefined : openSteps([money], settings);
  if (money === undefined || read === undefined)
    return { decimals: 6, toPence: first === "" ? (text) => text : penceOf };
  const digits = moneyDigits(money.money, settings.currencyDecimals ?? 2);
  return { decimals: 6 + digits, toPence: (text) => String(read(text)) };
}

function unitOf(step: DialectStep): string {
  return typeof step === "object" && "money" in step ? step.money : "sign";
}
