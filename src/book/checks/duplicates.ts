/** R20: ids, names and keys that only one record may have. */
import { formatCivilDate } from "../../calendar/index.ts";
import { type BookListName, quoteValue } from "../../model/index.ts";
import { type BookUnderCheck, LISTS_WITH_IDS, NAME_FIELDS, shownID } from "./book-under-check.ts";
import { type Duplicate, KnownNames } from "./known-names.ts";

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

/** R22: destinations of one list, direction and kind with one prefix. */
export function checkDuplicateDestinations(book: BookUnderCheck): void {
  const groups = new KeyGroups(book);
  for (const [place, entry] of book.each("destinations")) {
    const { direction, short, locationCarrier = "", prefix } = entry;
    const first = groups.firstOf(`${direction} ${short} ${locationCarrier}`, prefix, place);
    if (first === undefined) continue;
    const what = short ? "short code" : "prefix";
    const where = locationCarrier === "" ? "the general list" : `the list of ${quoteValue(locationCarrier)}`;
    book.problem(
      `destinations[${place}].prefix`,
      `${quoteValue(prefix)} is already the ${direction} ${what} of destinations[${first}] in ${where}; remove one of them`,
    );
  }
}

/** R22: charge bands of one carrier and direction with one code. */
export function checkDuplicateChargeBands(book: BookUnderCheck): void {
  const groups = new KeyGroups(book);
  for (const [place, entry] of book.each("chargeBands")) {
    const { direction, callCarrier = "", chargeBand } = entry;
    const first = groups.firstOf(`${direction} ${callCarrier}`, chargeBand, place);
    if (first === undefined) continue;
    const whose = callCarrier === "" ? "any carrier" : quoteValue(callCarrier);
    book.problem(
      `chargeBands[${place}].chargeBand`,
      `${quoteValue(chargeBand)} is already the ${direction} band of chargeBands[${first}] for ${whose}; remove one of them`,
    );
  }
}

/** R23: a day counts as one weekday. */
export function checkDuplicateHolidays(book: BookUnderCheck): void {
  const places = new Map<number, number>();
  for (const [place, holiday] of book.each("holidays")) {
    const first = places.get(holiday.date);
    if (first === undefined) places.set(holiday.date, place);
    else {
      const message = `${formatCivilDate(holiday.date)} is already the date of holidays[${first}]; remove one of them`;
      book.problem(`holidays[${place}].date`, message);
    }
  }
}

/** R20: a tariff's name is unique within its class and its retail or wholesale side. */
export function checkDuplicateTariffNames(book: BookUnderCheck): void {
  const groups = new KeyGroups(book);
  for (const [place, tariff] of book.each("tariffs")) {
    const { retail: side = "retail", tariffClass, name } = tariff;
    const first = groups.firstOf(`${side} ${tariffClass}`, name, place);
    if (first === undefined) continue;
    book.problem(
      `tariffs[${place}].name`,
      `${quoteValue(name)} is already the name of tariffs[${first}], another ${side} tariff of the class ${tariffClass}; rename one of them`,
    );
  }
}

/** Keys that must be unique within groups: a map for each group keeps keys short. */
class KeyGroups {
  readonly #groups = new Map<string, KnownNames>();
  readonly #book: BookUnderCheck;

  constructor(book: BookUnderCheck) {
    this.#book = book;
  }

  /** The place that has the key already; where there is none, `place` has it from now on. */
  firstOf(group: string, key: string, place: number): number | undefined {
    let known = this.#groups.get(group);
    if (known === undefined) {
      known = new KnownNames(this.#book.budget);
      this.#groups.set(group, known);
    }
    const first = known.placeOf(key);
    if (first === undefined) known.add(key, place);
    return first;
  }
}
