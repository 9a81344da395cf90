/** What is to be done for each line of results, worked out once from the columns that lines have. */
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

/** Costs in the order in which the writer of lines has them. */
const COSTS = ["costBase", "cost", "costCarrier", "costCDR"] as const;
const BEFORE_DISCOUNTS = COSTS.indexOf("costBase");
const AFTER_DISCOUNTS = COSTS.indexOf("cost");
/** In micro-pence, while the others have the decimals of the book. */
const REPORTED = COSTS.indexOf("costCDR");
const COLUMNS_OF_COSTS = [rows.RETAIL, rows.RETAIL, rows.WHOLESALE, rows.COST_CDR];

/** Decimal places of what is counted in milliseconds, and in micro-pence. */
const MILLI = 3;
const MICRO = 6;

/** Bytes that copying may write behind a text, and reading behind one of a file. */
const MOST_BEHIND = 32;

const USAGES = new Map([
  ["chargedDuration", { column: rows.CHARGED_MILLISECONDS, decimals: MILLI }],
  ["chargedBytes", { column: rows.CHARGED_BYTES, decimals: 0 }],
  ["chargedEvents", { column: rows.CHARGED_EVENTS, decimals: 0 }],
]);

/** Codes by which texts are found. */
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

interface AmountPlace {
  readonly cost: number;
  readonly part: number;
}

/** The columns of each cost, the total first, and where the column of an amount stands among them. */
const COST_COLUMNS: readonly (readonly string[])[] = COSTS.map((cost) => costFields(cost));
const AMOUNT_PLACES: ReadonlyMap<string, AmountPlace> = new Map(
  COST_COLUMNS.flatMap((columns, cost) => columns.map((name, part) => [name, { cost, part }] as const)),
);

type TextOf = (keys: ColumnKeys, first: number, second: number, third: number) => string | undefined;

/** What the book says of a number, the feature and the tariff. */
const TEXTS_OF_TARIFF = new Map<string, TextOf>([
  ["numberID", (keys, number) => keys.numberID(number)],
  ["customerID", (keys, number) => keys.customerID(number)],
  ["featureID", (keys, _, feature) => keys.featureID(feature)],
  ["tariffID", (keys, _, __, tariff) => keys.tariffID(tariff)],
  ["tariff", (keys, _, __, tariff) => keys.tariff(tariff)],
]);

/** What it says of a call type, the one it was rated as, and the period; a period below 0 is a name of the file. */
const TEXTS_OF_TYPE = new Map<string, TextOf>([
  ["tariffType", (keys, type) => keys.callType(type) ?? ""],
  ["tariffTypeUsed", (keys, _, used) => keys.callType(used) ?? ""],
  ["tariffClass", (keys, type) => keys.tariffClass(type)],
  ["tariffTime", (keys, _, __, period) => keys.period(period) ?? "default"],
]);

/** Where a text begins among the constant ones, and its length. */
interface Constant {
  readonly start: number;
  readonly length: number;
}

const NOTHING: Constant = { start: 0, length: 0 };

/** One step of writing a line. */
export interface Operation {
  /** Its address in the kernel's memory. */
  address: number;
  readonly kind: number;
  /** How many columns of lines it writes. */
  readonly width: number;
  /** What stands before a value, and what is written where there is none. */
  readonly before: Constant;
  readonly blank: Constant;
  /** The column of rows that it writes, or the first of them. */
  readonly column: number;
  readonly decimals: number;
  /** The place among the operations whose part of a line discounts may change; -1 where they do not. */
  change: number;
  readonly isChanged: boolean;
  /** Texts of rows, by codes or as they are asked for. */
  readonly table: TextTable | undefined;
  readonly texts: TextColumns | undefined;
  /** Whether its texts depend on names of the file, or have the feature, which a discount plan may give. */
  readonly hasNames: boolean;
  readonly hasFeature: boolean;
  /** The field of results or of calls whose value it writes where the kernel does not. */
  readonly field: string;
  /** The amounts of a cost; those behind the second where they are nil, behind the first where they are not known. */
  readonly amounts: readonly Operation[];
  readonly nil: Constant;
  readonly unknownParts: Constant;
  readonly methods: readonly Constant[];
}

/** What discounts make of a call. */
export interface LineDiscount {
  /** Retail after discounts, as the columns before them. */
  readonly net: readonly number[];
  /** The feature of the line; undefined where it is the one of the columns. */
  readonly featureID: string | undefined;
  readonly discountPlans: string | undefined;
  readonly late: boolean;
}

/** What columns of results need to be told by the book: what places stand for, and the decimals of amounts. */
export type BookColumns = Pick<RowResults, "keys" | "decimals">;

/** What they need to be told by the file: the name of a code, and where texts of fields stand that are shown. */
interface FileColumns {
  readonly nameOf: (code: number) => string | undefined;
  readonly shown: CallBlock["shown"];
}

/** Works out the operations for lines of one format, and puts them into the kernel's memory. */
export class LineOperations {
  readonly list: readonly Operation[];
  /** The operations whose part of a line discounts may change. */
  readonly changes: readonly Operation[];
  /** The address of the writer. */
  readonly writer: number;
  /** Where the notes of lines stand, by row, and the words of one. */
  readonly notes: number;
  readonly noteWords: number;
  /** Bytes of a line at most, beside texts of the book and of the call. */
  readonly slack: number;
  readonly #kernel: Kernel;
  readonly #isCsv: boolean;
  /** Whether the columns were chosen; else JSON leaves out what is blank of calls. */
  readonly #isChosen: boolean;
  readonly #book: BookColumns;
  readonly #digest: string | undefined;
  readonly #file: FileColumns;
  /** Features of discount plans; among the codes of features they stand below -1, which is no feature. */
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
    for (let at = 0; at < columns.length; ) {
      const operation = this.#operation(columns.slice(at), list.at(-1));
      at += operation.width;
      const last = list.at(-1);
      if (isConstant(operation) && operation.before.length === 0) continue;
      // Texts that are the same on all lines are one.
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
    const operations = this.#place(list, constants);
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

  /** Puts operations into memory, one after another. */
  #place(operations: readonly Operation[], constants: number): number {
    const first = this.#kernel.memory.allocate(operations.length * writing.OPERATION_BYTES);
    for (const [at, operation] of operations.entries()) {
      const { kind, before, blank, nil, unknownParts, amounts, methods, texts } = operation;
      operation.address = first + at * writing.OPERATION_BYTES;
      const parts =
        amounts.length > 0 ? this.#place(amounts, constants) : this.#placeTexts(methods, constants);
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

  #placeTexts(texts: readonly Constant[], constants: number): number {
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

  /** The operation that writes the first of some columns, and others behind it where it can. */
  #operation(columns: readonly string[], last: Operation | undefined): Operation {
    const [name = ""] = columns;
    if (TEXTS_OF_TARIFF.has(name)) return this.#texts(columns, TEXTS_OF_TARIFF, TARIFF_CODES);
    if (TEXTS_OF_TYPE.has(name)) return this.#texts(columns, TEXTS_OF_TYPE, TYPE_CODES);
    const cost = COST_COLUMNS.findIndex((own) => own.every((column, at) => column === columns[at]));
    if (cost >= 0) return this.#cost(cost, last);
    const part = AMOUNT_PLACES.get(name);
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
      const table = new TextTable(this.#kernel, LOCATION_CODES, (place) =>
        this.#field(name, this.#book.keys.location(place)),
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

  /** What a field says of discounts, as it stands in a line. */
  discountText(
    { field }: Operation,
    { discountPlans, late }: Pick<LineDiscount, "discountPlans" | "late">,
  ): string {
    const value = field === "late" ? late || undefined : discountPlans;
    return value === undefined ? (this.#isCsv ? "," : "") : this.#field(field, value);
  }

  /** A text of a call as it stands in a line, nothing of it where there is none. */
  textOfCall({ field }: Operation, value: unknown): string {
    if (isBlank(value) && this.#isLeftOut(field)) return "";
    if (value === undefined || (isBlank(value) && !this.#isChosen))
      return this.#isCsv ? "," : this.#field(field, null);
    return `${this.#before(field)}${this.#isCsv ? csvCell(value) : JSON.stringify(value)},`;
  }

  /** Whether a column of calls is left out where it is blank. */
  #isLeftOut(name: string): boolean {
    return !this.#isCsv && !this.#isChosen && !isAlwaysShown(name);
  }

  /** As many columns as a table of texts knows. */
  #texts(columns: readonly string[], known: ReadonlyMap<string, TextOf>, codes: TextCodes): Operation {
    const end = columns.findIndex((column) => !known.has(column));
    const own = end < 0 ? columns : columns.slice(0, end);
    const table = new TextTable(this.#kernel, codes, (first, second, third) =>
      own
        .map((name) => {
          // R30: the feature of a discount plan, where no other was.
          if (name === "featureID" && second < -1) return this.#field(name, this.#planFeatures[-2 - second]);
          const isOfFile = name === "tariffTime" && third < 0;
          const text = isOfFile
            ? this.#file.nameOf(-1 - third)
            : known.get(name)?.(this.#book.keys, first, second, third);
          return this.#field(name, text);
        })
        .join(""),
    );
    const hasFeature = own.includes("featureID");
    const hasNames = codes === TYPE_CODES;
    const texts = table.columns;
    return this.#with(TEXT_OF_ROW, {
      width: own.length,
      table,
      texts,
      hasNames,
      hasFeature,
      isChanged: hasFeature,
    });
  }

  /** All amounts of a cost. What is calculated is the same before and after discounts here: in CSV, byte for byte. */
  #cost(cost: number, last: Operation | undefined): Operation {
    const columns = COST_COLUMNS[cost] as readonly string[];
    const isAfter = cost === AFTER_DISCOUNTS;
    const isSame =
      this.#isCsv && isAfter && last?.kind === CALCULATED_COST && last.field === COSTS[BEFORE_DISCOUNTS];
    const all = (from: number, value: string | null): Constant =>
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
      blank: all(0, null),
      unknownParts: all(1, null),
      nil: all(2, "0"),
    });
  }

  #amount(name: string, { cost, part }: AmountPlace): Operation {
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

  /** An amount is text in JSON. */
  #amountBefore(name: string): Pick<Operation, "before"> {
    return { before: this.#constant(this.#isCsv ? "" : `${this.#before(name)}"`) };
  }

  /** A value that is written as such, with what stands before it. */
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

  /** A field as it stands in a line, with the comma behind it. */
  #field(name: string, value: unknown): string {
    return `${this.#before(name)}${this.#isCsv ? csvCell(value) : JSON.stringify(value ?? null)},`;
  }
}

function isConstant({ kind, isChanged }: Operation): boolean {
  return kind === TEXT && !isChanged;
}

/** One text of two that stand one behind the other. */
function joined({ start, length }: Constant, next: Constant): Constant {
  return { start, length: length + next.length };
}
