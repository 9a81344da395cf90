/** Which records name a record, and in which fields: renames follow them (H10), and they block deletion (H11). */
import {
  addTo,
  type BookListName,
  classFields,
  isBlank,
  TARIFF_CLASSES,
  type TariffClass,
} from "../../model/index.ts";
import { type Present, type RecordData, type StoredRecord, withFields } from "../store/index.ts";
import type { Resource, ResourceName } from "./resources.ts";
import { valueOut } from "./values.ts";

interface NamingFields {
  readonly fields: Readonly<Partial<Record<BookListName, readonly string[]>>>;
  /** A list of names on each line of a fixed fee tariff. */
  readonly feeLines?: string;
  /** A setting of the book. */
  readonly setting?: string;
}

const NAMING_FIELDS: { readonly [R in ResourceName]?: (data: RecordData) => NamingFields | undefined } = {
  tariffs: ({ retail, tariffClass }) => {
    const known = TARIFF_CLASSES.find((name) => name === tariffClass);
    if (retail === "wholesale" || known === undefined) return undefined;
    return fieldsOfClass(known);
  },
  fixedFeeTariffs: ({ retail }) => {
    if (retail === "wholesale") return undefined;
    const field = ["fixedFeeTariff"];
    const fields = {
      customers: field,
      numbers: field,
      services: field,
      features: field,
      standardFeatures: field,
    };
    return { fields };
  },
  standardFeatures: () => ({ fields: { features: ["standardFeature"] } }),
  featureTypes: () => {
    const field = ["featureType"];
    return { fields: { features: field, standardFeatures: field }, feeLines: "featureTypeIDs" };
  },
  transactionTypes: () => {
    const fields = ["connectionTransactionType", "serviceTransactionType"];
    const ofFeatures = { features: fields, standardFeatures: fields, featureTypes: fields };
    return {
      fields: { ...ofFeatures, callTypes: ["transactionType"] },
      feeLines: "transactionTypeIDs",
      setting: "callsTransactionType",
    };
  },
};

function fieldsOfClass(tariffClass: TariffClass): NamingFields {
  const { tariff, defaultTariff } = classFields(tariffClass);
  const fields = [tariff];
  return {
    fields: { customers: [defaultTariff], numbers: fields, features: fields, standardFeatures: fields },
  };
}

/** A record that names another record, and the field that holds the name. */
interface Naming {
  readonly list: BookListName;
  readonly record: StoredRecord;
  readonly field: string;
}

/** All references to a record; `setting` is the name of a setting of the book. */
interface Namings {
  readonly records: readonly Naming[];
  readonly setting: string | undefined;
}

export function namingsOf(resource: Resource, data: RecordData, present: Present): Namings {
  const name = valueOut("text", data[resource.nameField ?? ""]);
  const naming = NAMING_FIELDS[resource.name]?.(data);
  if (naming === undefined || typeof name !== "string") return { records: [], setting: undefined };
  const records: Naming[] = [];
  for (const [list, fields] of Object.entries(naming.fields) as [BookListName, readonly string[]][]) {
    for (const record of present.records(list)) {
      for (const field of fields) {
        if (valueOut("text", record.data[field]) === name) records.push({ list, record, field });
      }
    }
  }
  const { feeLines, setting } = naming;
  if (feeLines !== undefined) {
    for (const record of present.records("fixedFeeTariffs")) {
      if (feeLinesOf(record.data).some((line) => namesIn(line[feeLines]).includes(name)))
        records.push({ list: "fixedFeeTariffs", record, field: "rates" });
    }
  }
  // The default of a setting names a record, too: invoices go by it (R76).
  const settings = present.book.settings as unknown as RecordData;
  return { records, setting: setting !== undefined && settings[setting] === name ? setting : undefined };
}

/** The records that name a record, with its new name instead of the old one. */
export function renamed(
  resource: Resource,
  before: RecordData,
  name: string,
  present: Present,
): { readonly upsert: ReadonlyMap<BookListName, readonly RecordData[]>; readonly settings?: RecordData } {
  const { records, setting } = namingsOf(resource, before, present);
  const old = valueOut("text", before[resource.nameField ?? ""]) as string;
  const feeLines = NAMING_FIELDS[resource.name]?.(before)?.feeLines;
  const changed = new Map<StoredRecord, RecordData>();
  const lists = new Map<StoredRecord, BookListName>();
  for (const { list, record, field } of records) {
    const data = changed.get(record) ?? record.data;
    const value =
      field === "rates" && feeLines !== undefined ? renamedLines(data, feeLines, old, name) : name;
    changed.set(record, withFields(data, { [field]: value }));
    lists.set(record, list);
  }
  const upsert = new Map<BookListName, RecordData[]>();
  for (const [record, data] of changed) addTo(upsert, lists.get(record) as BookListName, data);
  return { upsert, ...(setting === undefined ? {} : { settings: { [setting]: name } }) };
}

function renamedLines(data: RecordData, field: string, old: string, name: string): readonly RecordData[] {
  return feeLinesOf(data).map((line) => {
    const names = namesIn(line[field]);
    if (!names.includes(old)) return line;
    return { ...line, [field]: names.map((one) => (one === old ? name : one)) };
  });
}

function feeLinesOf({ rates }: RecordData): readonly RecordData[] {
  return Array.isArray(rates) ? (rates as RecordData[]) : [];
}

function namesIn(value: unknown): readonly unknown[] {
  const names = valueOut("names", value);
  return Array.isArray(names) ? names : [];
}

/** Why a tariff or fixed fee tariff that no record names cannot be deleted; undefined where it can. */
export function otherUse(resource: Resource, record: StoredRecord, present: Present): string | undefined {
  const parent = resource.name === "tariffs" ? "parentTariff" : "parentFixedFeeTariff";
  if (resource.name !== "tariffs" && resource.name !== "fixedFeeTariffs") return undefined;
  const child = present
    .records(resource.name)
    .find(({ data }) => valueOut("id", data[parent]) === record.key);
  if (child !== undefined) return `it is the parent of ${resource.one} ${child.key}`;
  const { forCarriers, forNumberTypes, wholesaleForCarrierIDs, availability } = record.data;
  if (availability === "Historic") return undefined;
  const isDefault = [forCarriers, forNumberTypes, wholesaleForCarrierIDs].some(
    (names) => !isBlank(names) && namesIn(names).length > 0,
  );
  return isDefault ? "it is a default for carriers or number types; make it Historic instead" : undefined;
}
