/** R20: ids, names and keys that only one record may have. */
import { formatCivilDate } from "../../calendar/index.ts";
import {
  type BookListName,
  type CheckedChargeBand,
  type CheckedDestination,
  type CheckedHoliday,
  type CheckedTariff,
  quoteValue,
} from "../../model/index.ts";
import { type BookUnderCheck, LISTS_WITH_IDS, NAME_FIELDS, shownID } from "./book-under-check.ts";
import type { Duplicate } from "./known-names.ts";

/** Ids within each list, compared as text. */
export function checkDuplicateIDs(book: BookUnderCheck): void {
  for (const list of LISTS_WITH_IDS) {
    for (const { place, first } of book.ids[list].duplicates) {
      const id = book.records[list][place]?.id ?? book.rawText(list, place, "id") ?? "";
      const message = `${shownID(id)} is already the id of ${list}[${first}]; give one of them another id`;
      book.problem(`${list}[${place}].id`, message);
    }
  }
}

/** Lists whose names count in any case. */
const IN_ANY_CASE: ReadonlySet<BookListName> = new Set(["transactionTypes", "callOrigins", "callRecordings"]);

/** Names by which other records refer to a record. */
export function checkDuplicateNames(book: BookUnderCheck): void {
  const lists = Object.keys(NAME_FIELDS) as (keyof typeof NAME_FIELDS)[];
  for (const list of lists) {
    const field = NAME_FIELDS[list];
    const isFolded = IN_ANY_CASE.has(list);
    const known = isFolded ? book.known(list, field, (name) => name.toLowerCase()) : book.names[list];
    for (const { place, first } of known.duplicates) {
      // The schema has refused a preset by a name that every book has.
      if (first < 0) continue;
      const inAnyCase = isFolded ? ", upper and lower case alike" : "";
      book.problem(
        `${list}[${place}].${field}`,
        alreadyNamed(book, list, field, { place, first }, inAnyCase),
      );
    }
  }
}

function alreadyNamed(
  book: BookUnderCheck,
  list: BookListName,
  field: string,
  { place, first }: Duplicate,
  remark: string,
): string {
  const record = book.records[list][place] as Readonly<Record<string, unknown>> | undefined;
  const name = record?.[field] ?? book.rawText(list, place, field);
  return `${quoteValue(name)} is already the name of ${list}[${first}]${remark}; rename one of them`;
}

/** Keys that one record of a group alone may have. */
interface UniqueKeys<R> {
  readonly list: BookListName;
  readonly field: string;
  readonly groupOf: (record: R) => string;
  readonly keyOf: (record: R) => string | number;
  /** `first` is the record that has the key already. */
  readonly message: (record: R, first: string) => string;
}

/** R23: a day counts as one weekday. */
const HOLIDAYS: UniqueKeys<CheckedHoliday> = {
  list: "holidays",
  field: "date",
  groupOf: () => "",
  keyOf: ({ date }) => date,
  message: ({ date }, first) =>
    `${formatCivilDate(date)} is already the date of ${first}; remove one of them`,
};

/** R22: destinations of one list, direction and kind with one prefix. */
const DESTINATIONS: UniqueKeys<CheckedDestination> = {
  list: "destinations",
  field: "prefix",
  groupOf: ({ direction, short, locationCarrier = "" }) => `${direction} ${short} ${locationCarrier}`,
  keyOf: ({ prefix }) => prefix,
  message: ({ direction, short, locationCarrier = "", prefix }, first) => {
    const what = short ? "short code" : "prefix";
    const where = locationCarrier === "" ? "the general list" : `the list of ${quoteValue(locationCarrier)}`;
    return `${quoteValue(prefix)} is already the ${direction} ${what} of ${first} in ${where}; remove one of them`;
  },
};

/** R22: charge bands of one carrier and direction with one code. */
const CHARGE_BANDS: UniqueKeys<CheckedChargeBand> = {
  list: "chargeBands",
  field: "chargeBand",
  groupOf: ({ direction, callCarrier = "" }) => `${direction} ${callCarrier}`,
  keyOf: ({ chargeBand }) => chargeBand,
  message: ({ direction, callCarrier = "", chargeBand }, first) => {
    const whose = callCarrier === "" ? "any carrier" : quoteValue(callCarrier);
    return `${quoteValue(chargeBand)} is already the ${direction} band of ${first} for ${whose}; remove one of them`;
  },
};

/** R20: a tariff's name is unique within its class and its retail or wholesale side. */
const TARIFF_NAMES: UniqueKeys<CheckedTariff> = {
  list: "tariffs",
  field: "name",
  groupOf: ({ retail = "retail", tariffClass }) => `${retail} ${tariffClass}`,
  keyOf: ({ name }) => name,
  message: ({ retail = "retail", tariffClass, name }, first) =>
    `${quoteValue(name)} is already the name of ${first}, another ${retail} tariff of the class ${tariffClass}; rename one of them`,
};

/** Holidays, destinations, charge bands and names of tariffs. */
export function checkDuplicateKeys(book: BookUnderCheck): void {
  for (const keys of [HOLIDAYS, DESTINATIONS, CHARGE_BANDS, TARIFF_NAMES]) {
    checkKeys(book, keys as UniqueKeys<object>);
  }
}

function checkKeys(book: BookUnderCheck, { list, field, groupOf, keyOf, message }: UniqueKeys<object>): void {
  // A map for each group keeps keys short.
  const groups = new Map<string, Map<string | number, number>>();
  for (const [place, record] of book.each(list)) {
    const group = groupOf(record);
    const places = groups.get(group) ?? new Map<string | number, number>();
    groups.set(group, places);
    const key = keyOf(record);
    const first = places.get(key);
    if (first === undefined) places.set(key, place);
    else book.problem(`${list}[${place}].${field}`, message(record, `${list}[${first}]`));
  }
}
