/** R20, R21: duplicates of unique ids, names and keys, and several numbers that one call could match. */
import { formatCivilDate } from "../../calendar/index.ts";
import {
  type BookListName,
  type CheckedChargeBand,
  type CheckedCustomer,
  type CheckedDestination,
  type CheckedHoliday,
  type CheckedNumber,
  type CheckedTariff,
  madeOnce,
  quoteValue,
  SPELLING_FIELDS,
} from "../../model/index.ts";
import { canonicalNumber } from "../prefixes/canonical-number.ts";
import { SomeWarnings } from "../read-records.ts";
import { type BookUnderCheck, LISTS_WITH_IDS, NAME_FIELDS, shownID } from "./book-under-check.ts";

/** Checks for duplicate ids within each list; ids are compared as text. */
export function checkDuplicateIDs(book: BookUnderCheck): void {
  for (const list of LISTS_WITH_IDS) {
    for (const { recordIndex, first } of book.ids[list].duplicates) {
      const id = book.records[list][recordIndex]?.id ?? book.rawText(list, recordIndex, "id") ?? "";
      const message = `${shownID(id)} is already the id of ${list}[${first}]; give one of them another id`;
      book.problem(`${list}[${recordIndex}].id`, message);
    }
  }
}

/** Lists whose names are compared without upper and lower case. */
const IGNORING_CASE: ReadonlySet<BookListName> = new Set([
  "transactionTypes",
  "callOrigins",
  "callRecordings",
]);

/** Checks for duplicates of the names by which records refer to each other. */
export function checkDuplicateNames(book: BookUnderCheck): void {
  const lists = Object.keys(NAME_FIELDS) as (keyof typeof NAME_FIELDS)[];
  for (const list of lists) {
    const field = NAME_FIELDS[list];
    const isFolded = IGNORING_CASE.has(list);
    const known = isFolded ? book.known(list, field, (name) => name.toLowerCase()) : book.names[list];
    for (const { recordIndex, first } of known.duplicates) {
      const record = book.records[list][recordIndex] as Readonly<Record<string, unknown>> | undefined;
      const name = quoteValue(record?.[field] ?? book.rawText(list, recordIndex, field));
      const inAnyCase = isFolded ? ", upper and lower case alike" : "";
      const message = `${name} is already the name of ${list}[${first}]${inAnyCase}; rename one of them`;
      book.problem(`${list}[${recordIndex}].${field}`, message);
    }
  }
}

/** Keys that must be unique within groups of a list. */
interface UniqueKeys<R> {
  readonly list: BookListName;
  readonly field: string;
  readonly groupOf: (record: R) => string;
  readonly keyOf: (record: R) => string | number;
  /** `first` is the path of the first record with the key. */
  readonly message: (record: R, first: string) => string;
}

/** R23: one holiday per day. */
const HOLIDAYS: UniqueKeys<CheckedHoliday> = {
  list: "holidays",
  field: "date",
  groupOf: () => "",
  keyOf: ({ date }) => date,
  message: ({ date }, first) =>
    `${formatCivilDate(date)} is already the date of ${first}; remove one of them`,
};

/** R22: one destination per prefix in a list, direction and kind (prefix or short code). */
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

/** R22: one charge band per code, carrier and direction. */
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

/** Checks for duplicate keys of holidays, destinations, charge bands and names of tariffs. */
export function checkDuplicateKeys(book: BookUnderCheck): void {
  for (const keys of [HOLIDAYS, DESTINATIONS, CHARGE_BANDS, TARIFF_NAMES]) {
    checkKeys(book, keys as UniqueKeys<object>);
  }
}

function checkKeys(book: BookUnderCheck, { list, field, groupOf, keyOf, message }: UniqueKeys<object>): void {
  // A map for each group, to keep keys short.
  const groups = new Map<string, Map<string | number, number>>();
  for (const [recordIndex, record] of book.each(list)) {
    const group = groupOf(record);
    const firstIndexes = madeOnce(groups, group, () => new Map<string | number, number>());
    const key = keyOf(record);
    const first = firstIndexes.get(key);
    if (first === undefined) firstIndexes.set(key, recordIndex);
    else book.problem(`${list}[${recordIndex}].${field}`, message(record, `${list}[${first}]`));
  }
}

/** Limit of compared group names: enough for real books, and an end for hostile ones. */
const MOST_OWNERS_COMPARED = 3_000_000;

/** Whether some customer may use both of two retail tariffs of one currency. */
export class SharedCustomers {
  readonly #book: BookUnderCheck;
  /** By group: the distinct combinations with other groups that customers are in. */
  #combinations: ReadonlyMap<string, ReadonlySet<readonly string[]>> | undefined;
  #left = MOST_OWNERS_COMPARED;

  constructor(book: BookUnderCheck) {
    this.#book = book;
  }

  /** Whether the limit of comparisons is reached; from then on answers are false. */
  get isSpent(): boolean {
    return this.#left < 0;
  }

  canUseBoth(a: CheckedTariff, b: CheckedTariff): boolean {
    if (a.customerID !== undefined && b.customerID !== undefined && a.customerID !== b.customerID)
      return false;
    const customer = this.#book.withID("customers", a.customerID ?? b.customerID);
    if (customer !== undefined) return this.#mayUse(a, customer) && this.#mayUse(b, customer);
    const { customerGroups: first } = a;
    const { customerGroups: second } = b;
    if (first === undefined || second === undefined || this.#share(first, second)) return true;
    // Different groups may have a common customer: look through the combinations of groups.
    for (const group of first) {
      for (const groups of this.#groupsBeside(group)) if (this.#share(second, groups)) return true;
    }
    return false;
  }

  #mayUse(tariff: CheckedTariff, customer: CheckedCustomer): boolean {
    if (this.#book.currencyOf(tariff) !== this.#book.currencyOf(customer)) return false;
    return (
      tariff.customerGroups === undefined || this.#share(tariff.customerGroups, customer.customerGroups ?? [])
    );
  }

  #share(a: readonly string[], b: readonly string[]): boolean {
    this.#left -= a.length * b.length;
    return !this.isSpent && a.some((name) => b.includes(name));
  }

  #groupsBeside(group: string): Iterable<readonly string[]> {
    this.#combinations ??= combinationsOf(this.#book.records.customers);
    return this.#combinations.get(group) ?? [];
  }
}

/** Distinct combinations of groups: few even with many customers. */
function combinationsOf(
  customers: readonly (CheckedCustomer | undefined)[],
): ReadonlyMap<string, ReadonlySet<readonly string[]>> {
  const known = new Set<string>();
  const byGroup = new Map<string, Set<readonly string[]>>();
  for (const customer of customers) {
    const groups = customer?.customerGroups;
    if (groups === undefined || groups.length < 2) continue;
    const key = JSON.stringify(groups);
    if (known.has(key)) continue;
    known.add(key);
    for (const group of groups) madeOnce(byGroup, group, () => new Set<readonly string[]>()).add(groups);
  }
  return byGroup;
}

const SUFFIXES = ["", "2", "3", "4"] as const;

/** Limit of comparisons within shared CLIs: enough for real books, and an end for hostile ones. */
const MOST_NUMBERS_COMPARED = 2_000_000;

/** A spelling of a number: index of the number in its list, and index of the field in SPELLING_FIELDS. */
interface Spelling {
  readonly numberIndex: number;
  readonly field: number;
}

/** A spelling with its conditions on calls beside the CLI. */
interface Claim extends Spelling {
  readonly id: string;
  readonly from: number;
  readonly to: number;
  readonly chargeBand: string | undefined;
  readonly directionFlag: string | undefined;
}

/** Warns of numbers that share a CLI on some day and do not differ in charge band or direction. */
export function warnOfSharedNumbers(book: BookUnderCheck): void {
  const { numbers } = book.records;
  const warnings = new SomeWarnings(book);
  let left = MOST_NUMBERS_COMPARED;
  for (const [canonical, spellings] of sharedSpellings(book)) {
    const claims = spellings.map((spelling) =>
      claimOf(numbers[spelling.numberIndex] as CheckedNumber, spelling),
    );
    claims.sort((a, b) => a.from - b.from || a.numberIndex - b.numberIndex);
    const told = new Set<number>();
    let open: Claim[] = [];
    let firstEnd = Number.POSITIVE_INFINITY;
    for (const claim of claims) {
      if (firstEnd < claim.from) {
        // Drop the claims that ended before this claim begins: no later claim meets them.
        left -= open.length;
        open = open.filter((earlier) => earlier.to >= claim.from);
        firstEnd = open.reduce((end, earlier) => Math.min(end, earlier.to), Number.POSITIVE_INFINITY);
      }
      const at = open.findIndex((earlier) => isRival(claim, earlier));
      left -= at < 0 ? open.length : at + 1;
      if (left <= 0) break;
      open.push(claim);
      firstEnd = Math.min(firstEnd, claim.to);
      const rival = open[at];
      if (rival === undefined) continue;
      const [first, second] = rival.numberIndex < claim.numberIndex ? [rival, claim] : [claim, rival];
      if (told.has(second.numberIndex)) continue;
      told.add(second.numberIndex);
      warnings.add(
        `numbers[${second.numberIndex}].${SPELLING_FIELDS[second.field]}`,
        message(canonical, first, second),
      );
    }
    if (left <= 0) break;
  }
  warnings.close("numbers", "numbers that share a CLI");
  if (left <= 0) book.warn("numbers", "has too many numbers of one CLI to compare all of them");
}

/** The spellings of each canonical number that the book has more than once. */
function sharedSpellings(book: BookUnderCheck): ReadonlyMap<string, Spelling[]> {
  const { numbers } = book.records;
  // Nearly all numbers are in the book once: a spelling packed into one number is enough until a second spelling comes.
  const firsts = new Map<string, number>();
  const shared = new Map<string, Spelling[]>();
  for (let numberIndex = 0; numberIndex < numbers.length; numberIndex++) {
    const number = numbers[numberIndex];
    if (number === undefined) continue;
    for (let field = 0; field < SPELLING_FIELDS.length; field++) {
      const spelling = number[SPELLING_FIELDS[field] as (typeof SPELLING_FIELDS)[number]];
      if (spelling === undefined) continue;
      const canonical = canonicalNumber(spelling, book.settings);
      if (canonical === "") continue;
      const code = numberIndex * SPELLING_FIELDS.length + field;
      const first = firsts.get(canonical);
      if (first === undefined) {
        firsts.set(canonical, code);
        continue;
      }
      madeOnce(shared, canonical, () => [
        { numberIndex: Math.floor(first / SPELLING_FIELDS.length), field: first % SPELLING_FIELDS.length },
      ]).push({ numberIndex, field });
    }
  }
  return shared;
}

function claimOf(number: CheckedNumber, { numberIndex, field }: Spelling): Claim {
  // Charge bands and flags narrow the CDR numbers only, not `number`.
  const suffix = SUFFIXES[field - 1];
  return {
    numberIndex,
    field,
    id: number.id,
    from: number.billableFrom ?? Number.NEGATIVE_INFINITY,
    to: number.billableTo ?? Number.POSITIVE_INFINITY,
    chargeBand: suffix === undefined ? undefined : number[`CDRNumberChargeBand${suffix}`],
    directionFlag: suffix === undefined ? undefined : number[`CDRNumberCallTypeDirectionFlag${suffix}`],
  };
}

/** Whether one call could match both claims, on a day that both are billable. */
function isRival(a: Claim, b: Claim): boolean {
  return (
    a.numberIndex !== b.numberIndex &&
    isCompatible(a.chargeBand, b.chargeBand) &&
    isCompatible(a.directionFlag, b.directionFlag)
  );
}

function isCompatible(a: string | undefined, b: string | undefined): boolean {
  return a === undefined || b === undefined || a === b;
}

function message(canonical: string, first: Claim, second: Claim): string {
  const other = `numbers[${first.numberIndex}].${SPELLING_FIELDS[first.field]} (id ${shownID(first.id)})`;
  return (
    `is the same CLI, ${canonical}, as ${other}, and both are billable ${commonDays(first, second)}: ` +
    "a call of theirs cannot be told apart; end one with billableTo or narrow it by charge band or direction"
  );
}

function commonDays(a: Claim, b: Claim): string {
  const from = Math.max(a.from, b.from);
  const to = Math.min(a.to, b.to);
  if (from === Number.NEGATIVE_INFINITY && to === Number.POSITIVE_INFINITY) return "on every day";
  if (from === Number.NEGATIVE_INFINITY) return `until ${formatCivilDate(to)}`;
  if (to === Number.POSITIVE_INFINITY) return `from ${formatCivilDate(from)} on`;
  return `from ${formatCivilDate(from)} to ${formatCivilDate(to)}`;
}
