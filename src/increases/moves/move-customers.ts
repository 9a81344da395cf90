/** Moves customers to other tariffs: records name the new tariff instead, and defaults are handed over (R24). */
import {
  type BookData,
  type CheckedTariff,
  classFields,
  currencyOfRaw,
  type FixedFeeTariff,
  type Id,
  isDefaultTariff,
  quoteValue,
  type Tariff,
} from "../../model/index.ts";
import { type ActionError, ActionFailure, answerOf, failed } from "../action-error.ts";
import type { Fields } from "../raised-prices.ts";
import { checkedTariff, defaultOf, Owners, recordsNaming } from "./owners.ts";

/** The move of all customers on the tariff `from` to the tariff `to`, both by id. */
export interface CustomerMove {
  /** Default `tariffs`. */
  readonly resource?: "tariffs" | "fixedFeeTariffs";
  readonly from: Id;
  readonly to: Id;
}

/** The result of one move. */
export interface MoveResult {
  /** Names of the two tariffs. */
  readonly from: string;
  readonly to: string;
  /** Customers that name the tariff or have a number, service or feature on the tariff, and their numbers on it. */
  readonly customers: number;
  readonly numbers: number;
  /** Records in which a name was changed. */
  readonly records: number;
  /** Whether the old tariff was a default (R24); the new tariff is now the default. */
  readonly isDefault: boolean;
}

/** A book after moves of customers. */
export interface MovedCustomers {
  readonly book: BookData;
  readonly moves: readonly MoveResult[];
  /** Over all moves, each customer and number counted once. */
  readonly customers: number;
  readonly numbers: number;
}

type RecordsByList = Record<string, readonly Fields[]>;

/**
 * A new book in which all customers of a tariff are on another tariff: customers, numbers, services, features and
 * standard features name the other tariff, and a default hands over `forCarriers` and `forNumberTypes`. All moves are
 * computed from the original book, so that two tariffs can exchange customers. Tariffs that inherit do not change, nor
 * does the book passed in.
 *
 * Never throws because of the request: an error object has 404001 for an id that the book does not have, 400502 for
 * two tariffs that cannot replace each other, a default that cannot be handed over, and a move of no customer.
 *
 * @example
 * const moved = moveCustomers(
 *   {
 *     tariffs: [
 *       { id: 1, name: "UK", tariffClass: "national", baseCost: 1 },
 *       { id: 2, name: "UK +3.5%", tariffClass: "national", baseCost: "1.035" },
 *     ],
 *     customers: [{ id: 7, defaultNationalTariff: "UK" }],
 *   },
 *   [{ from: 1, to: 2 }],
 * );
 * !isActionError(moved) && moved.book.customers?.[0]?.defaultNationalTariff; // => "UK +3.5%"
 */
export function moveCustomers(book: BookData, moves: readonly CustomerMove[]): MovedCustomers | ActionError {
  return answerOf(() => {
    const pairs = moves.map((move) => pairOf(book, move));
    const seen = new Set<string>();
    const defaultsOf = new Map<Named, Named>();
    for (const { resource, from, to, isDefault } of pairs) {
      const key = `${resource} ${from.id}`;
      if (seen.has(key)) throw failed(`${from.name} is to be moved twice.`);
      seen.add(key);
      if (!isDefault) continue;
      // One pair of forCarriers and forNumberTypes cannot stand for the pairs of two defaults.
      const other = defaultsOf.get(to);
      if (other !== undefined) {
        throw noHandOver({ from, to }, `${to.name} is to be the default in place of ${other.name}`);
      }
      defaultsOf.set(to, from);
    }
    const owners = new Owners(book);
    const lists: RecordsByList = {};
    const customers = new Set<string>();
    const numbers = new Set<string>();
    const results = pairs.map((pair) => {
      const reached = movePair(book, pair, owners, lists);
      for (const id of reached.customers) customers.add(id);
      for (const id of reached.numbers) numbers.add(id);
      return reached.result;
    });
    const tariffs = withDefaults(book, pairs);
    return {
      book: { ...book, ...lists, ...(tariffs && { tariffs }) } as BookData,
      moves: results,
      customers: customers.size,
      numbers: numbers.size,
    };
  });
}

type Named = Tariff | FixedFeeTariff;

interface Pair {
  readonly resource: "tariffs" | "fixedFeeTariffs";
  readonly from: Named;
  readonly to: Named;
  /** The field that names the tariff in numbers, services, features and standard features, and in customers. */
  readonly field: string;
  readonly customerField: string;
  /** Whether the tariff is a default, which applies to calls of records that name no tariff (R24). */
  readonly isDefault: boolean;
}

function pairOf(book: BookData, { resource = "tariffs", from: fromID, to: toID }: CustomerMove): Pair {
  const records: readonly Named[] = book[resource] ?? [];
  const find = (id: Id): Named => {
    const record = records.find((candidate) => String(candidate.id) === String(id));
    if (record !== undefined) return record;
    throw new ActionFailure("notFound", `No record of ${resource} has the id ${quoteValue(id)}.`);
  };
  const [from, to] = [find(fromID), find(toID)];
  const what = `${from.name} cannot give its customers to ${to.name}`;
  if (from === to) throw failed(`${what}: they are one tariff.`);
  if (from.retail === "wholesale" || to.retail === "wholesale") {
    throw failed(`${what}: customers are on retail tariffs, and one of them is wholesale.`);
  }
  if (resource === "fixedFeeTariffs") {
    const field = "fixedFeeTariff";
    return { resource, from, to, field, customerField: field, isDefault: false };
  }
  const { tariffClass } = from as Tariff;
  if ((to as Tariff).tariffClass !== tariffClass) {
    throw failed(`${what}: they are of different classes, ${tariffClass} and ${(to as Tariff).tariffClass}.`);
  }
  const { tariff: field, defaultTariff: customerField } = classFields(tariffClass);
  const checked = defaultOf(from as Tariff);
  const isDefault = checked !== undefined;
  if (isDefault) requireHandOver(book, checked, checkedTariff(to as Tariff));
  return { resource, from, to, field, customerField, isDefault };
}

/** R24: another restriction would give the default to other customers, or to fewer. */
function requireHandOver(book: BookData, from: CheckedTariff, to: CheckedTariff): void {
  const why = (reason: string): ActionFailure => noHandOver({ from, to }, reason);
  if (isDefaultTariff(to))
    throw why(`${to.name} is a default, too; change forCarriers or forNumberTypes of one`);
  if (to.availability === "Historic") throw why(`${to.name} is Historic`);
  const restrictionOf = (tariff: CheckedTariff): string => {
    const { customerID = "", customerGroups = [] } = tariff;
    return JSON.stringify([customerID, [...customerGroups].sort(), currencyOfRaw(book, tariff)]);
  };
  if (restrictionOf(from) !== restrictionOf(to))
    throw why("they are for different customers, groups or currencies");
}

function noHandOver(
  { from, to }: { readonly from: Named | CheckedTariff; readonly to: Named | CheckedTariff },
  reason: string,
): ActionFailure {
  const what = `${from.name} cannot give its customers to ${to.name} as the default that it is`;
  return failed(`${what}: ${reason}.`);
}

interface Reached {
  readonly customers: ReadonlySet<string>;
  readonly numbers: ReadonlySet<string>;
  readonly result: MoveResult;
}

/** Renames in `lists`, which collects the records of all moves; the original book gives the customers reached. */
function movePair(book: BookData, pair: Pair, owners: Owners, lists: RecordsByList): Reached {
  const { from, to, field, customerField, isDefault } = pair;
  let renamed = 0;
  const named = recordsNaming(book, String(from.name), { field, customerField });
  for (const [list, found] of named) {
    if (found.length === 0) continue;
    renamed += found.length;
    const key = list === "customers" ? customerField : field;
    const isFound = new Set(found);
    const records = (book[list] ?? []) as readonly Fields[];
    const changed = lists[list] ?? records;
    lists[list] = records.map((record, at) =>
      isFound.has(record) ? { ...changed[at], [key]: to.name } : (changed[at] as Fields),
    );
  }
  const checked = isDefault ? defaultOf(from as Tariff) : undefined;
  const { customers, numbers } = owners.reached(named, { field, customerField, defaultTariff: checked });
  if (customers.size === 0) {
    const isFee = pair.resource === "fixedFeeTariffs";
    const why =
      renamed > 0
        ? "what names it belongs to no customer"
        : `no customer, number, service, feature or standard feature names it${isFee ? "" : isDefault ? ", and no number is left to it as a default" : ", and it is no default"}`;
    throw failed(`Nobody is on ${from.name}: ${why}.`);
  }
  const counts = { customers: customers.size, numbers: numbers.size, records: renamed };
  return {
    customers,
    numbers,
    result: { from: String(from.name), to: String(to.name), ...counts, isDefault },
  };
}

/** The tariffs with the defaults handed over; undefined where no tariff is a default. */
function withDefaults(book: BookData, pairs: readonly Pair[]): readonly Tariff[] | undefined {
  const given = new Map<Named, Tariff>();
  for (const { from, to, isDefault } of pairs) {
    if (!isDefault) continue;
    const { forCarriers, forNumberTypes, ...rest } = from as Tariff;
    given.set(from, rest as Tariff);
    given.set(to, {
      ...(to as Tariff),
      ...(forCarriers !== undefined && { forCarriers }),
      ...(forNumberTypes !== undefined && { forNumberTypes }),
    });
  }
  return given.size === 0 ? undefined : (book.tariffs ?? []).map((tariff) => given.get(tariff) ?? tariff);
}
