/** The records whose prices rise: by id or name, all retail tariffs, or those of classes or customers. */
import { RECORD_WORDS } from "../../book/index.ts";
import {
  type BookData,
  INCREASE_RESOURCES,
  INCREASE_SCOPES,
  type IncreasableRecord,
  type IncreaseRequest,
  type IncreaseResource,
  isActionError,
  type Tariff,
  tariffsOfCustomer,
} from "../../index.ts";
import { didYouMean, type TariffClass } from "../../model/index.ts";
import { wrongUsage } from "../cli-io.ts";

export interface ChosenRecord {
  readonly resource: IncreaseResource;
  readonly record: IncreasableRecord;
}

export interface RecordsWanted {
  /** Names, ids of tariffs, or `list:id`. */
  readonly tariff?: readonly string[];
  readonly all: boolean;
  readonly class?: readonly TariffClass[];
  /** Ids. */
  readonly customer?: readonly string[];
}

export function choosesRecords({ tariff, all, class: classes, customer }: RecordsWanted): boolean {
  return all || [tariff, classes, customer].some((words) => words !== undefined);
}

/** The chosen records, each once: named records in their order, then the tariffs of classes and customers. */
export function chosenRecords(data: BookData, wanted: RecordsWanted): ChosenRecord[] {
  const { tariff: words = [], all, class: classes = [], customer: customers = [] } = wanted;
  const records = recordsOf(data);
  const chosen = new Map<IncreasableRecord, ChosenRecord>();
  for (const word of words) {
    const one = recordNamed(word, records);
    chosen.set(one.record, one);
  }
  const retail = records.filter(
    ({ resource, record }) => resource === "tariffs" && (record as Tariff).retail !== "wholesale",
  );
  for (const one of retail) {
    if (all || classes.includes((one.record as Tariff).tariffClass)) chosen.set(one.record, one);
  }
  for (const wantedClass of classes) {
    if (retail.some(({ record }) => (record as Tariff).tariffClass === wantedClass)) continue;
    throw wrongUsage(`The book has no retail tariff of the class ${wantedClass}.`);
  }
  if (all && retail.length === 0) throw wrongUsage("The book has no retail tariff.");
  for (const id of customers) {
    for (const record of tariffsOn(data, id)) chosen.set(record, { resource: "tariffs", record });
  }
  return [...chosen.values()];
}

function tariffsOn(data: BookData, customerID: string): readonly Tariff[] {
  const tariffs = tariffsOfCustomer(data, customerID);
  if (isActionError(tariffs)) throw wrongUsage(`The book has no customer with the id ${customerID}.`);
  if (tariffs.length > 0) return tariffs;
  throw wrongUsage(`Customer ${customerID} is on no retail tariff.`);
}

/** Every record of a book whose prices can rise. */
export function recordsOf(data: BookData): ChosenRecord[] {
  return INCREASE_RESOURCES.flatMap((resource) => {
    const list: readonly IncreasableRecord[] = data[resource] ?? [];
    return list.map((record) => ({ resource, record }));
  });
}

/**
 * The record that a word names: by `list:id`, by name, else a tariff by id. A name of several records ends the command
 * with words that distinguish the records.
 */
export function recordNamed(word: string, records: readonly ChosenRecord[]): ChosenRecord {
  const named = records.filter(({ record }) => record.name === word);
  const found = named.length > 0 ? named : records.filter((one) => isID(one, word));
  const [first] = found;
  if (first === undefined) {
    const names = records.map(({ record }) => String(record.name));
    const what = "tariff, fixed fee tariff or standard feature";
    throw wrongUsage(`The book has no ${what} named ${word}${didYouMean(word, names, ".")}`);
  }
  if (found.length === 1) return first;
  const candidates = found.map((one) => `${one.resource}:${one.record.id} (${wordsOf(one)})`);
  throw wrongUsage(`${found.length} records are named ${word}.`, `Say which: ${candidates.join(", ")}.`);
}

function isID({ resource, record }: ChosenRecord, word: string): boolean {
  const id = String(record.id);
  return word === `${resource}:${id}` || (resource === "tariffs" && word === id);
}

/** The words that distinguish records of one name. */
function wordsOf({ resource, record }: ChosenRecord): string {
  if (resource === "standardFeatures") return RECORD_WORDS[resource];
  const { retail, tariffClass } = record as Tariff;
  const side = retail || "retail";
  return resource === "tariffs"
    ? `${side} tariff, class ${tariffClass}`
    : `${side} ${RECORD_WORDS[resource]}`;
}

interface RecordNames {
  readonly id?: readonly string[];
  readonly name?: readonly string[];
}

/**
 * The records of a list that a command line names, each once, in the order of the command line. A name of several
 * records, or of no record, ends the command.
 */
export function namedRecords(
  data: BookData,
  resource: IncreaseResource,
  { id = [], name = [] }: RecordNames,
): IncreasableRecord[] {
  const records: readonly IncreasableRecord[] = data[resource] ?? [];
  if (id.length + name.length === 0) throw wrongUsage("Which records?", "Give --id ID or --name NAME.");
  const found = new Set<IncreasableRecord>();
  for (const wanted of id) {
    const record = records.find((candidate) => String(candidate.id) === wanted);
    if (record === undefined)
      throw wrongUsage(`The book has no record of ${resource} with the id ${wanted}.`);
    found.add(record);
  }
  for (const wanted of name) {
    const named = records.filter((candidate) => candidate.name === wanted);
    if (named.length > 1) {
      const ids = named.map((namesake) => `--id ${namesake.id}${sideOf(namesake)}`).join(", ");
      throw wrongUsage(`${named.length} records of ${resource} are named ${wanted}.`, `Say which: ${ids}.`);
    }
    const [record] = named;
    if (record === undefined) {
      const names = records.map((candidate) => String(candidate.name));
      throw wrongUsage(
        `The book has no record of ${resource} named ${wanted}${didYouMean(wanted, names, ".")}`,
      );
    }
    found.add(record);
  }
  return [...found];
}

/** Class and side of a tariff, which distinguish tariffs of one name. */
function sideOf(record: IncreasableRecord): string {
  if (!("tariffClass" in record)) return "";
  return ` (${record.tariffClass}, ${record.retail || "retail"})`;
}

/** The options of an increase; `scope` may be a word of any list whose records rise. */
export interface IncreaseGiven {
  readonly scope?: string;
  readonly increase?: string;
  readonly amount?: string;
  readonly from?: string;
}

/** The requests that apply one increase to all records. */
export function increaseRequests(chosen: readonly ChosenRecord[], given: IncreaseGiven): IncreaseRequest[] {
  const { increase, amount, from } = given;
  const isPence = ({ resource }: ChosenRecord): boolean => resource === "tariffs";
  if (amount !== undefined && chosen.some(isPence) && !chosen.every(isPence)) {
    throw wrongUsage(
      "An amount is pence on tariffs and pounds on fixed fee tariffs and standard features.",
      "Preview them one kind at a time, or give --increase PERCENT.",
    );
  }
  return chosen.map(({ resource, record }) => ({
    resource,
    id: record.id,
    increaseScope: scopeFor(resource, chosen, given.scope),
    increasePercent: increase,
    increaseAmount: amount,
    effectiveDate: from,
  }));
}

/** The scope of a list: the word, or the corresponding word of this list (R51 to R53); without a word all prices. */
function scopeFor(
  resource: IncreaseResource,
  chosen: readonly ChosenRecord[],
  word: string | undefined,
): string {
  const [some, all] = INCREASE_SCOPES[resource];
  if (word === undefined) return all;
  const scopes: readonly string[] = INCREASE_SCOPES[resource];
  if (scopes.includes(word)) return word;
  const isOfAnother = (index: 0 | 1): boolean =>
    chosen.some((other) => INCREASE_SCOPES[other.resource][index] === word);
  if (isOfAnother(0)) return some;
  // The increase itself refuses a word that no list has.
  return isOfAnother(1) ? all : word;
}
