/** The operations that write a line of results, worked out once from the columns of lines. */
import { RATING_METHODS, type RowResults } from "../../engine/index.ts";
import { type ColumnKeys, DIGEST_FIELD, DISCOUNT_FIELDS } from "../../index.ts";
import { type Kernel, MOST_AMOUNT_BYTES, rows, writing } from "../../kernel/index.ts";
import { COMPONENTS, costFields, isBlank } from "../../model/index.ts";
import type { CallBlock } from "../call-blocks/index.ts";
import { csvCell, inputField, isAlwaysShown, isOfUnrated, type LineFormat } from "../results/index.ts";
import { allocateTexts, type TextCodes, type TextColumns, TextTable } from "./text-table.ts";

const {
  TEXT,
  TEXT_OF_ROW,
  ID_TEXT,
  LINE_NUMBER,
  LOCATION_TEXT,
  METHOD_TEXT,
  USAGE,
  AMOUNT,
  TOTAL,
  CALCULATED_COST,
  REPORTED_COST,
  SAME_COST,
  CELL_TEXT,
} = writing;

/** Costs in the order of the kernel's line writer. */
const COSTS = ["costBase", "cost", "costCarrier", "costCDR"] as const;
const BEFORE_DISCOUNTS = COSTS.indexOf("costBase");
const AFTER_DISCOUNTS = COSTS.indexOf("cost");
/** The reported cost is in micro-pence; the other costs have the decimals of the book. */
const REPORTED = COSTS.indexOf("costCDR");
const COLUMNS_OF_COSTS = [rows.RETAIL, rows.RETAIL, rows.WHOLESALE, rows.COST_CDR];

/** Decimal places of values in milliseconds, and of values in micro-pence. */
const MILLI = 3;
const MICRO = 6;

/** Most bytes that a copy may write beyond the end of a text, or read beyond the end of a text of the file. */
const MOST_BEHIND = 32;

const USAGES = new Map([
  ["chargedDuration", { column: rows.CHARGED_MILLISECONDS, decimals: MILLI }],
  ["chargedBytes", { column: rows.CHARGED_BYTES, decimals: 0 }],
  ["chargedEvents", { column: rows.CHARGED_EVENTS, decimals: 0 }],
]);

/** Columns of the codes that are the keys of text tables. */
const TARIFF_CODES: TextCodes = { first: rows.NUMBER, second: rows.FEATURE, third: rows.TARIFF };
const TYPE_CODES: TextCodes = {
  first: rows.CALL_TYPE,
  second: rows.CALL_TYPE_USED,
  third: rows.PERIOD,
  fallback: rows.TARIFF_TIME,
};
const LOCATION_CODES: TextCodes = {
  first: rows.LOCATION,
  second: rows.LOCATION,
  third: rows.LOCATION,
  isOptional: true,
};

interface AmountIndexes {
  readonly cost: number;
  readonly part: number;
}

/** The column names of each cost, the total first, and the index of the cost and of its part by column name. */
const COST_COLUMNS: readonly (readonly string[])[] = COSTS.map((cost) => costFields(cost));
const AMOUNT_INDEXES: ReadonlyMap<string, AmountIndexes> = new Map(
  COST_COLUMNS.flatMap((columns, cost) => columns.map((name, part) => [name, { cost, part }] as const)),
);

type TextOf = (keys: ColumnKeys, first: number, second: number, third: number) => string | undefined;

/** Texts of the book by the indexes of number, feature and tariff. */
const TEXTS_OF_TARIFF = new Map<string, TextOf>([
  ["numberID", (keys, number) => keys.numberID(number)],
  ["customerID", (keys, number) => keys.customerID(number)],
  ["featureID", (keys, _, feature) => keys.featureID(feature)],
  ["tariffID", (keys, _, __, tariff) => keys.tariffID(tariff)],
  ["tariff", (keys, _, __, tariff) => keys.tariff(tariff)],
]);

/** Texts of the book by the indexes of call type, call type used and period; a period below 0 is a name of the file. */
const TEXTS_OF_TYPE = new Map<string, TextOf>([
  ["tariffType", (keys, type) => keys.callType(type) ?? ""],
  ["tariffTypeUsed", (keys, _, used) => keys.callType(used) ?? ""],
  ["tariffClass", (keys, type) => keys.tariffClass(type)],
  ["tariffTime", (keys, _, __, period) => keys.period(period) ?? "default"],
]);

/** Offset of a text in the constants, and its length, in bytes. */
interface Constant {
  readonly start: number;
  readonly length: number;
}

const NOTHING: Constant = { start: 0, length: 0 };

/** One step of writing a line. */
export interface Operation {
  /** Address of the operation in the kernel's memory. */
  address: number;
  readonly kind: number;
  /** Number of line columns that the operation writes. */
  readonly width: number;
  /** Text before the value, and text in place of a missing value. */
  readonly before: Constant;
  readonly blank: Constant;
  /** The row column that is written, or the first of several. */
  readonly column: number;
  readonly decimals: number;
  /** Index in `changes`, the operations whose part of a line discounts may change; -1 for other operations. */
  change: number;
  readonly isChanged: boolean;
  /** Texts of rows: from a table by codes, or set row by row. */
  readonly table: TextTable | undefined;
  readonly texts: TextColumns | undefined;
  /** Whether the texts depend on names of the file, and whether they have the feature, which discounts may set. */
  readonly hasNames: boolean;
  readonly hasFeature: boolean;
  /** The field of results or of calls whose value is made here where the kernel cannot write the value. */
  readonly field: string;
  /** Amounts of a cost; `nil` is the text of zeros after the second, `unknownParts` of unknowns after the first. */
  readonly amounts: readonly Operation[];
  readonly nil: Constant;
  readonly unknownParts: Constant;
  readonly methods: readonly Constant[];
}

/** The discounted values of a call. */
export interface LineDiscount {
  /** Retail cost after discounts, in the order and units of the retail columns. */
  readonly net: readonly number[];
  /** The feature of the line; undefined where the columns have the feature. */
  readonly featureID: string | undefined;
  readonly discountPlans: string | undefined;
  readonly late: boolean;
}

/** The parts of a book that result columns need: names by index, and the decimals of amounts. */
export type BookColumns = Pick<RowResults, "keys" | "decimals">;

/** The parts of a file that result columns need: names by code, and the text columns of shown fields. */
interface FileColumns {
  readonly nameOf: (code: number) => string | undefined;
  readonly shown: CallBlock["shown"];
}

/** Works out the operations for lines of one format, and stores the operations in the kernel's memory. */
export class LineOperations {
  readonly list: readonly Operation[];
  /** The operations whose part of a line discounts may change. */
  readonly changes: readonly Operation[];
  /** Address of the line writer's record. */
  readonly writer: number;
  /** Address of the line notes, by row, and the number of words in one note. */
  readonly notes: number;
  readonly noteWords: number;
  /** Most bytes of a line, apart from texts of the book and of the call. */
  readonly slack: number;
  readonly #kernel: Kernel;
  readonly #isCsv: boolean;
  /** Whether the caller chose the columns; otherwise JSON leaves out blank call fields. */
  readonly #isChosen: boolean;
  readonly #book: BookColumns;
  readonly #digest: string | undefined;
  readonly #file: FileColumns;
  /** Features of discount plans: their feature codes are below -1, where -1 means no feature. */
  readonly #planFeatures: string[] = [];
  readonly #constants: Buffer[] = [];
  #constantBytes = 0;
  #amounts = 0;

  constructor(
    kernel: Kernel,
    book: BookColumns,
    { format, columns, isChosen, bookDigest }: LineFormat,
    file: FileColumns,
  ) {
    this.#kernel = kernel;
    this.#book = book;
    this.#digest = bookDigest;
    this.#file = file;
    this.#isCsv = format === "csv";
    this.#isChosen = isChosen;
    const list: Operation[] = [];
    for (let columnIndex = 0; columnIndex < columns.length; ) {
      const operation = this.#operation(columns.slice(columnIndex), list.at(-1));
      columnIndex += operation.width;
      const last = list.at(-1);
      if (isConstant(operation) && operation.before.length === 0) continue;
      // Merge neighbouring constant texts.
      if (last !== undefined && isConstant(last) && isConstant(operation))
        list[list.length - 1] = { ...last, before: joined(last.before, operation.before) };
      else list.push(operation);
    }
    this.list = list;
    this.changes = list.filter(({ isChanged }) => isChanged);
    for (const [at, operation] of this.changes.entries()) operation.change = at;
    this.slack = this.#constantBytes + this.#amounts * MOST_AMOUNT_BYTES + MOST_BEHIND;
    const { memory } = kernel;
    const noteBytes = writing.FIRST_CHANGE + 8 * this.changes.length;
    this.noteWords = noteBytes >> 2;
    this.notes = memory.allocate(rows.BLOCK_ROWS * noteBytes);
    this.writer = memory.allocate(writing.WRITER_BYTES);
    const constants = memory.allocate(this.#constantBytes);
    memory.views.workU8s.set(Buffer.concat(this.#constants), constants);
    const operations = this.#storeOperations(list, constants);
    this.#write(this.writer, [
      [writing.IS_CSV, this.#isCsv ? 1 : 0],
      [writing.OPERATIONS, operations],
      [writing.OPERATION_COUNT, list.length],
      [writing.SLACK, this.slack],
      [writing.NOTES, this.notes],
      [writing.NOTE_BYTES, noteBytes],
    ]);
    kernel.functions.fillDigits();
  }

  #storeOperations(operations: readonly Operation[], constants: number): number {
    const first = this.#kernel.memory.allocate(operations.length * writing.OPERATION_BYTES);
    for (const [operationIndex, operation] of operations.entries()) {
      const { kind, before, blank, nil, unknownParts, amounts, methods, texts } = operation;
      operation.address = first + operationIndex * writing.OPERATION_BYTES;
      const parts =
        amounts.length > 0 ? this.#storeOperations(amounts, constants) : this.#storeTexts(methods, constants);
      this.#write(operation.address, [
        [writing.KIND, kind],
        [writing.BEFORE, constants + before.start],
        [writing.BEFORE_LENGTH, before.length],
        [writing.BLANK, constants + blank.start],
        [writing.BLANK_LENGTH, blank.length],
        [writing.COLUMN, operation.column],
        [writing.DECIMALS, operation.decimals],
        [writing.TEXT_STARTS, texts?.starts ?? 0],
        [writing.TEXT_LENGTHS, texts?.lengths ?? 0],
        [writing.CHANGE, operation.change < 0 ? 0 : writing.FIRST_CHANGE + 8 * operation.change],
        [writing.NIL, constants + nil.start],
        [writing.NIL_LENGTH, nil.length],
        [writing.UNKNOWN_PARTS, constants + unknownParts.start],
        [writing.UNKNOWN_PARTS_LENGTH, unknownParts.length],
        [writing.PARTS, parts],
        [writing.PART_COUNT, kind === TOTAL ? COMPONENTS.length : amounts.length],
      ]);
    }
    return first;
  }

  #storeTexts(texts: readonly Constant[], constants: number): number {
    const first = this.#kernel.memory.allocate(8 * texts.length);
    for (const [at, { start, length }] of texts.entries())
      this.#write(first + 8 * at, [
        [0, constants + start],
        [4, length],
      ]);
    return first;
  }

  #write(address: number, fields: readonly (readonly [number, number])[]): void {
    const { workI32s } = this.#kernel.memory.views;
    for (const [field, value] of fields) workI32s[(address + field) >> 2] = value;
  }

  /** The operation that writes the first of these columns, and as many of the next columns as fit one operation. */
  #operation(columns: readonly string[], last: Operation | undefined): Operation {
    const [name = ""] = columns;
    if (TEXTS_OF_TARIFF.has(name)) return this.#texts(columns, TEXTS_OF_TARIFF, TARIFF_CODES);
    if (TEXTS_OF_TYPE.has(name)) return this.#texts(columns, TEXTS_OF_TYPE, TYPE_CODES);
    const cost = COST_COLUMNS.findIndex((own) => own.every((column, at) => column === columns[at]));
    if (cost >= 0) return this.#cost(cost, last);
    const part = AMOUNT_INDEXES.get(name);
    if (part !== undefined) return this.#amount(name, part);
    if (name === "costSuggestedRetail")
      return this.#value(AMOUNT, name, {
        column: rows.COST_SUGGESTED_RETAIL,
        decimals: MICRO,
        ...this.#amountBefore(name),
      });
    const usage = USAGES.get(name);
    if (usage !== undefined) return this.#value(USAGE, name, usage);
    if (name === "line") return this.#value(LINE_NUMBER, name, this.#isCsv ? {} : { blank: NOTHING });
    if (name === "id") {
      const texts = allocateTexts(this.#kernel);
      return this.#value(ID_TEXT, name, {
        column: rows.ID_START,
        texts,
        ...(!this.#isCsv && { blank: NOTHING }),
      });
    }
    if (name === "location") {
      const table = new TextTable(this.#kernel, LOCATION_CODES, (locationIndex) =>
        this.#field(name, this.#book.keys.location(locationIndex)),
      );
      return this.#value(LOCATION_TEXT, name, { column: rows.LOCATION_START, table, texts: table.columns });
    }
    if (name === "method")
      return this.#with(METHOD_TEXT, {
        methods: RATING_METHODS.map((method) => this.#constant(this.#field(name, method))),
      });
    const input = inputField(name);
    if (input !== undefined && !this.#isChosen && isOfUnrated(name))
      return this.#with(TEXT, { before: this.#constant(this.#isCsv ? "," : "") });
    if (input !== undefined) {
      const texts = allocateTexts(this.#kernel);
      const column = this.#file.shown.get(input);
      return column === undefined
        ? this.#with(TEXT_OF_ROW, { field: name, texts })
        : this.#value(CELL_TEXT, name, {
            column,
            texts,
            ...(this.#isLeftOut(name) && { blank: NOTHING }),
          });
    }
    if (DISCOUNT_FIELDS.includes(name))
      return this.#with(TEXT, {
        field: name,
        isChanged: true,
        before: this.#constant(this.#isCsv ? "," : ""),
      });
    const text = name === DIGEST_FIELD ? this.#field(name, this.#digest) : this.#isCsv ? "," : "";
    return this.#with(TEXT, { before: this.#constant(text) });
  }

  /** The code of a feature of a discount plan. */
  planFeature(id: string): number {
    const known = this.#planFeatures.indexOf(id);
    return -2 - (known === -1 ? this.#planFeatures.push(id) - 1 : known);
  }

  discountText(
    { field }: Operation,
    { discountPlans, late }: Pick<LineDiscount, "discountPlans" | "late">,
  ): string {
    const value = field === "late" ? late || undefined : discountPlans;
    return value === undefined ? (this.#isCsv ? "," : "") : this.#field(field, value);
  }

  /** The text of a call field in a line; empty where the line leaves out a blank field. */
  textOfCall({ field }: Operation, value: unknown): string {
    if (isBlank(value) && this.#isLeftOut(field)) return "";
    if (value === undefined || (isBlank(value) && !this.#isChosen))
      return this.#isCsv ? "," : this.#field(field, null);
    return `${this.#before(field)}${this.#isCsv ? csvCell(value) : JSON.stringify(value)},`;
  }

  /** Whether a blank call column is left out. */
  #isLeftOut(name: string): boolean {
    return !this.#isCsv && !this.#isChosen && !isAlwaysShown(name);
  }

  /** One operation for all leading columns that a text table can give. */
  #texts(columns: readonly string[], known: ReadonlyMap<string, TextOf>, codes: TextCodes): Operation {
    const end = columns.findIndex((column) => !known.has(column));
    const names = end < 0 ? columns : columns.slice(0, end);
    const table = new TextTable(this.#kernel, codes, (first, second, third) =>
      names
        .map((name) => {
          // R30: the feature of a discount plan, where the call had no feature.
          if (name === "featureID" && second < -1) return this.#field(name, this.#planFeatures[-2 - second]);
          const isOfFile = name === "tariffTime" && third < 0;
          const text = isOfFile
            ? this.#file.nameOf(-1 - third)
            : known.get(name)?.(this.#book.keys, first, second, third);
          return this.#field(name, text);
        })
        .join(""),
    );
    const hasFeature = names.includes("featureID");
    const hasNames = codes === TYPE_CODES;
    const texts = table.columns;
    return this.#with(TEXT_OF_ROW, {
      width: names.length,
      table,
      texts,
      hasNames,
      hasFeature,
      isChanged: hasFeature,
    });
  }

  /** All amounts of a cost. No discount is applied yet, so in CSV `cost` repeats the bytes of `costBase` before it. */
  #cost(cost: number, last: Operation | undefined): Operation {
    const columns = COST_COLUMNS[cost] as readonly string[];
    const isAfter = cost === AFTER_DISCOUNTS;
    const isSame =
      this.#isCsv && isAfter && last?.kind === CALCULATED_COST && last.field === COSTS[BEFORE_DISCOUNTS];
    const textFrom = (from: number, value: string | null): Constant =>
      this.#constant(
        columns
          .slice(from)
          .map((name) => this.#field(name, value))
          .join(""),
      );
    return this.#with(isSame ? SAME_COST : cost === REPORTED ? REPORTED_COST : CALCULATED_COST, {
      width: columns.length,
      field: COSTS[cost] as string,
      isChanged: isAfter,
      column: COLUMNS_OF_COSTS[cost] as number,
      amounts: columns.map((name, part) => this.#amount(name, { cost, part })),
      blank: textFrom(0, null),
      unknownParts: textFrom(1, null),
      nil: textFrom(2, "0"),
    });
  }

  #amount(name: string, { cost, part }: AmountIndexes): Operation {
    const isReported = cost === REPORTED;
    const first = COLUMNS_OF_COSTS[cost] as number;
    const isTotal = !isReported && part === 0;
    return this.#value(isTotal ? TOTAL : AMOUNT, name, {
      column: first + (isReported || isTotal ? part : part - 1) * rows.COST_STRIDE,
      decimals: isReported ? MICRO : this.#book.decimals,
      isChanged: cost === AFTER_DISCOUNTS,
      ...this.#amountBefore(name),
    });
  }

  /** An amount is a string in JSON. */
  #amountBefore(name: string): Pick<Operation, "before"> {
    return { before: this.#constant(this.#isCsv ? "" : `${this.#before(name)}"`) };
  }

  /** An operation that writes one value, with the text before the value and its blank text. */
  #value(kind: number, name: string, more: Partial<Operation>): Operation {
    this.#amounts++;
    const before = this.#constant(this.#before(name));
    return this.#with(kind, { field: name, before, blank: this.#constant(this.#field(name, null)), ...more });
  }

  #with(kind: number, fields: Partial<Operation>): Operation {
    return {
      address: 0,
      kind,
      width: 1,
      before: NOTHING,
      blank: NOTHING,
      column: 0,
      decimals: 0,
      change: -1,
      isChanged: false,
      table: undefined,
      texts: undefined,
      hasNames: false,
      hasFeature: false,
      field: "",
      amounts: [],
      nil: NOTHING,
      unknownParts: NOTHING,
      methods: [],
      ...fields,
    };
  }

  #constant(text: string): Constant {
    const bytes = Buffer.from(text);
    const start = this.#constantBytes;
    this.#constants.push(bytes);
    this.#constantBytes += bytes.length;
    return { start, length: bytes.length };
  }

  #before(name: string): string {
    return this.#isCsv ? "" : `${JSON.stringify(name)}:`;
  }

  /** The text of a field in a line, with the comma after the field. */
  #field(name: string, value: unknown): string {
    return `${this.#before(name)}${this.#isCsv ? csvCell(value) : JSON.stringify(value ?? null)},`;
  }
}

function isConstant({ kind, isChanged }: Operation): boolean {
  return kind === TEXT && !isChanged;
}

function joined({ start, length }: Constant, next: Constant): Constant {
  return { start, length: length + next.length };
}
