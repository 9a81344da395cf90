/** What is to be done for each line of results, worked out once from the columns that lines have. */
import { RATING_METHODS } from "../../engine/index.ts";
import { type ColumnKeys, DIGEST_FIELD, DISCOUNT_FIELDS, type RatedColumns } from "../../index.ts";
import { costFields } from "../../model/index.ts";
import { csvCell } from "../record-writer.ts";
import { inputField, type LineFormat } from "../result-columns.ts";
import { MOST_AMOUNT_BYTES } from "./amount-bytes.ts";
import { MOST_BEHIND } from "./byte-sink.ts";
import { TextTable } from "./text-table.ts";

/** What an operation writes: constants, because the engine makes one jump of a choice among them. */
export const TEXT = 0;
export const ID = 1;
export const LINE = 2;
export const TARIFF_TEXTS = 3;
export const TYPE_TEXTS = 4;
export const LOCATION = 5;
export const METHOD = 6;
export const USAGE = 7;
/** One amount of a cost, all of them, and the bytes of the cost just before once more. */
export const AMOUNT = 8;
export const COST = 9;
export const SAME_COST = 10;
export const SUGGESTED = 11;
export const INPUT = 12;
/** What is said of discounts, blank where there is none. */
export const DISCOUNT = 13;

/** Costs in the order in which the writer of lines has them. */
const COSTS = ["costBase", "cost", "costCarrier", "costCDR"] as const;
const BEFORE_DISCOUNTS = COSTS.indexOf("costBase");
const AFTER_DISCOUNTS = COSTS.indexOf("cost");
/** In micro-pence, while the others have the decimals of the book. */
const REPORTED = COSTS.indexOf("costCDR");
const USAGES = ["chargedDuration", "chargedBytes", "chargedEvents"];

/** Decimal places of what is counted in milliseconds, and in micro-pence. */
const MILLI = 3;
const MICRO = 6;

interface AmountPlace {
  readonly column: number;
  readonly part: number;
}

/** The columns of each cost, the total first, and where the column of an amount stands among them. */
const COST_COLUMNS: readonly (readonly string[])[] = COSTS.map((cost) => costFields(cost));
const AMOUNT_PLACES: ReadonlyMap<string, AmountPlace> = new Map(
  COST_COLUMNS.flatMap((columns, column) => columns.map((name, part) => [name, { column, part }] as const)),
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
export interface Constant {
  readonly start: number;
  readonly length: number;
}

const NOTHING: Constant = { start: 0, length: 0 };

const NO_TEXTS = new TextTable(() => "");

/** One step of writing a line. */
export class Operation {
  readonly kind: number;
  /** How many columns it writes. */
  width = 1;
  /** What stands before a value, and what is written where there is none. */
  before = NOTHING;
  blank = NOTHING;
  /** The place of a cost, a usage or an input column; of an amount in its cost, the total first. */
  column = 0;
  part = 0;
  decimals = 0;
  /** The place among the operations whose part of a line discounts may change; -1 where they do not. */
  change = -1;
  texts = NO_TEXTS;
  /** Whether its texts have the feature, which a discount plan may give. */
  hasFeature = false;
  methods: readonly Constant[] = [];
  /** The amounts of a cost; those behind the second where they are nil, behind the first where they are not known. */
  amounts: readonly Operation[] = [];
  nil = NOTHING;
  unknownParts = NOTHING;

  constructor(kind: number) {
    this.kind = kind;
  }
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
export type BookColumns = Pick<RatedColumns, "keys" | "decimals">;

/** Works out the operations for lines of one format. */
export class LineOperations {
  readonly list: readonly Operation[] = [];
  /** The operations whose part of a line discounts may change. */
  readonly changes: readonly Operation[];
  /** The costs of which lines have any amount. */
  readonly costs: ReadonlySet<(typeof COSTS)[number] | undefined>;
  readonly #isCsv: boolean;
  readonly #book: BookColumns;
  readonly #digest: string | undefined;
  /** The name of a code of the file that is read. */
  readonly #nameOf: (code: number) => string | undefined;
  /** Features of discount plans; among the codes of features they stand below -1, which is no feature. */
  readonly #planFeatures: string[] = [];
  readonly #constants: Buffer[] = [];
  #constantBytes = 0;
  #amounts = 0;
  #inputs = 0;

  constructor(
    book: BookColumns,
    { format, columns, bookDigest }: LineFormat,
    nameOf: (code: number) => string | undefined,
  ) {
    this.#book = book;
    this.#digest = bookDigest;
    this.#nameOf = nameOf;
    this.#isCsv = format === "csv";
    const list: Operation[] = [];
    for (let at = 0; at < columns.length; at += (list.at(-1) as Operation).width)
      list.push(this.#operation(columns.slice(at), list.at(-1)));
    this.list = list;
    this.changes = list.filter(
      ({ kind, column, hasFeature }) =>
        kind === DISCOUNT ||
        kind === SAME_COST ||
        hasFeature ||
        ((kind === COST || kind === AMOUNT) && column === AFTER_DISCOUNTS),
    );
    for (const [at, operation] of this.changes.entries()) operation.change = at;
    const withAmounts = list.filter(({ kind }) => kind === COST || kind === AMOUNT);
    this.costs = new Set(withAmounts.map(({ column }) => COSTS[column]));
  }

  /** The texts that are the same on all lines. */
  get constants(): DataView {
    const bytes = Buffer.concat([...this.#constants, Buffer.alloc(MOST_BEHIND)]);
    return new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  /** Bytes of a line at most, beside texts of the book and of the call. */
  get mostBytes(): number {
    return this.#constantBytes + this.#amounts * MOST_AMOUNT_BYTES + MOST_BEHIND;
  }

  /** The operation that writes the first of some columns, and others behind it where it can. */
  #operation(columns: readonly string[], last: Operation | undefined): Operation {
    const [name = ""] = columns;
    if (TEXTS_OF_TARIFF.has(name)) return this.#texts(TARIFF_TEXTS, columns, TEXTS_OF_TARIFF);
    if (TEXTS_OF_TYPE.has(name)) return this.#texts(TYPE_TEXTS, columns, TEXTS_OF_TYPE);
    const cost = COST_COLUMNS.findIndex((own) => own.every((column, at) => column === columns[at]));
    if (cost >= 0) return this.#cost(cost, last);
    const part = AMOUNT_PLACES.get(name);
    if (part !== undefined) return this.#amount(AMOUNT, name, part);
    if (name === "costSuggestedRetail") return this.#amount(SUGGESTED, name, { column: REPORTED, part: 0 });
    const usage = USAGES.indexOf(name);
    if (usage >= 0) return this.#value(USAGE, name, { column: usage, decimals: usage === 0 ? MILLI : 0 });
    if (name === "id" || name === "line")
      return this.#value(name === "id" ? ID : LINE, name, this.#isCsv ? {} : { blank: NOTHING });
    if (name === "location") {
      const texts = new TextTable((place) => this.#field(name, this.#book.keys.location(place)));
      return this.#value(LOCATION, name, { texts });
    }
    if (name === "method")
      return this.#with(METHOD, {
        methods: RATING_METHODS.map((method) => this.#constant(this.#field(name, method))),
      });
    if (inputField(name) !== undefined) return this.#value(INPUT, name, { column: this.#inputs++ });
    if (DISCOUNT_FIELDS.includes(name))
      return this.#with(DISCOUNT, {
        column: DISCOUNT_FIELDS.indexOf(name),
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
    { column }: Operation,
    { discountPlans, late }: Pick<LineDiscount, "discountPlans" | "late">,
  ): string {
    const name = DISCOUNT_FIELDS[column] as string;
    const value = name === "late" ? late || undefined : discountPlans;
    if (value === undefined) return this.#isCsv ? "," : "";
    return `${this.#before(name)}${this.#isCsv ? csvCell(value) : JSON.stringify(value)},`;
  }

  /** As many columns as a table of texts knows. */
  #texts(kind: number, columns: readonly string[], known: ReadonlyMap<string, TextOf>): Operation {
    const end = columns.findIndex((column) => !known.has(column));
    const own = end < 0 ? columns : columns.slice(0, end);
    const texts = new TextTable((first, second, third) =>
      own
        .map((name) => {
          // R30: the feature of a discount plan, where no other was.
          if (name === "featureID" && second < -1) return this.#field(name, this.#planFeatures[-2 - second]);
          const isOfFile = name === "tariffTime" && third < 0;
          const text = isOfFile
            ? this.#nameOf(-1 - third)
            : known.get(name)?.(this.#book.keys, first, second, third);
          return this.#field(name, text);
        })
        .join(""),
    );
    return this.#with(kind, { width: own.length, texts, hasFeature: own.includes("featureID") });
  }

  /** All amounts of a cost. What is calculated is the same before and after discounts here: in CSV, byte for byte. */
  #cost(column: number, last: Operation | undefined): Operation {
    const columns = COST_COLUMNS[column] as readonly string[];
    const width = columns.length;
    const isSame =
      this.#isCsv && last?.kind === COST && last.column === BEFORE_DISCOUNTS && column === AFTER_DISCOUNTS;
    const all = (from: number, value: string | null): Constant =>
      this.#constant(
        columns
          .slice(from)
          .map((name) => this.#field(name, value))
          .join(""),
      );
    return this.#with(isSame ? SAME_COST : COST, {
      width,
      column,
      amounts: columns.map((name, part) => this.#amount(AMOUNT, name, { column, part })),
      blank: all(0, null),
      unknownParts: all(1, null),
      nil: all(2, "0"),
    });
  }

  #amount(kind: number, name: string, { column, part }: AmountPlace): Operation {
    const decimals = column === REPORTED ? MICRO : this.#book.decimals;
    return this.#value(kind, name, {
      column,
      part,
      decimals,
      before: this.#constant(this.#isCsv ? "" : `${this.#before(name)}"`),
    });
  }

  /** A value that is written as such, with what stands before it. */
  #value(kind: number, name: string, more: Partial<Operation>): Operation {
    this.#amounts++;
    const before = this.#constant(this.#before(name));
    return this.#with(kind, { before, blank: this.#constant(this.#field(name, null)), ...more });
  }

  #with(kind: number, fields: Partial<Operation>): Operation {
    return Object.assign(new Operation(kind), fields);
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
  #field(name: string, value: string | null | undefined): string {
    return `${this.#before(name)}${this.#isCsv ? csvCell(value) : JSON.stringify(value ?? null)},`;
  }
}
