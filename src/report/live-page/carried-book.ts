/** The book of a live page: only the data of customers, numbers and features that price its calls. */
import type { BookData, OpenedBook, RateLine, Tariff } from "../../index.ts";
import {
  classMarkups,
  classTariffs,
  defaultClassMarkups,
  defaultClassTariffs,
  type FieldGroup,
  isBlank,
} from "../../model/index.ts";
import type { CarriedCalls } from "./carried-calls.ts";

type Fields = Readonly<Record<string, unknown>>;

const namesOf = (group: FieldGroup<object>): string[] => [...group.fields.keys()];
const TARIFF_NAMES = namesOf(classTariffs);
const DEFAULT_TARIFF_NAMES = namesOf(defaultClassTariffs);

const CUSTOMER_FIELDS = [
  ...["id", "currency", "customerGroups", "companyName", "firstnames", "lastname", "status", "updatedDate"],
  ...DEFAULT_TARIFF_NAMES,
  ...namesOf(defaultClassMarkups),
];
const numbered = (name: string): string[] => ["", "2", "3", "4"].map((which) => `${name}${which}`);
const NUMBER_FIELDS = [
  ...["id", "customerID", "number", "numberType", "callCarrier", "billableFrom", "billableTo", "status"],
  ...["updatedDate", "fallbackMarkupSuggested", "fallbackMarkup"],
  ...numbered("CDRNumber"),
  ...numbered("CDRNumberChargeBand"),
  ...numbered("CDRNumberCallTypeDirectionFlag"),
  ...numbered("useCallTypeOriginationTypeFlag"),
  ...TARIFF_NAMES,
  ...namesOf(classMarkups),
];
const FEATURE_FIELDS = [
  ...["id", "customerID", "numberID", "standardFeature", "startDate", "endDate", "status", "updatedDate"],
  ...TARIFF_NAMES,
];
const STANDARD_FEATURE_FIELDS = ["id", "name", ...TARIFF_NAMES];

/** Lists that are carried whole: they are short and hold no personal data. */
const WHOLE_LISTS = [
  "ratingPeriods",
  "holidays",
  "callDirections",
  "callOrigins",
  "callRecordings",
  "roundings",
] as const;

const SETTINGS = [
  ...["currency", "currencyDecimals", "timeZone", "countryCode", "bareDigits", "costDecimals", "periodRule"],
  ...["ambiguousTime", "droppedStatuses"],
];

/** The part of a book that prices the calls. */
export function carriedBook(data: BookData, book: OpenedBook, calls: CarriedCalls): BookData {
  const { byIndex } = book.tables;
  const numberIDs = new Set<string>();
  const customerIDs = new Set<string>();
  for (const numberIndex of calls.met.numbers) {
    const number = byIndex.numbers[numberIndex];
    if (number === undefined) continue;
    numberIDs.add(number.record.id);
    customerIDs.add(number.customer.record.id);
  }
  const numbers = recordsWith(data.numbers, NUMBER_FIELDS, ({ id }) => numberIDs.has(String(id)));
  const features = recordsWith(
    data.features,
    FEATURE_FIELDS,
    ({ customerID, numberID }) => customerIDs.has(String(customerID)) || numberIDs.has(String(numberID)),
  );
  const standardFeatures = recordsWith(data.standardFeatures, STANDARD_FEATURE_FIELDS, () => true);
  const named = new Set<string>();
  const isCarriedCustomer = ({ id }: Fields): boolean => customerIDs.has(String(id));
  for (const record of [...numbers, ...features, ...standardFeatures]) {
    for (const field of TARIFF_NAMES) if (!isBlank(record[field])) named.add(String(record[field]));
  }
  for (const record of recordsWith(data.customers, DEFAULT_TARIFF_NAMES, isCarriedCustomer)) {
    for (const field of DEFAULT_TARIFF_NAMES) if (!isBlank(record[field])) named.add(String(record[field]));
  }
  const tariffs = tariffsMet(data, book, calls, named);
  for (const { customerID } of tariffs) if (!isBlank(customerID)) customerIDs.add(String(customerID));
  const prefixes = calls.prefixesMet();
  const names = calls.namesMet();
  const chargeBands = (data.chargeBands ?? []).filter(({ chargeBand }) => names.has(String(chargeBand)));
  const destinations = (data.destinations ?? []).filter(
    ({ prefix }) => isBlank(prefix) || prefixes.has(String(prefix)),
  );
  const types = new Set([...names, ...chargeBands.map(typeOf), ...destinations.map(typeOf)]);
  for (const callTypeIndex of calls.met.callTypes) {
    const type = book.tables.callTypes.callTypes[callTypeIndex];
    if (type !== undefined) types.add(type.name);
  }
  const linesMet = (tariff: Tariff): RateLine[] => {
    const met = prefixesMetBy(tariff, tariffs, book, calls) ?? prefixes;
    const isMet = ({ tariffType, prefix }: RateLine): boolean =>
      (isBlank(tariffType) || types.has(String(tariffType))) && (isBlank(prefix) || met.has(String(prefix)));
    return (tariff.rates ?? []).filter(isMet);
  };
  const settings = Object.entries(data).filter(([name]) => SETTINGS.includes(name));
  const lists = Object.entries(data).filter(([name]) => (WHOLE_LISTS as readonly string[]).includes(name));
  return {
    ...Object.fromEntries([...settings, ...lists]),
    callTypes: (data.callTypes ?? []).map(({ name, tariffClass }) => ({ name, tariffClass })),
    destinations,
    chargeBands,
    tariffs: tariffs.map(({ description: _, baseDiscountPlan: _plan, ...tariff }) => ({
      ...tariff,
      // Discount plans are not carried.
      ...(tariff.rates && { rates: linesMet(tariff).map(({ discountPlan: _, ...line }) => line) }),
    })),
    customers: recordsWith(data.customers, CUSTOMER_FIELDS, isCarriedCustomer),
    numbers,
    features,
    standardFeatures,
  } as unknown as BookData;
}

/**
 * The prefixes of the calls that a tariff prices, itself or through tariffs that inherit from it; undefined where other
 * calls may use its lines: lines of wholesale and surcharge tariffs are looked up beside the tariff of a call (R28,
 * R29).
 */
function prefixesMetBy(
  tariff: Tariff,
  tariffs: readonly Tariff[],
  book: OpenedBook,
  calls: CarriedCalls,
): ReadonlySet<string> | undefined {
  if (tariff.retail === "wholesale" || tariff.tariffClass === "surcharges") return undefined;
  const { tariffs: opened } = book.tables.byIndex;
  const priced = [...calls.met.tariffs].filter((tariffIndex) => {
    const id = opened[tariffIndex]?.record.id;
    return id !== undefined && withParents(tariffs, [id]).has(String(tariff.id));
  });
  return calls.prefixesMetBy(priced);
}

function typeOf({ tariffType }: { readonly tariffType: unknown }): string {
  return String(tariffType);
}

/** The wanted records, with the given fields only. */
function recordsWith(
  list: readonly object[] | null | undefined,
  fields: readonly string[],
  isWanted: (record: Fields) => boolean,
): Fields[] {
  const wanted = ((list ?? []) as readonly Fields[]).filter(isWanted);
  return wanted.map((record) =>
    Object.fromEntries(fields.flatMap((name) => (isBlank(record[name]) ? [] : [[name, record[name]]]))),
  );
}

/** Retail tariffs that price a call or could be chosen for a call, all wholesale tariffs, and the parents of both. */
function tariffsMet(
  data: BookData,
  book: OpenedBook,
  calls: CarriedCalls,
  named: ReadonlySet<string>,
): readonly Tariff[] {
  const tariffs = data.tariffs ?? [];
  const chosen = tariffs.filter(
    ({ name, retail, forCarriers, forNumberTypes }) =>
      retail === "wholesale" || !isBlank(forCarriers) || !isBlank(forNumberTypes) || named.has(name),
  );
  const met = withParents(tariffs, [
    ...chosen.map(({ id }) => String(id)),
    ...tariffsInUse(tariffs, book, calls),
  ]);
  return tariffs.filter(({ id }) => met.has(String(id)));
}

/** The ids of the retail tariffs that price the calls, and of their parents. */
export function tariffsInUse(
  tariffs: readonly Tariff[],
  book: OpenedBook,
  calls: CarriedCalls,
): ReadonlySet<string> {
  const { byIndex } = book.tables;
  return withParents(
    tariffs,
    [...calls.met.tariffs].flatMap((tariffIndex) => byIndex.tariffs[tariffIndex]?.record.id ?? []),
  );
}

function withParents(tariffs: readonly Tariff[], ids: readonly string[]): ReadonlySet<string> {
  const parents = new Map(
    tariffs.flatMap(({ id, parentTariff }) =>
      isBlank(parentTariff) ? [] : [[String(id), String(parentTariff)]],
    ),
  );
  const met = new Set<string>();
  for (const id of ids) {
    for (let next: string | undefined = id; next !== undefined && !met.has(next); next = parents.get(next)) {
      met.add(next);
    }
  }
  return met;
}
