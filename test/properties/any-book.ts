/**
 * Random whole books with calls for them, R20 to R31. Everything refers to what is there: what is drawn are
 * places in lists, and `buildBook` turns them into names and ids, so that nearly every book is valid.
 */
import fc from "fast-check";
import type { BookData } from "../../src/index.ts";
import { anyMultiple, decimal } from "./amounts.ts";
import { anyRateOf, anyUsage, type Row } from "./any-rate.ts";

/** A book, calls for it, and how they are rated. */
export interface BookWithCalls {
  readonly book: Row;
  readonly calls: readonly Row[];
  readonly reclassify: boolean;
}

/** The book as the library takes it. */
export function asData(book: Row): BookData {
  return book as unknown as BookData;
}

const CLASSES = ["national", "mobile", "inbound", "bespoke1"] as const;
const CALL_TYPES: readonly Row[] = [
  { name: "UK Local", tariffClass: "national" },
  { name: "UK National", tariffClass: "national" },
  { name: "Mobile A", tariffClass: "mobile" },
  { name: "Mobile B", tariffClass: "mobile" },
  { name: "Freephone", tariffClass: "inbound" },
  { name: "Special", tariffClass: "bespoke1" },
];
const CARRIERS = ["Northway", "Swan", "*"] as const;
const NUMBER_TYPES = ["SIP", "Analogue", "*"] as const;
const GROUPS = ["Trade", "Staff", "School"] as const;
const BANDS = ["LOC", "NAT", "N1"] as const;
const PERIODS = ["Day", "Evening", "Weekend"] as const;
/** Canonical numbers of other parties. */
const OTHERS = [
  "442079460018",
  "442079460999",
  "441632960123",
  "447700900123",
  "447700900999",
  "18085550100",
  "61291920000",
  "4479",
  "118118",
] as const;
const SHORT_CODES = ["118", "1571", "999", "0800"] as const;
/** Canonical numbers that are billed. */
const BILLED = ["442079460100", "442079460101", "448081570123", "18085550199", "448081570199"] as const;
const DAYS = [
  "2026-03-28",
  "2026-03-29",
  "2026-03-30",
  "2026-10-24",
  "2026-10-25",
  "2026-10-26",
  "2026-07-06",
  "2026-03-08",
  "2026-04-05",
  "2026-10-04",
  "2026-11-01",
] as const;
const SPAN_ENDS = [
  "2025-01-01",
  "2026-03-29",
  "2026-04-01",
  "2026-07-06",
  "2026-10-25",
  "9999-12-31",
] as const;
const STATUSES = ["Active", "dropped", "Ceased", "GONE", ["Live", "Gone"]] as const;
const TIMES = [
  "00:00",
  "00:30:00",
  "00:59:59.999",
  "01:00:00",
  "01:30",
  "01:59:59",
  "02:00:00.500999",
  "02:30",
  "06:59:30",
  "07:00",
  "12:00:00",
  "18:59:30",
  "19:00:00",
  "23:45:00",
] as const;
const CLOCKS = ["", "00:00", "01:15", "01:30", "02:00", "07:00", "19:00"] as const;
/** R11, R3: what books say of the words in flags; some turn the words round that every book knows. */
const CALL_ORIGINS: readonly Row[][] = [
  [],
  [
    { name: "Handy", origin: "mobile" },
    { name: "BOX", origin: "payphone" },
  ],
  [
    { name: "Mobile", origin: "none" },
    { name: "fixed", origin: "payphone" },
  ],
];
const CALL_RECORDINGS: readonly Row[][] = [
  [],
  [
    { name: "Kept", recorded: "yes" },
    { name: "2", recorded: 1 },
    { name: "-", recorded: false },
  ],
  [{ name: "RECORDED", recorded: false }],
];
const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;

/** A place in some list, and by its size a yes or no. */
const place = fc.nat({ max: 23 });

/** An item by its place, counted round. */
function pick<T>(list: readonly T[], at: number): T {
  return list[at % list.length] as T;
}

/** An item for about half of all places, else undefined. */
function maybe<T>(list: readonly T[], at: number): T | undefined {
  return at < 12 || list.length === 0 ? undefined : pick(list, at);
}

/** Whether a place, or a pair of bits, says yes; more often no. */
function rarely(at: number): boolean {
  return at >= 20;
}

function withoutBlanks(record: Row): Row {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}

/** A start and an end of a span of days in the right order, each often blank. */
function span(from: number, to: number, startField: string, endField: string): Row {
  const start = maybe(SPAN_ENDS, from);
  const end = maybe(SPAN_ENDS, to);
  const [first, last] = start !== undefined && end !== undefined && end < start ? [end, start] : [start, end];
  return { [startField]: first, [endField]: last };
}

/** R20: a status, and the day on which it was last dropped or reinstated. */
function dropped(status: number, day: number): Row {
  return { status: maybe(STATUSES, status), updatedDate: maybe(SPAN_ENDS, day) };
}

/** The first record with each key. */
function distinct(records: readonly Row[], key: (record: Row) => string): Row[] {
  const known = new Set<string>();
  return records.filter((record) => {
    const own = key(record);
    if (known.has(own)) return false;
    known.add(own);
    return true;
  });
}

/** the fields of a class. */
function tariffField(tariffClass: string): string {
  return tariffClass === "bespoke1" ? "bespokeTariff1" : `${tariffClass}Tariff`;
}

function markupField(tariffClass: string): string {
  return tariffClass === "bespoke1" ? "bespokeTariff1Markup" : `${tariffClass}Markup`;
}

function defaultField(field: string): string {
  return `default${field.charAt(0).toUpperCase()}${field.slice(1)}`;
}

const cents = fc.integer({ min: -300, max: 6_000 }).map((units) => decimal(units, 2));
/** The price of one book never falls below −100, so that no inherited markup is out of bounds. */
const values = anyRateOf({
  price: cents,
  multiple: anyMultiple(2).filter((multiple) => Number(multiple) <= 100),
  percent: fc.integer({ min: -500, max: 3_000 }).map((units) => decimal(units, 1)),
});

const draws = fc.record({
  /** Whether half of the customers and of the retail tariffs are in another currency than the book. */
  twoCurrencies: place,
  settings: fc.record({
    currency: fc.constantFrom(undefined, "GBP", "EUR"),
    currencyDecimals: fc.constantFrom(undefined, undefined, 0, 3),
    timeZone: fc.constantFrom(undefined, "Europe/London", "America/New_York", "Australia/Lord_Howe"),
    countryCode: fc.constantFrom(undefined, "44", "44", "44", "1", "61"),
    bareDigits: fc.constantFrom(undefined, "international", "national"),
    costDecimals: fc.constantFrom(undefined, 2, 4, 6, 8),
    periodRule: fc.constantFrom(undefined, "start", "split"),
    ambiguousTime: fc.constantFrom(undefined, "earlier", "later", "reject"),
    droppedStatuses: fc.constantFrom(undefined, "Dropped, Gone", ["ceased"]),
  }),
  periods: fc.array(
    fc.record({ name: place, weekdays: fc.subarray([...WEEKDAYS]), from: place, to: place }),
    { maxLength: 5, size: "max" },
  ),
  holidays: fc.array(fc.tuple(place, place), { maxLength: 3 }),
  destinations: fc.array(
    fc.record({
      other: place,
      length: fc.integer({ min: 0, max: 9 }),
      callType: place,
      carrier: place,
      inbound: fc.boolean(),
      short: place,
      location: place,
    }),
    { minLength: 5, maxLength: 30, size: "max" },
  ),
  chargeBands: fc.array(fc.record({ carrier: place, band: place, callType: place, inbound: fc.boolean() }), {
    maxLength: 5,
    size: "max",
  }),
  roundings: fc.array(
    fc.record({ mode: fc.constantFrom("up", "down", "nearest"), multiple: anyMultiple(2) }),
    { minLength: 4, maxLength: 4 },
  ),
  tariffs: fc.array(
    fc.record({
      name: fc.nat({ max: 3 }),
      tariffClass: fc.nat({ max: 5 }),
      wholesale: place,
      parent: place,
      currency: place,
      customer: place,
      groups: fc.subarray([...GROUPS], { maxLength: 2 }),
      isGrouped: place,
      forCarriers: fc.subarray([...CARRIERS]),
      forNumberTypes: fc.subarray([...NUMBER_TYPES]),
      historic: place,
      singleRate: place,
      periodRule: place,
      lookup: place,
      markups: fc.tuple(place, place),
      base: values,
      lines: fc.array(
        fc.record({
          callType: place,
          other: place,
          length: fc.integer({ min: 0, max: 9 }),
          period: place,
          from: place,
          to: place,
          values,
        }),
        { maxLength: 5, size: "max" },
      ),
      baseLines: fc.array(fc.record({ from: place, to: place, values }), { maxLength: 2 }),
    }),
    { minLength: 1, maxLength: 20, size: "max" },
  ),
  customers: fc.array(
    fc.record({
      currency: place,
      dropped: fc.tuple(place, place),
      groups: fc.subarray([...GROUPS]),
      tariffs: fc.array(place, { minLength: 5, maxLength: 5 }),
      markups: fc.array(place, { minLength: 4, maxLength: 4 }),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  numbers: fc.array(
    fc.record({
      customer: place,
      number: place,
      spelling: place,
      cdrNumbers: fc.array(place, { minLength: 4, maxLength: 4 }),
      bands: fc.array(place, { minLength: 4, maxLength: 4 }),
      directions: fc.array(place, { minLength: 4, maxLength: 4 }),
      flags: fc.array(place, { minLength: 4, maxLength: 4 }),
      from: place,
      to: place,
      dropped: fc.tuple(place, place),
      numberType: place,
      callCarrier: place,
      tariffs: fc.array(place, { minLength: 5, maxLength: 5 }),
      markups: fc.array(place, { minLength: 6, maxLength: 6 }),
    }),
    { minLength: 1, maxLength: 5, size: "max" },
  ),
  standardFeatures: fc.array(fc.array(place, { minLength: 5, maxLength: 5 }), { maxLength: 2 }),
  features: fc.array(
    fc.record({
      ofNumber: fc.boolean(),
      owner: place,
      standard: place,
      from: place,
      to: place,
      dropped: fc.tuple(place, place),
      textID: place,
      tariffs: fc.array(place, { minLength: 5, maxLength: 5 }),
    }),
    { maxLength: 6, size: "max" },
  ),
  ignored: fc.array(fc.record({ number: place, spelling: place, from: place, to: place }), { maxLength: 2 }),
  flagWords: fc.tuple(place, place),
  reclassify: place,
});

const calls = fc.record({
  number: place,
  spelling: place,
  useID: place,
  other: place,
  otherSpelling: place,
  inbound: place,
  carrier: place,
  callCarrier: place,
  band: place,
  bandOfCarrier: place,
  callType: place,
  period: place,
  day: place,
  time: place,
  minutes: fc.nat({ max: 1_439 }),
  form: place,
  offset: place,
  location: place,
  hasID: place,
  flagWords: fc.tuple(place, place),
  duration: fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: 0, max: 7_200 }).map(String) },
    { weight: 2, arbitrary: fc.constantFrom("0", "29.999", "30", "60", "1800", "3600", "86400", "172800.5") },
    { weight: 1, arbitrary: fc.constant(undefined) },
  ),
  usage: anyUsage,
});

type Draws = typeof draws extends fc.Arbitrary<infer T> ? T : never;
type CallDraws = typeof calls extends fc.Arbitrary<infer T> ? T : never;

/** Books with up to so many calls. Unbiased: places have to be evenly spread to mean anything. */
export function anyBook(maxCalls: number): fc.Arbitrary<BookWithCalls> {
  return fc
    .noBias(fc.tuple(draws, fc.array(calls, { minLength: 1, maxLength: maxCalls, size: "max" })))
    .map(([drawn, drawnCalls]) => {
      const book = buildBook(drawn);
      return {
        book,
        calls: drawnCalls.map((call, at) => buildCall(call, at, book)),
        reclassify: rarely(drawn.reclassify),
      };
    });
}

function buildBook(drawn: Draws): Row {
  const customers = drawn.customers.map((_, at): unknown => (at === 1 ? "c-1" : at));
  const numbers = drawn.numbers.map((_, at): unknown => (at === 1 ? "n-1" : 10 + at));
  const periods = drawn.periods.map(({ name, weekdays, from, to }) =>
    withoutBlanks({
      name: pick(PERIODS, name),
      weekdays,
      from: pick(CLOCKS, from),
      to: pick([...CLOCKS, "24:00"], to),
    }),
  );
  const periodNames = [...new Set([...periods.map(({ name }) => String(name)), "default"])];
  const tariffs = buildTariffs(drawn, customers, periodNames);
  const standardFeatures = drawn.standardFeatures.map((places, at) =>
    withoutBlanks({ id: 500 + at, name: `Standard ${at}`, ...namedTariffs(places, tariffs) }),
  );
  return {
    ...withoutBlanks(drawn.settings),
    ratingPeriods: periods,
    holidays: distinct(
      drawn.holidays.map(([day, weekday]) =>
        withoutBlanks({ date: pick(DAYS, day), countsAs: maybe(WEEKDAYS, weekday) }),
      ),
      ({ date }) => String(date),
    ),
    callTypes: CALL_TYPES,
    callDirections: [
      { name: "I", direction: "inbound" },
      { name: "O", direction: "outbound" },
    ],
    callOrigins: pick(CALL_ORIGINS, drawn.flagWords[0]),
    callRecordings: pick(CALL_RECORDINGS, drawn.flagWords[1]),
    destinations: distinct(
      [...drawn.destinations.map(buildDestination), ...catchAll(drawn.reclassify)],
      (entry) => JSON.stringify([entry.direction, entry.short, entry.locationCarrier, entry.prefix]),
    ),
    chargeBands: distinct(
      drawn.chargeBands.map(({ carrier, band, callType, inbound }) =>
        withoutBlanks({
          callCarrier: maybe(CARRIERS, carrier),
          chargeBand: pick(BANDS, band),
          tariffType: pick(CALL_TYPES, callType).name,
          direction: inbound ? "inbound" : undefined,
        }),
      ),
      (entry) => JSON.stringify([entry.direction, entry.callCarrier, entry.chargeBand]),
    ),
    roundings: drawn.roundings.map((own, at) => ({ name: `preset${at}`, ...own })),
    tariffs,
    customers: drawn.customers.map(
      ({ currency, dropped: [status, day], groups, tariffs: places, markups }, at) =>
        withoutBlanks({
          id: customers[at],
          ...dropped(status - 8, day - 8),
          currency: currencyAt(currency, rarely(drawn.twoCurrencies)),
          customerGroups: groups,
          ...mapFields(namedTariffs(places, tariffs), defaultField),
          ...mapFields(markupsOf(markups), defaultField),
        }),
    ),
    numbers: drawn.numbers.map((own, at) =>
      withoutBlanks({
        id: numbers[at],
        customerID: pick(customers, own.customer),
        number: spellNumber(pick(BILLED, rarely(own.number) ? own.number : at), own.spelling),
        ...cdrFields(own),
        ...span(own.from - 8, own.to - 8, "billableFrom", "billableTo"),
        ...dropped(own.dropped[0] - 8, own.dropped[1] - 8),
        numberType: maybe(NUMBER_TYPES.slice(0, 2), own.numberType),
        callCarrier: maybe(CARRIERS.slice(0, 2), own.callCarrier),
        ...namedTariffs(own.tariffs, tariffs),
        ...markupsOf(own.markups),
        fallbackMarkupSuggested: percentAt(own.markups[4] ?? 0),
        fallbackMarkup: percentAt(own.markups[5] ?? 0),
      }),
    ),
    standardFeatures,
    features: drawn.features.map((own, at) =>
      withoutBlanks({
        id: rarely(own.textID) ? `f-${at}` : 100 - at,
        [own.ofNumber ? "numberID" : "customerID"]: own.ofNumber
          ? pick(numbers, own.owner)
          : pick(customers, own.owner),
        standardFeature: maybe(standardFeatures, own.standard)?.name,
        ...span(own.from, own.to, "startDate", "endDate"),
        ...dropped(own.dropped[0], own.dropped[1]),
        ...namedTariffs(own.tariffs, tariffs),
      }),
    ),
    ignoredNumbers: drawn.ignored.map(({ number, spelling, from, to }, at) =>
      withoutBlanks({
        // Seldom one of the numbers that calls are billed to, or every call would be ignored.
        number: spellNumber(at === 0 ? "442079460199" : pick(BILLED, number), spelling),
        ...span(from, to, "startDate", "endDate"),
        reason: maybe(["Test line"], spelling),
      }),
    ),
  };
}

function mapFields(record: Row, rename: (field: string) => string): Row {
  return Object.fromEntries(Object.entries(record).map(([field, value]) => [rename(field), value]));
}

function percentAt(at: number): string | undefined {
  return at < 19 ? undefined : String((at - 20) * 12.5);
}

function markupsOf(places: readonly number[]): Row {
  return Object.fromEntries(
    CLASSES.map((tariffClass, at) => [markupField(tariffClass), percentAt(places[at] ?? 0)]),
  );
}

/** For each class and the surcharges a tariff's name, often none. */
function namedTariffs(places: readonly number[], tariffs: readonly Row[]): Row {
  const classes = [...CLASSES, "surcharges"];
  return withoutBlanks(
    Object.fromEntries(
      classes.map((tariffClass, at) => {
        const retail = tariffs.filter((own) => own.tariffClass === tariffClass && own.retail !== "wholesale");
        return [tariffField(tariffClass), maybe(retail, places[at] ?? 0)?.name];
      }),
    ),
  );
}

function cdrFields(own: Draws["numbers"][number]): Row {
  const fields: Row = {};
  for (const [at, suffix] of ["", "2", "3", "4"].entries()) {
    const number = maybe(BILLED, (own.cdrNumbers[at] ?? 0) - 8);
    if (number !== undefined) fields[`CDRNumber${suffix}`] = spellNumber(number, own.spelling + at);
    if (rarely(own.bands[at] ?? 0)) fields[`CDRNumberChargeBand${suffix}`] = pick(BANDS, own.bands[at] ?? 0);
    if (rarely(own.directions[at] ?? 0)) fields[`CDRNumberCallTypeDirectionFlag${suffix}`] = "I";
    if (rarely(own.flags[at] ?? 0)) {
      fields[`useCallTypeOriginationTypeFlag${suffix}`] = pick(
        [false, "Ignore", 0, "USE"],
        own.flags[at] ?? 0,
      );
    }
  }
  return fields;
}

function buildDestination(own: Draws["destinations"][number]): Row {
  const short = rarely(own.short);
  const prefix = short ? pick(SHORT_CODES, own.other) : pick(OTHERS, own.other).slice(0, own.length);
  const inbound = own.inbound && (!short || prefix !== "");
  return withoutBlanks({
    prefix: prefix === "" && !inbound ? "4" : prefix,
    tariffType: pick(CALL_TYPES, own.callType).name,
    location: maybe(["London", "Fife", "Ohio"], own.location),
    locationCarrier: maybe(CARRIERS.slice(0, 2), own.carrier),
    direction: inbound ? "inbound" : undefined,
    short: short ? true : undefined,
  });
}

/** In most books nearly every number has some destination. */
function catchAll(at: number): Row[] {
  if (at % 4 === 0) return [];
  return [
    { prefix: "44", tariffType: "UK National" },
    { prefix: "447", tariffType: "Mobile A" },
    { prefix: "1", tariffType: "UK Local" },
    { prefix: "", tariffType: "Freephone", direction: "inbound" },
  ];
}

/** A currency of the two, or mostly none; none never where a book has records in both. */
function currencyAt(at: number, isInBoth: boolean): string | undefined {
  return isInBoth || rarely(at) ? pick(["GBP", "EUR"], at) : undefined;
}

/** Parents before their children; a child has its parent's class, side and currency. */
function buildTariffs(drawn: Draws, customers: readonly unknown[], periodNames: readonly string[]): Row[] {
  const named = distinct(
    drawn.tariffs.map((own, at) => ({
      at,
      name: `Tariff ${own.name}`,
      tariffClass: pick([...CLASSES, "surcharges", "national"], own.tariffClass),
      retail: own.wholesale >= 16 ? "wholesale" : pick([undefined, "retail"], own.wholesale),
    })),
    (tariff) => JSON.stringify([tariff.name, tariff.tariffClass, tariff.retail === "wholesale"]),
  );
  const built: Row[] = [];
  for (const { at, name, tariffClass, retail } of named) {
    const own = drawn.tariffs[at as number];
    if (own === undefined) continue;
    const isWholesale = retail === "wholesale";
    const family = built.filter(
      (other) => other.tariffClass === tariffClass && (other.retail === "wholesale") === isWholesale,
    );
    const parent = maybe(family, own.parent);
    const isDefault = isWholesale || rarely(own.historic + 4);
    const tariff = withoutBlanks({
      id: at === 2 ? "t-2" : at,
      name,
      tariffClass,
      retail,
      parentTariff: parent?.id,
      currency:
        parent === undefined
          ? currencyAt(own.currency, rarely(drawn.twoCurrencies) && !isWholesale)
          : parent.currency,
      customerID: rarely(own.customer) ? pick(customers, own.customer) : undefined,
      customerGroups: rarely(own.isGrouped) ? own.groups : undefined,
      forCarriers: isDefault ? own.forCarriers : undefined,
      forNumberTypes: isDefault ? own.forNumberTypes.join(",") : undefined,
      availability: rarely(own.historic) ? "Historic" : undefined,
      singleRate: rarely(own.singleRate) ? "Single" : maybe([undefined, false, "time-based"], own.singleRate),
      periodRule: maybe(["start", "split"], own.periodRule),
      locationLookupCarrier: maybe(CARRIERS.slice(0, 2), own.lookup),
      fallbackMarkupSuggested: percentAt(own.markups[0]),
      fallbackMarkup: percentAt(own.markups[1]),
      ...asBase(priced(own.base, isWholesale)),
    });
    const types = CALL_TYPES.filter(
      (type) => tariffClass === "surcharges" || type.tariffClass === tariffClass,
    );
    const baseLines = own.baseLines.map((line) =>
      withoutBlanks({
        base: pick([true, "yes", 1], line.from),
        ...span(line.from, line.to, "startDate", "endDate"),
        ...priced(line.values, isWholesale),
      }),
    );
    const lines = own.lines.map((line) =>
      withoutBlanks({
        tariffType: maybe(types, line.callType)?.name,
        prefix: pick(OTHERS, line.other).slice(0, Math.max(0, line.length - 4)) || undefined,
        tariffTime: maybe(periodNames, line.period),
        ...span(line.from, line.to, "startDate", "endDate"),
        ...priced(line.values, isWholesale),
      }),
    );
    // Base lines stand anywhere among the others.
    tariff.rates = distinct([...lines.slice(0, 1), ...baseLines, ...lines.slice(1)], (line) =>
      JSON.stringify([
        line.base !== undefined,
        line.tariffType,
        line.prefix,
        line.tariffTime,
        line.startDate,
      ]),
    );
    built.push(tariff);
  }
  return built;
}

/** R15: a wholesale tariff has nothing to mark up. */
function priced(rate: Row, isWholesale: boolean): Row {
  const { chargeType, ...rest } = rate;
  const isMarkup = chargeType === "markup" || chargeType === "markupSuggested";
  return isWholesale && isMarkup ? rest : rate;
}

/** The values under the names of a tariff's base fields. */
function asBase(rate: Row): Row {
  return mapFields(rate, (field) => {
    if (field === "chargeType") return "baseType";
    if (field === "chargeZeroDuration") return field;
    return `base${field.charAt(0).toUpperCase()}${field.slice(1)}`;
  });
}

/** One of the ways in which people and switches write a canonical number. */
export function spellNumber(canonical: string, at: number): string {
  const isUK = canonical.startsWith("44");
  const national = isUK ? canonical.slice(2) : canonical;
  switch (at % 8) {
    case 0:
      return canonical;
    case 1:
      return `+${canonical}`;
    case 2:
      return `00${canonical}`;
    case 3:
      return `0${national}`;
    case 4:
      return `+${canonical.slice(0, 2)} ${canonical.slice(2, 5)}-${canonical.slice(5)}`;
    case 5:
      return isUK ? `+44 (0)${national}` : `+${canonical}`;
    case 6:
      return `(${isUK ? "0" : "00"}${national.slice(0, 3)}) ${national.slice(3, 6)}.${national.slice(6)}`;
    default:
      return national;
  }
}

const STRANGE_TARGETS = ["442079460199", "withheld", "", "+44", "12345678901234567890"] as const;
const STRANGE_OTHERS = [
  "",
  "withheld",
  "*67",
  "(0)20 7946",
  "+",
  "123456789012345678",
  "0",
  "00",
  "4.42079E+11",
  "1E+10",
] as const;
const OFFSETS = ["", "", "", "Z", "+01", "-0500", "+11:00"] as const;

function buildCall(own: CallDraws, at: number, book: Row): Row {
  const numbers = book.numbers as readonly Row[];
  const number = pick(numbers, own.number);
  const cli = pick(["number", "number", "CDRNumber", "CDRNumber2", "CDRNumber3", "CDRNumber4"], own.spelling);
  const target =
    own.useID === 19
      ? pick(STRANGE_TARGETS, own.spelling)
      : own.form !== 0
        ? (number[cli] ?? number.number)
        : spellNumber(pick(BILLED, own.number), own.spelling);
  const isShort = rarely(own.otherSpelling);
  const external = isShort
    ? pick([...SHORT_CODES, ...STRANGE_OTHERS], own.other)
    : spellNumber(pick(OTHERS, own.other), own.otherSpelling);
  return withoutBlanks({
    ...own.usage,
    id: rarely(own.hasID) ? undefined : at,
    // Few of them, so that several calls have one: of one carrier or of two, in either direction, and both legs.
    carrierCallID: own.hasID < 6 ? own.hasID % 2 : undefined,
    aLegID: own.location % 3 === 0 ? at : undefined,
    target,
    numberID: rarely(own.useID) ? (own.useID === 23 ? 999 : number.id) : undefined,
    external,
    callTypeDirectionFlag: own.inbound >= 14 ? "I" : pick([undefined, "O", "T"], own.inbound),
    carrier: maybe(CARRIERS.slice(0, 2), own.carrier),
    callCarrier: rarely(own.callCarrier) ? pick(CARRIERS, own.callCarrier) : undefined,
    chargeBand: own.band >= 17 ? pick(BANDS, own.band) : undefined,
    tariffTypeCarrier: rarely(own.bandOfCarrier) ? pick(BANDS, own.bandOfCarrier) : undefined,
    tariffType:
      own.callType >= 17 ? pick([...CALL_TYPES, { name: "Unheard of" }], own.callType).name : undefined,
    tariffTime: rarely(own.period) ? pick([...PERIODS, "Unheard of"], own.period) : undefined,
    location: maybe(["Leeds"], own.location),
    ...flagsOf(own),
    ...start(own),
    // Now and then a whole year.
    duration: own.duration ?? (own.minutes < 200 ? own.usage.duration : undefined),
  });
}

/** R3, R11: flags in words that only some books know. */
function flagsOf({ flagWords: [origin, recording] }: CallDraws): Row {
  return {
    ...(rarely(origin) && { callTypeOriginationTypeFlag: pick(["handy", "Box", "FIXED"], origin) }),
    ...(rarely(recording) && { callTypeRecordingFlag: pick(["kept", 2, "-", "Recorded"], recording) }),
  };
}

/** R23: the start in its various forms. */
function start(own: CallDraws): Row {
  const day = pick(DAYS, own.day);
  const time = own.time < 16 ? pick(TIMES, own.time) : clockOf(own.minutes);
  const offset = pick(OFFSETS, own.offset);
  switch (own.form % 6) {
    case 0:
      return { startTime: `${day}T${time}${offset}` };
    case 1:
      return { startDate: `${day} ${time}${offset}` };
    case 2:
      return own.form > 18 ? { startDate: day } : { startDate: day, startTime: time };
    default:
      return { startDate: day, startTime: `${time}${offset}` };
  }
}

function clockOf(minutes: number): string {
  const two = (part: number): string => String(part).padStart(2, "0");
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}:00`;
}
