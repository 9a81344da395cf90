import { basename } from "node:path";
import { isBlank, isPlainRecord, nearestName, quoteValue, type ReadableField } from "../../model/index.ts";
import { FileError } from "../file-error.ts";
import { parseJsonFile } from "../json.ts";
import { byteBudget, readWholeFile } from "../open-input.ts";
import {
  type CheckedDialect,
  columnKey,
  dialectSchema,
  TABLE_FIELDS,
  UK_CDR_COLUMNS,
  type UkCdrDialect,
} from "./dialect.ts";

/** The standard as it is written down, in pounds and local time. It leaves rating periods to the book. */
const FCS_V3: UkCdrDialect = {
  header: "auto",
  delimiter: ",",
  columns: UK_CDR_COLUMNS,
  // Names that files with a header are known to use for a column of the standard.
  headerNames: {
    "Call Cause Definition Required": "Call Cause",
    "Non-Charged Party": "Telephone Number Dialled",
    "Call Class (Feature)": "Call Class",
    "Caller Line Identity": "Presentation Number",
  },
  fields: {
    "Customer Identifier": "target",
    "Telephone Number Dialled": "external",
    "Call Date": "startDate",
    "Call Time": "startTime",
    Duration: "duration",
    "Total Bytes Transferred": "bytes",
    Description: "location",
    Chargecode: "chargeBand",
    "Time Band": "tariffTime",
    Salesprice: "costCDR",
    "NGCS Access Charge": "costCDRAccessCharge",
    "NGCS Service Charge": "costCDRBasic",
    Extension: "extension",
    "Grouping ID": "callGroup",
    "Call Class": "callTypeDirectionFlag",
    Carrier: "carrier",
    Recording: "callTypeRecordingFlag",
    "Ring time": "answerTime",
    RecordID: ["id", "carrierCallID"],
  },
  dateFormat: "dd/mm/yyyy",
  timeIs: "answer",
  timeZone: "local",
  unit: "pounds",
  ngcsCharges: "within",
  currency: "GBP",
};

/** Carriers that number their bands: 1 peak, 2 off-peak, 3 weekend. */
const NUMBERED_BANDS: UkCdrDialect = {
  timeBands: { "1": "Daytime", "2": "Evening", "3": "Weekend" },
};

/** Carriers that write a letter for the band. */
const LETTERED_BANDS: UkCdrDialect = {
  timeBands: { D: "Daytime", E: "Evening", W: "Weekend" },
};

/** The dialects that come with Tollbook, by name. */
export const DIALECT_PRESETS: ReadonlyMap<string, UkCdrDialect> = new Map([
  ["fcs-v3", FCS_V3],
  ["fcs-v3-bands-123", NUMBERED_BANDS],
  ["fcs-v3-bands-dew", LETTERED_BANDS],
]);

/** The preset that every dialect rests on. */
export const DEFAULT_DIALECT = "fcs-v3";

/** Knows which column a name in a file or a dialect means, however it is spaced and capitalised. */
class ColumnResolver {
  /** What is wrong with the names themselves. */
  readonly faults: readonly string[];
  /** Columns that are the carrier's own. */
  readonly ownColumns: readonly string[];
  readonly #columns = new Map<string, string>();

  constructor(fieldColumns: Iterable<string>, headerNames: ReadonlyMap<string, string>) {
    for (const column of UK_CDR_COLUMNS) this.#columns.set(columnKey(column), column);
    const own: string[] = [];
    for (const column of fieldColumns) {
      if (this.resolve(column) !== undefined) continue;
      this.#columns.set(keyOf(column), column);
      own.push(column);
    }
    this.ownColumns = own;
    const faults: string[] = [];
    for (const [name, column] of headerNames) {
      const known = this.resolve(column);
      if (known === undefined) faults.push(`${pathText(["headerNames", name])} ${this.whyUnknown(column)}`);
      else this.#columns.set(keyOf(name), known);
    }
    this.faults = faults;
  }

  /** The column a name means. */
  resolve(name: string): string | undefined {
    return this.#columns.get(keyOf(name.trim()));
  }

  /** Why a name means no column; undefined where it does. */
  whyUnknown(name: string): string | undefined {
    if (this.resolve(name) !== undefined) return undefined;
    const nearest = nearestName(name, this.#columns.values());
    const hint = nearest === undefined ? "" : `; did you mean ${quoteValue(nearest)}?`;
    return `${quoteValue(name)} is not a column of the standard and not named in "fields"${hint}`;
  }
}

/** A name without a Latin letter or digit is compared as it stands. */
function keyOf(name: string): string {
  return columnKey(name) || name;
}

/** A path within a dialect as text: `columns[3]`, `callTypes.S.set`, `fields["Call Cause"]`. */
export function pathText(path: readonly PropertyKey[]): string {
  let text = "";
  for (const part of path) {
    if (typeof part === "number") text += `[${part}]`;
    else if (!/^\w+$/.test(String(part))) text += `[${JSON.stringify(String(part))}]`;
    else text += text === "" ? String(part) : `.${String(part)}`;
  }
  return text;
}

/** A dialect that is complete and checked. */
export interface OpenedDialect
  extends Omit<CheckedDialect, "columns" | "fields" | "headerNames" | "basedOn"> {
  readonly names: ColumnResolver;
  /** The columns of a file without a header, by their resolved names. */
  readonly columns: readonly string[];
  /** The fields each column becomes, by its resolved name; none where it is carried along. */
  readonly fields: ReadonlyMap<string, readonly ReadableField[]>;
}

/** Completes a dialect with its preset and checks it; throws a FileError that lists all that is wrong with it. */
export function openDialect(
  dialect: UkCdrDialect | string = DEFAULT_DIALECT,
  name = "dialect",
): OpenedDialect {
  const given = typeof dialect === "string" ? presetNamed(dialect) : dialect;
  if (!isPlainRecord(given)) throw new FileError(name, "is not a dialect; write an object with named fields");
  const checked = dialectSchema.safeParse(completed(given, name));
  if (!checked.success) {
    throw faulty(
      name,
      checked.error.issues.map((issue) => `${pathText(issue.path)} ${issue.message}`),
    );
  }
  const { columns, fields, headerNames, basedOn: _, ...rest } = checked.data;
  const names = new ColumnResolver(fields.keys(), headerNames);
  const faults = [
    ...names.faults,
    ...columns.flatMap((column, index) => {
      const why = names.whyUnknown(column);
      return why === undefined ? [] : [`${pathText(["columns", index])} ${why}`];
    }),
  ];
  const resolved = columns.map((column) => names.resolve(column) ?? column);
  for (const [index, column] of resolved.entries()) {
    const first = resolved.indexOf(column);
    if (first !== index)
      faults.push(`${pathText(["columns", index])} names ${column}, as columns[${first}] does`);
  }
  const places = new Map<string, readonly ReadableField[]>();
  for (const [column, own] of fields) places.set(names.resolve(column) ?? column, own);
  for (const fault of sharedFields(places)) faults.push(fault);
  if (faults.length > 0) throw faulty(name, faults);
  return { ...rest, names, columns: resolved, fields: places };
}

/** A preset by its name; throws a FileError where there is none. */
function presetNamed(name: string): UkCdrDialect {
  const preset = DIALECT_PRESETS.get(name);
  if (preset !== undefined) return preset;
  throw new FileError(name, `is not a dialect; ${suggestion(name)}`);
}

/** What a misspelt name of a preset may have meant. */
function suggestion(name: string): string {
  const known = [...DIALECT_PRESETS.keys()];
  const nearest = nearestName(name, known);
  const list = `the presets are ${known.join(", ")}`;
  return nearest === undefined ? list : `did you mean ${nearest}? ${list[0]?.toUpperCase()}${list.slice(1)}`;
}

/** The dialect on top of its preset, and that on top of the standard. */
function completed(dialect: Readonly<Record<string, unknown>>, name: string): Record<string, unknown> {
  const { basedOn } = dialect;
  const base = isBlank(basedOn) ? DEFAULT_DIALECT : basedOn;
  if (typeof base !== "string" || !DIALECT_PRESETS.has(base)) {
    // An object need not have a text: JSON may give it a toString that is none.
    const meant = suggestion(typeof base === "string" ? base : "");
    throw faulty(name, [`basedOn ${JSON.stringify(base)} is not a preset; ${meant}`]);
  }
  const layers = [presetNamed(DEFAULT_DIALECT), presetNamed(base), dialect] as readonly Record<
    string,
    unknown
  >[];
  // Without a prototype a key __proto__ is an unknown field like any other, and is told as one.
  const whole: Record<string, unknown> = Object.create(null);
  for (const layer of layers) {
    for (const key of Object.keys(layer)) {
      const value = layer[key];
      if (isBlank(value)) continue;
      const isTable =
        (TABLE_FIELDS as readonly string[]).includes(key) &&
        isPlainRecord(whole[key]) &&
        isPlainRecord(value);
      whole[key] = isTable
        ? Object.fromEntries([...Object.entries(whole[key] as object), ...Object.entries(value)])
        : value;
    }
  }
  return whole;
}

/** Two columns that give one field: nobody could say which of them counts. */
function sharedFields(places: ReadonlyMap<string, readonly ReadableField[]>): string[] {
  const givenBy = new Map<ReadableField, string>();
  const faults: string[] = [];
  for (const [column, fields] of places) {
    for (const field of new Set(fields)) {
      const other = givenBy.get(field);
      if (other === undefined) givenBy.set(field, column);
      else
        faults.push(
          `${pathText(["fields", column])} gives ${field}, as ${other} does; write null for one of them`,
        );
    }
  }
  return faults;
}

function faulty(name: string, faults: readonly string[]): FileError {
  if (faults.length === 1) return new FileError(name, faults[0] ?? "");
  return new FileError(
    name,
    `has ${faults.length} problems:\n${faults.map((fault) => `  ${fault}`).join("\n")}`,
  );
}

/** Bytes of a dialect; one that says everything has some 5,000. */
const MAX_DIALECT_BYTES = 1_000_000;

/**
 * The dialect with the name of a preset, else the one in a JSON file, checked as a whole. Throws a FileError that
 * lists everything that is wrong with it.
 */
export async function readDialect(nameOrPath: string): Promise<UkCdrDialect> {
  if (DIALECT_PRESETS.has(nameOrPath)) return presetNamed(nameOrPath);
  const name = basename(nameOrPath);
  const dialect = parseJsonFile(await readText(nameOrPath, name), name) as UkCdrDialect;
  openDialect(dialect, name);
  return dialect;
}

async function readText(path: string, name: string): Promise<string> {
  try {
    return await readWholeFile(path, name, byteBudget(MAX_DIALECT_BYTES));
  } catch (error) {
    // A bare word was meant as the name of a preset.
    if (!(error instanceof FileError) || /[/\\.]/.test(path)) throw error;
    throw new FileError(path, `is neither a preset nor a file that can be read; ${suggestion(path)}`);
  }
}
