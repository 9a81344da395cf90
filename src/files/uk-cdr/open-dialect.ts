/** Dialects: the presets, and a dialect completed from its preset for reading rows. */
import { quoteValue, type ReadableField } from "../../model/index.ts";
import { columnKey, UK_CDR_COLUMNS, UK_CDR_HEADER_NAMES } from "../dialects/index.ts";
import {
  checkedSettings,
  faulty,
  meantText,
  type PresetKind,
  pathText,
  readSettings,
} from "../preset-files.ts";
import { type CheckedDialect, dialectSchema, type UkCdrDialect } from "./dialect.ts";

/** The standard as published, in pounds and local time. The book decides on rating periods. */
const FCS_V3: UkCdrDialect = {
  header: "auto",
  delimiter: ",",
  columns: UK_CDR_COLUMNS,
  headerNames: UK_CDR_HEADER_NAMES,
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

/** The preset that every dialect extends. */
export const DEFAULT_DIALECT = "fcs-v3";

const DIALECT: PresetKind<UkCdrDialect> = {
  what: "dialect",
  presets: DIALECT_PRESETS,
  base: DEFAULT_DIALECT,
  tables: [
    "headerNames",
    "fields",
    "timeBands",
    "directions",
    "origins",
    "recordings",
    "callTypes",
    "set",
  ] satisfies (keyof UkCdrDialect)[],
};

/** Finds the column for a name in a file or a dialect, in any spacing and capitalisation. */
class ColumnResolver {
  readonly faults: string[] = [];
  /** Columns that the dialect adds to the standard's. */
  readonly addedColumns: string[] = [];
  readonly #columns = new Map<string, string>();

  constructor(fieldColumns: Iterable<string>, headerNames: ReadonlyMap<string, string>) {
    for (const column of UK_CDR_COLUMNS) this.#columns.set(columnKey(column), column);
    for (const column of fieldColumns) {
      if (this.resolve(column) !== undefined) continue;
      this.#columns.set(columnKey(column), column);
      this.addedColumns.push(column);
    }
    for (const [name, column] of headerNames) {
      const known = this.resolve(column);
      if (known !== undefined) this.#columns.set(columnKey(name), known);
      else this.faults.push(`${pathText(["headerNames", name])} ${this.whyUnknown(column)}`);
    }
  }

  resolve(name: string): string | undefined {
    return this.#columns.get(columnKey(name));
  }

  /** The reason why a name stands for no column; undefined for a known name. */
  whyUnknown(name: string): string | undefined {
    if (this.resolve(name) !== undefined) return undefined;
    const meant = meantText(name, this.#columns.values());
    return `${quoteValue(name)} is not a column of the standard and not named in "fields"${meant}`;
  }
}

export interface UkCdrSettings extends Omit<CheckedDialect, "columns" | "fields" | "basedOn"> {
  /** Columns that the dialect adds to the standard's. */
  readonly addedColumns: readonly string[];
  /** The columns of a file without a header, by their resolved names. */
  readonly columns: readonly string[];
  /** The fields each column becomes, by its resolved name; none where it is carried along. */
  readonly fields: ReadonlyMap<string, readonly ReadableField[]>;
}

/** Completes a dialect with its preset and checks the dialect; throws a FileError that lists all its faults. */
export function openDialect(
  dialect: UkCdrDialect | string = DEFAULT_DIALECT,
  name = "dialect",
): UkCdrSettings {
  const checked = checkedSettings(DIALECT, dialect, name, dialectSchema);
  const { columns, fields, basedOn: _, ...rest } = checked;
  const names = new ColumnResolver(fields.keys(), rest.headerNames);
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
  const fieldsOf = new Map<string, readonly ReadableField[]>();
  for (const [column, given] of fields) fieldsOf.set(names.resolve(column) ?? column, given);
  faults.push(...sharedFields(fieldsOf));
  if (faults.length > 0) throw faulty(name, faults);
  return { ...rest, addedColumns: names.addedColumns, columns: resolved, fields: inOrder(fieldsOf) };
}

/** Columns in the order of the standard, then the columns that a dialect adds. */
function inOrder(fieldsOf: UkCdrSettings["fields"]): UkCdrSettings["fields"] {
  const columns = new Set<string>([...UK_CDR_COLUMNS, ...fieldsOf.keys()]);
  return new Map(
    [...columns].flatMap((column) => {
      const fields = fieldsOf.get(column);
      return fields === undefined ? [] : [[column, fields]];
    }),
  );
}

/** Faults of two columns that give one field: which column counts would be unclear. */
function* sharedFields(fieldsOf: UkCdrSettings["fields"]): Generator<string> {
  const givenBy = new Map<ReadableField, string>();
  for (const [column, fields] of fieldsOf) {
    for (const field of new Set(fields)) {
      const other = givenBy.get(field);
      if (other === undefined) givenBy.set(field, column);
      else
        yield `${pathText(["fields", column])} gives ${field}, as ${other} does; write null for one of them`;
    }
  }
}

/**
 * The dialect with the name of a preset, else the dialect in a JSON file, checked as a whole. Throws a FileError that
 * lists all its faults.
 */
export function readDialect(nameOrPath: string): Promise<UkCdrDialect> {
  return readSettings(DIALECT, nameOrPath, openDialect);
}
