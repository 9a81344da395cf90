/** The fields of a UK standard CDR that are names: what their cells say, and what stands for those that are silent. */
import { converterOf, type OpenedDialect } from "../uk-cdr/index.ts";
import type { CallCells, Field } from "./call-cells.ts";
import { NameValues, NO_NAME } from "./name-table.ts";

export const NAMED_FIELDS = [
  "target",
  "numberID",
  "carrier",
  "callCarrier",
  "chargeBand",
  "tariffTypeCarrier",
  "tariffType",
  "tariffTime",
  "callTypeDirectionFlag",
  "callTypeOriginationTypeFlag",
  "callTypeRecordingFlag",
] as const;

export type NamedField = (typeof NAMED_FIELDS)[number];

/** What a code of the column Call Type says of its rows. */
interface CallTypeRules {
  readonly countsEvents: boolean;
  /** Codes of the names of silent fields, by field; undefined where there are none. */
  readonly given: ReadonlyMap<string, NameValues> | undefined;
}

/** Reads the names of one row after another. */
export class NamedFields {
  readonly #cells: CallCells;
  readonly #columns: Readonly<Record<Field, number>>;
  readonly #callType: number;
  /** By field: codes of what cells stand for, by the codes of their texts. */
  readonly #converted: Readonly<Partial<Record<NamedField, NameValues>>>;
  readonly #rules: readonly CallTypeRules[];
  readonly #placeOfRules: NameValues;
  #ruling: CallTypeRules;

  constructor(
    columns: Readonly<Record<Field, number>>,
    callType: number,
    dialect: OpenedDialect,
    cells: CallCells,
  ) {
    this.#cells = cells;
    this.#columns = columns;
    this.#callType = callType;
    this.#converted = Object.fromEntries(
      NAMED_FIELDS.flatMap((field) => {
        const convert = converterOf(field, dialect);
        if (convert === undefined) return [];
        return [[field, new NameValues((name, table) => table.codeOfText(String(convert(name) ?? "")))]];
      }),
    );
    const types = [...dialect.callTypes];
    const ordinary = { countsEvents: false, given: namesOf([dialect.set]) };
    this.#rules = [
      ordinary,
      ...types.map(([, { durationCounts, set }]) => ({
        countsEvents: durationCounts === "events",
        given: namesOf([set, dialect.set]),
      })),
    ];
    this.#placeOfRules = new NameValues((name) => types.findIndex(([code]) => code === name) + 1);
    this.#ruling = ordinary;
  }

  /** Whether Duration counts events in this row. */
  get countsEvents(): boolean {
    return this.#ruling.countsEvents;
  }

  /** Puts the names of the row whose cells were found; false where its record has to say. */
  put(row: number): boolean {
    const { block } = this.#cells;
    const type = this.#cells.cellCode(this.#callType);
    if (type === NO_NAME) return false;
    this.#ruling = this.#rules[this.#placeOfRules.of(this.#cells.names, type)] as CallTypeRules;
    // Both must be readable, whichever counts.
    const carrier = this.codeOf("carrier");
    const callCarrier = this.codeOf("callCarrier");
    block.carrier[row] = callCarrier === 0 ? carrier : callCarrier;
    return (
      carrier !== NO_NAME &&
      callCarrier !== NO_NAME &&
      this.#put(block.target, row, "target") &&
      this.#put(block.numberID, row, "numberID") &&
      this.#put(block.chargeBand, row, "chargeBand") &&
      this.#put(block.tariffTypeCarrier, row, "tariffTypeCarrier") &&
      this.#put(block.tariffType, row, "tariffType") &&
      this.#put(block.tariffTime, row, "tariffTime") &&
      this.#put(block.directionFlag, row, "callTypeDirectionFlag") &&
      this.#put(block.originationFlag, row, "callTypeOriginationTypeFlag") &&
      this.#put(block.recordingFlag, row, "callTypeRecordingFlag")
    );
  }

  #put(column: Uint32Array, row: number, field: NamedField): boolean {
    const code = this.codeOf(field);
    column[row] = code;
    return code !== NO_NAME;
  }

  /** The code of a field's name, 0 where neither row nor dialect gives one, or NO_NAME. */
  codeOf(field: NamedField): number {
    const { names } = this.#cells;
    let code = this.#cells.cellCode(this.#columns[field]);
    if (code > 0) code = this.#converted[field]?.of(names, code) ?? code;
    if (code !== 0) return code;
    return this.#ruling.given?.get(field)?.of(names, 0) ?? 0;
  }
}

/** What fields are given where a row is silent: the first table that gives one counts. */
function namesOf(
  tables: readonly ReadonlyMap<string, string>[],
): ReadonlyMap<string, NameValues> | undefined {
  const given = new Map<string, NameValues>();
  for (const table of tables) {
    for (const [field, text] of table) {
      if (text !== "" && !given.has(field)) {
        given.set(field, new NameValues((_blank, names) => names.codeOfText(text)));
      }
    }
  }
  return given.size === 0 ? undefined : given;
}
