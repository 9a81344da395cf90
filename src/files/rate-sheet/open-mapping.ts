/** Mappings: the presets, and a mapping completed from its preset for reading rows. */
import { type BookData, isBlank } from "../../model/index.ts";
import { checkedSettings, faulty, type PresetKind, readSettings } from "../preset-files.ts";
import {
  type CheckedMapping,
  type CheckedPeriod,
  type CheckedVariant,
  type ColumnRef,
  isPrice,
  mappingSchema,
  type SetValues,
  type SheetColumn,
  type SheetMapping,
  type SheetVariant,
} from "./mapping.ts";

const OPTIONAL: readonly SheetColumn[] = [
  "location",
  "costConnection",
  "costMin",
  "durationMin",
  "increment",
  "startDate",
  "endDate",
];

/** One row for each prefix, with a price for the minute; the common names of such columns. */
const PREFIXES: SheetMapping = {
  columns: {
    prefix: ["Prefix", "Prefixes", "Code", "Codes", "Dial Code", "Dial Codes", "Destination Code"],
    location: ["Destination", "Destination Name", "Description", "Name"],
    cost: ["Rate", "Price", "Cost", "Rate Per Minute", "Price Per Minute", "Per Minute", "Per Minute Charge"],
    costConnection: [
      "Connection",
      "Connection Charge",
      "Connection Fee",
      "Connection Cost",
      "Connect",
      "Connect Charge",
      "Connect Fee",
      "Setup",
      "Setup Charge",
      "Setup Fee",
      "Set Up Charge",
      "Set Up Fee",
      "Set-Up Charge",
      "Set-Up Fee",
      "Call Set Up Charge",
      "Call Setup Charge",
    ],
    costMin: [
      "Minimum Charge",
      "Minimum Call Charge",
      "Minimum Cost",
      "Minimum Fee",
      "Min Charge",
      "Min Cost",
    ],
    durationMin: ["Minimum Duration", "Min Duration", "Minimum Seconds", "Min Seconds"],
    increment: [
      "Increment",
      "Increments",
      "Billing Increment",
      "Billing Increments",
      "Billing",
      "Charge Period",
    ],
    startDate: ["Effective Date", "Effective From", "Valid From", "Start Date"],
    endDate: ["End Date", "Valid To"],
  },
  optional: OPTIONAL,
  dateFormat: "dd/mm/yyyy",
  unit: "major",
};

/** A country code and area codes in separate columns, several area codes or ranges in a cell. */
const AREA_CODES: SheetMapping = {
  ...PREFIXES,
  columns: {
    ...PREFIXES.columns,
    prefix: null,
    countryCode: ["Country Code", "Country Prefix", "CC"],
    areaCode: ["Area Code", "Area Codes", "Area Prefix", "Codes"],
  },
  ranges: true,
  leadingZero: "drop",
};

/** Three prices a row, for a book with the periods Daytime, Evening and Weekend. */
const THREE_BANDS: SheetMapping = {
  ...PREFIXES,
  columns: { ...PREFIXES.columns, cost: null },
  periods: [
    {
      tariffTime: "Daytime",
      columns: {
        cost: ["Peak", "Peak Per Minute", "Day", "Daytime"],
        costConnection: ["Peak Call Set Up Charge", "Peak Connection"],
      },
    },
    {
      tariffTime: "Evening",
      columns: {
        cost: ["Off Peak", "Off-Peak", "Off Peak Per Minute", "Evening"],
        costConnection: ["Off Peak Call Set Up Charge", "Off Peak Connection"],
      },
    },
    {
      tariffTime: "Weekend",
      columns: {
        cost: ["Weekend", "Weekend Per Minute"],
        costConnection: ["Weekend Call Set Up Charge", "Weekend Connection"],
      },
    },
  ],
};

/** Three prices for each charge code: every code's description becomes a call type. */
const CHARGE_CODES: SheetMapping = {
  ...THREE_BANDS,
  columns: {
    ...THREE_BANDS.columns,
    prefix: null,
    location: null,
    chargeBand: ["Charge Code", "ChargeCode", "Charge Band", "Code"],
    tariffType: ["Description", "Destination", "Name"],
  },
  newCallTypes: true,
};

/** The mappings that come with Tollbook, by name. */
export const MAPPING_PRESETS: ReadonlyMap<string, SheetMapping> = new Map([
  ["prefixes", PREFIXES],
  ["area-codes", AREA_CODES],
  ["prefixes-three-bands", THREE_BANDS],
  ["charge-codes-three-bands", CHARGE_CODES],
]);

const MAPPING: PresetKind<SheetMapping> = {
  what: "mapping",
  presets: MAPPING_PRESETS,
  base: undefined,
  tables: ["columns", "set", "values"],
};

/** How a row is read: the columns of its values, and the values for blank cells. */
export interface RowShape {
  readonly columns: { readonly [C in SheetColumn]?: ColumnRef };
  readonly set: SetValues;
  readonly periods: readonly CheckedPeriod[];
  readonly perSeconds: number;
  readonly isNote: boolean;
}

export interface OpenedMapping
  extends Omit<CheckedMapping, "basedOn" | "columns" | "set" | "periods" | "perSeconds" | "variants"> {
  readonly base: RowShape;
  /** The shapes of rows by the code in a column. */
  readonly variants:
    | { readonly column: ColumnRef; readonly codes: ReadonlyMap<string, RowShape> }
    | undefined;
  readonly linesBy: "prefix" | "callType";
}

/**
 * A mapping, or a preset by its name, for prices of a book: a mapping that does not say its `currencyDecimals` has those
 * of the book, so that a major unit is as many minor units as there (R16).
 *
 * @example inCurrencyOf({ currencyDecimals: 0 }, "prefixes") // => { currencyDecimals: 0, basedOn: "prefixes" }
 */
export function inCurrencyOf(
  { currencyDecimals }: Pick<BookData, "currencyDecimals">,
  mapping: SheetMapping | string,
): SheetMapping {
  const written: SheetMapping = typeof mapping === "string" ? { basedOn: mapping } : mapping;
  return isBlank(currencyDecimals) ? written : { currencyDecimals, ...written };
}

/** Completes a mapping with its preset and checks the mapping; throws a FileError that lists all its faults. */
export function openMapping(mapping: SheetMapping | string, name = "mapping"): OpenedMapping {
  const written = typeof mapping === "string" ? undefined : mapping.variants;
  const opened = shaped(checkedSettings(MAPPING, mapping, name, mappingSchema), written || undefined);
  const faults = mappingFaults(opened);
  if (faults.length > 0) throw faulty(name, faults);
  return opened;
}

/** The variants as written, with the nulls that a checked record leaves out. */
type WrittenVariants = Exclude<SheetMapping["variants"], "" | null>;

function shaped(mapping: CheckedMapping, written: WrittenVariants): OpenedMapping {
  const { basedOn: _, columns, set, periods, perSeconds, variants, linesBy, ...rest } = mapping;
  const base: RowShape = { columns, set, periods, perSeconds, isNote: false };
  const hasPrefix = [columns, ...variantsOf(mapping).map((variant) => variant.columns)].some(
    (mapped) =>
      mapped.prefix !== undefined || mapped.areaCode !== undefined || mapped.countryCode !== undefined,
  );
  return {
    ...rest,
    base,
    variants:
      variants === undefined
        ? undefined
        : {
            column: variants.column,
            codes: new Map(
              [...variants.codes].map(([code, variant]) => [
                code,
                shapeOf(base, variant, written?.codes[code]),
              ]),
            ),
          },
    linesBy: linesBy ?? (hasPrefix ? "prefix" : "callType"),
  };
}

function variantsOf({ variants }: CheckedMapping): readonly CheckedVariant[] {
  return variants === undefined ? [] : [...variants.codes.values()];
}

function shapeOf(base: RowShape, variant: CheckedVariant, written: SheetVariant | undefined): RowShape {
  return {
    columns: { ...without(base.columns, written?.columns), ...variant.columns },
    set: { ...without(base.set, written?.set), ...variant.set },
    periods: variant.periods?.list ?? base.periods,
    perSeconds: variant.perSeconds ?? base.perSeconds,
    isNote: variant.note,
  };
}

/** A table of the mapping without the entries that null takes away, which are blank once checked. */
function without<T extends object>(table: T, over: object | "" | null | undefined): T {
  const taken = Object.entries(over ?? {}).flatMap(([name, value]) => (value === null ? [name] : []));
  return Object.fromEntries(Object.entries(table).filter(([name]) => !taken.includes(name))) as T;
}

/** Faults of a mapping as a whole, where each entry is right by itself. */
function mappingFaults(mapping: OpenedMapping): string[] {
  const faults: string[] = [];
  const codes = [...(mapping.variants?.codes ?? [])].filter(([, shape]) => !shape.isNote);
  const shapes: readonly (readonly [where: string, shape: RowShape])[] =
    mapping.variants === undefined
      ? [["", mapping.base]]
      : codes.map(([code, shape]) => [`variants.codes[${JSON.stringify(code)}]: `, shape]);
  if (shapes.length === 0) faults.push("variants.codes has no code that is not a note");
  for (const [where, shape] of shapes) {
    for (const fault of shapeFaults(shape, mapping)) faults.push(`${where}${fault}`);
  }
  if (mapping.header === "no") {
    for (const name of namesIn(mapping)) {
      faults.push(`names the column ${JSON.stringify(name)} of a sheet without a header; write its number`);
    }
  }
  return faults;
}

function* shapeFaults(shape: RowShape, mapping: OpenedMapping): Generator<string> {
  const { columns, set, periods } = shape;
  const has = (column: SheetColumn): boolean => columns[column] !== undefined;
  const hasPrefix = has("prefix") || has("areaCode") || has("countryCode");
  const hasCallType = has("tariffType") || set.tariffType !== undefined;
  if (has("prefix") && (has("areaCode") || has("countryCode")))
    yield "columns: prefix stands beside countryCode or areaCode; map either";
  if (has("areaCode") && !has("countryCode") && set.countryCode === undefined)
    yield "columns: areaCode needs a countryCode, as a column or under set";
  if (has("countryCode") && set.countryCode !== undefined) yield "countryCode is both a column and set";
  if (mapping.linesBy === "prefix" && !hasPrefix)
    yield "columns: prefix is required, or countryCode and areaCode; or say linesBy callType";
  if (mapping.linesBy === "callType" && !hasCallType)
    yield "tariffType is required, as a column or under set: lines are for call types";
  if (mapping.destinations && !hasPrefix) yield "destinations needs a column prefix";
  if (mapping.destinations && !hasCallType) yield "destinations needs tariffType, as a column or under set";
  if (has("chargeBand") && !hasCallType)
    yield "columns: chargeBand needs tariffType, as a column or under set";
  const hasPrice =
    pricesIn(columns, set) ||
    (periods.length > 0 && periods.every((period) => pricesIn(period.columns, period.set)));
  if (!hasPrice) yield "columns: no column is a price; map cost, for one";
  const times = periods.map((period) => period.tariffTime ?? "");
  const twice = times.find((time, index) => times.indexOf(time) !== index);
  if (twice !== undefined) yield `periods: ${JSON.stringify(twice)} stands twice`;
  if (periods.length > 0 && has("tariffTime"))
    yield "tariffTime is a column, and there are periods; have either";
}

function pricesIn(columns: object, set: object): boolean {
  return Object.keys(columns).some(isPrice) || Object.keys(set).some(isPrice);
}

function* namesIn(mapping: OpenedMapping): Generator<string> {
  const shapes = [mapping.base, ...(mapping.variants?.codes.values() ?? [])];
  const refs = new Set<ColumnRef>([mapping.ignoredColumns]);
  for (const { columns, periods } of shapes) {
    for (const mapped of [columns, ...periods.map((period) => period.columns)]) {
      for (const ref of Object.values(mapped)) refs.add(ref);
    }
  }
  if (mapping.variants !== undefined) refs.add(mapping.variants.column);
  const { only, drop, notes } = mapping.rows;
  for (const { column } of [...only, ...drop, ...notes]) refs.add(column);
  for (const ref of refs) {
    for (const one of ref) if (typeof one === "string") yield one;
  }
}

/** A preset, else the mapping in a JSON file. Throws a FileError that lists all faults of a mapping. */
export function readMapping(nameOrPath: string): Promise<SheetMapping> {
  return readSettings(MAPPING, nameOrPath, openMapping);
}
