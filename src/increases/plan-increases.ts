/** The annual increases that are due on a date. The fields are for planning: a date alone never increases a price. */
import { civilDateParts, type DayNumber, formatCivilDate, parseCivilDate } from "../calendar/index.ts";
import {
  addTo,
  type BookData,
  DroppedStatuses,
  type Feature,
  type Id,
  isBlank,
  isPlainRecord,
  type NumberRecord,
  PRICE_DECIMALS,
  quoteValue,
} from "../model/index.ts";
import { type Amount, formatUnits } from "../money/index.ts";
import { knownOptions, unknownName } from "../names/index.ts";
import { ActionFailure } from "./action-error.ts";
import { readChange } from "./increase-terms.ts";

/** The increase of a profile on the date: one of the two fields. An amount is in the record's unit, pounds or pence. */
export interface PlanProfile {
  readonly percent?: Amount | null | undefined;
  readonly amount?: Amount | null | undefined;
}

/** The options of planning. */
export interface PlanOptions {
  /** `YYYY-MM-DD`. */
  readonly on: string;
  /** By the name of the profile: `CPI`, `RPI`, `Fixed Amount`. */
  readonly profiles: Readonly<Record<string, PlanProfile>>;
}

const checkOptions = knownOptions<PlanOptions>("planIncreases", { on: "any", profiles: "any" });

/** A record, and the records that its annual increase fields come from. */
export interface PlannedItem {
  readonly resource: PlannedResource;
  readonly id: string;
  /** Id of the customer at the end of the record's owners; null without a customer. */
  readonly customerID: string | null;
  readonly referenceDate: string | null;
  readonly profileFrom: { readonly resource: PlannedResource; readonly id: string };
  readonly referenceDateFrom: { readonly resource: PlannedResource; readonly id: string } | null;
}

/** The records that are due under one profile. */
export interface PlannedProfile {
  readonly profile: string;
  /** Plain decimal text in one of the two fields; both fields are null where the options do not have the profile. */
  readonly percent: string | null;
  readonly amount: string | null;
  readonly due: readonly PlannedItem[];
}

/** A plan. */
export interface IncreasePlan {
  readonly on: string;
  /** Profiles with anything due, in the order of their names. */
  readonly profiles: readonly PlannedProfile[];
  /** Records with a profile and a missing or invalid reference date: never due, to be checked by a person. */
  readonly undated: readonly PlannedItem[];
}

/** The profile of records that are never increased. */
const NEVER = "None";

/**
 * The records that are due on a date by the annual increase profiles and reference dates of customers, numbers,
 * services and features. Each of the two fields is taken from the nearest record that sets the field: the record
 * itself, then its number or service, then its customer. A record in force on the date is due in each year after the
 * year of its reference date, on the day and month of the reference date; 29 February counts as 28 February in common
 * years. The profile `None` is never due.
 *
 * @throws TypeError where an option is not known
 * @throws RangeError where `on` is no date, or a profile does not have exactly one valid percentage or amount
 * @example
 * const plan = planIncreases(
 *   { customers: [{ id: 7, annualIncreaseProfile: "CPI", annualIncreaseReferenceDate: "2024-02-29" }] },
 *   { on: "2026-02-28", profiles: { CPI: { percent: "3.50" } } },
 * );
 * plan.profiles[0]?.percent; // => "3.5"
 * plan.profiles[0]?.due[0]?.id; // => "7"
 */
export function planIncreases(book: BookData, options: PlanOptions): IncreasePlan {
  checkOptions(options);
  const day = dayOf(options.on);
  if (day === undefined) throw new RangeError(`planIncreases: ${quoteValue(options.on)} is not a date.`);
  const changes = new Map(
    Object.entries(options.profiles).map(([name, profile]) => [name, readProfile(name, profile)]),
  );
  const owners = new PlanOwners(book);
  const due = new Map<string, PlannedItem[]>();
  const undated: PlannedItem[] = [];
  for (const owner of owners.all()) {
    if (!owners.isInForce(owner, day)) continue;
    const chain = [...owners.chainOf(owner)];
    const profileOwner = chain.find(({ record }) => !isBlank(record.annualIncreaseProfile));
    const profile = profileOwner?.record.annualIncreaseProfile;
    if (profileOwner === undefined || isBlank(profile) || profile === NEVER) continue;
    const dateOwner = chain.find(({ record }) => !isBlank(record.annualIncreaseReferenceDate));
    const reference = dayOf(dateOwner?.record.annualIncreaseReferenceDate);
    const item = plannedItem(owner, chain, profileOwner, dateOwner);
    if (reference === undefined) undated.push(item);
    else if (isAnniversary(reference, day)) addTo(due, profile, item);
  }
  const profiles = [...due]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([profile, items]) => ({
      profile,
      ...(changes.get(profile) ?? { percent: null, amount: null }),
      due: items,
    }));
  return { on: options.on, profiles, undated };
}

function plannedItem(
  owner: PlannedOwner,
  chain: readonly PlannedOwner[],
  profileOwner: PlannedOwner,
  dateOwner: PlannedOwner | undefined,
): PlannedItem {
  const top = chain.at(-1);
  return {
    ...referenceTo(owner),
    customerID: top?.resource === "customers" ? String(top.record.id) : null,
    referenceDate: dateOwner?.record.annualIncreaseReferenceDate ?? null,
    profileFrom: referenceTo(profileOwner),
    referenceDateFrom: dateOwner === undefined ? null : referenceTo(dateOwner),
  };
}

function referenceTo({ resource, record }: PlannedOwner): { resource: PlannedResource; id: string } {
  return { resource, id: String(record.id satisfies Id) };
}

/** Whether a day is the anniversary of an earlier one. */
function isAnniversary(reference: DayNumber, day: DayNumber): boolean {
  const then = civilDateParts(reference);
  const now = civilDateParts(day);
  if (now.year <= then.year || now.month !== then.month) return false;
  if (now.day === then.day) return true;
  // 29 February in a common year: the last day of the month.
  return then.month === 2 && then.day === 29 && now.day === 28 && formatCivilDate(day + 1).endsWith("-03-01");
}

const PROFILE_FIELDS: readonly (keyof PlanProfile)[] = ["percent", "amount"];

function readProfile(name: string, profile: PlanProfile): { percent: string | null; amount: string | null } {
  const { percent, amount, ...others }: PlanProfile = isPlainRecord(profile) ? profile : {};
  const [other] = Object.keys(others);
  if (other !== undefined) {
    const what = `${quoteValue(other)} ${unknownName(other, PROFILE_FIELDS)}`;
    throw new RangeError(`planIncreases: profile ${quoteValue(name)}: ${what}`);
  }
  if (isBlank(percent) === isBlank(amount)) {
    throw new RangeError(
      `planIncreases: profile ${quoteValue(name)} needs a percent or an amount, one of the two.`,
    );
  }
  try {
    const { kind, units } = isBlank(percent) ? readChange("amount", amount) : readChange("percent", percent);
    const text = formatUnits(units, PRICE_DECIMALS);
    return kind === "percent" ? { percent: text, amount: null } : { percent: null, amount: text };
  } catch (failure) {
    if (!(failure instanceof ActionFailure)) throw failure;
    throw new RangeError(`planIncreases: profile ${quoteValue(name)}: ${failure.message}`);
  }
}

/** The lists whose records have annual increase fields, each list before the lists of its owners. */
export type PlannedResource = "features" | "numbers" | "services" | "customers";

/** A record with annual increase fields, as far as planning reads it. */
type PlannedRecord = Feature & Pick<NumberRecord, "billableFrom" | "billableTo">;

/** A record and its list. */
interface PlannedOwner {
  readonly resource: PlannedResource;
  readonly record: PlannedRecord;
}

/** The records of a book with their owners. */
class PlanOwners {
  readonly #byID: Readonly<Record<PlannedResource, ReadonlyMap<string, PlannedRecord>>>;

  readonly #dropped: DroppedStatuses;

  constructor(book: BookData) {
    this.#dropped = DroppedStatuses.ofBook(book.droppedStatuses);
    this.#byID = {
      customers: byID(book.customers),
      numbers: byID(book.numbers),
      services: byID(book.services),
      features: byID(book.features),
    };
  }

  /** All records, customers first, each list in its order. */
  *all(): Generator<PlannedOwner> {
    for (const resource of ["customers", "numbers", "services", "features"] as const) {
      for (const record of this.#byID[resource].values()) yield { resource, record };
    }
  }

  /** A record and its owners, nearest first. */
  *chainOf(start: PlannedOwner): Generator<PlannedOwner> {
    let owner: PlannedOwner | undefined = start;
    while (owner !== undefined) {
      yield owner;
      owner = this.#ownerOf(owner);
    }
  }

  #ownerOf({ resource, record }: PlannedOwner): PlannedOwner | undefined {
    if (resource === "customers") return undefined;
    const { numberID, serviceID, customerID } = record;
    if (resource === "features" && !isBlank(numberID)) return this.#find("numbers", numberID);
    if (resource === "features" && !isBlank(serviceID)) return this.#find("services", serviceID);
    return isBlank(customerID) ? undefined : this.#find("customers", customerID);
  }

  /**
   * Whether a record is in force on a day: by its own dates (inclusive, blank = open); where the end is open, by its
   * last drop, and a number also by its customer's last drop (R20).
   */
  isInForce({ resource, record }: PlannedOwner, day: number): boolean {
    const from = dayOf(record.startDate) ?? dayOf(record.billableFrom) ?? Number.NEGATIVE_INFINITY;
    const end = dayOf(record.endDate) ?? dayOf(record.billableTo);
    if (end !== undefined) return from <= day && day <= end;
    const customer =
      resource === "numbers" && !isBlank(record.customerID)
        ? this.#find("customers", record.customerID)?.record
        : undefined;
    const drops = [record, customer ?? {}].map((dated) => this.#dropped.lastDayOfRaw(dated));
    return from <= day && drops.every((last) => last === undefined || day <= last);
  }

  #find(resource: PlannedResource, id: Id): PlannedOwner | undefined {
    const record = this.#byID[resource].get(String(id));
    return record === undefined ? undefined : { resource, record };
  }
}

function byID(list: readonly PlannedRecord[] | null | undefined): ReadonlyMap<string, PlannedRecord> {
  return new Map((list ?? []).map((record) => [String(record.id), record]));
}

/** The day number of a date; undefined for a blank and for anything else. */
export function dayOf(date: string | null | undefined): number | undefined {
  return typeof date === "string" ? parseCivilDate(date) : undefined;
}
