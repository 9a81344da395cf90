/** The price list of a preview: the prices that change between two books, and their users. */
import { compareIDs, type FeeChain, type OpenedBook, type OpenedTariff } from "../../book/index.ts";
import {
  addTo,
  type BookData,
  type CheckedTariff,
  isBaseLine,
  RATE_PRICES,
  TARIFF_CLASSES,
} from "../../model/index.ts";
import type { Sides } from "../comparison.ts";
import { ChangedLines, Room } from "./changed-lines.ts";
import { addFeeChanges, addStandardFeatureChanges } from "./fee-prices.ts";
import type {
  ChangedPrices,
  CustomerPrices,
  InheritingTariff,
  PricedRecord,
  PriceList,
} from "./price-list.ts";
import { inheritedName } from "./price-texts.ts";
import { PriceUsers, Users } from "./price-users.ts";
import { addTariffChanges, type TariffSide } from "./tariff-prices.ts";

/** Most moves from tariff to tariff that a list compares. */
const MOST_MOVES = 50;

/** A record that changed, before its lines are compared. */
interface Candidate extends Omit<ChangedPrices, keyof ChangedLines["figures"] | "uses" | "users"> {
  readonly users: Users;
  readonly compare: (changed: ChangedLines) => void;
}

/** A changed record without its users' names. */
interface ChangedRecord {
  readonly record: ChangedPrices;
  readonly users: Users;
  readonly changed: ChangedLines;
}

/**
 * All prices that change between two books. `day` is the day on which users have a price; `nameOf` gives the name of a
 * customer. Null where a book does not have its records, because another thread opened the book.
 */
export function comparePrices(
  before: OpenedBook,
  after: OpenedBook,
  day: number,
  nameOf: (customerID: string) => string | null,
): PriceList | null {
  const comparison = PriceComparison.of(before, after, day);
  if (comparison === undefined) return null;
  const records = Array.from(comparison.changed(), ({ record, users }): ChangedPrices => {
    return { ...record, users: users.named(nameOf) };
  });
  return {
    records,
    changedLines: records.reduce((sum, { changedLines }) => sum + changedLines, 0),
    listedLines: records.reduce((sum, { lines }) => sum + lines.length, 0),
    furtherMoves: comparison.furtherMoves,
  };
}

/**
 * The changed records of each customer: records that the customer has on the day, and records from which the
 * customer's tariffs inherit; a standard feature and a fixed fee tariff reach those whose features do not say themselves
 * what changes. The records come without their users.
 */
export function pricesByCustomer(
  before: OpenedBook,
  after: OpenedBook,
  day: number,
): ReadonlyMap<string, readonly CustomerPrices[]> {
  const byCustomer = new Map<string, CustomerPrices[]>();
  const add = (customerIDs: Iterable<string>, prices: CustomerPrices): void => {
    for (const id of customerIDs) addTo(byCustomer, id, prices);
  };
  const comparison = PriceComparison.of(before, after, day);
  if (comparison === undefined) return byCustomer;
  for (const { record, users, changed } of comparison.changed()) {
    const { hasMore } = changed;
    const { resource, before: old, after: now } = record;
    // The users of a move of a tariff are those who move.
    const isOfFeatures = resource !== "tariffs" && old !== null && now !== null;
    const reached = isOfFeatures ? comparison.reachedBy(resource, now.id, changed) : undefined;
    add(reached ?? users.customerIDs, { record, hasMore, by: null });
    for (const { id, name } of record.inheriting) {
      add(comparison.reachedBy(resource, id, changed), { record, hasMore, by: { id, name } });
    }
  }
  return byCustomer;
}

class PriceComparison {
  readonly #books: Sides<OpenedBook>;
  readonly #data: Sides<BookData>;
  readonly #users: Sides<PriceUsers>;
  readonly #rawTariffs: Sides<ReadonlyMap<string, object>>;
  /** Ids of the tariffs of the book after whose own record is a different object. */
  readonly #changedTariffs = new Set<string>();
  /** Moves that are not among the changed records. */
  furtherMoves = 0;

  constructor(books: Sides<OpenedBook>, data: Sides<BookData>, day: number) {
    this.#books = books;
    this.#data = data;
    this.#users = { before: new PriceUsers(books.before, day), after: new PriceUsers(books.after, day) };
    const byID = ({ tariffs }: BookData): ReadonlyMap<string, object> =>
      new Map((tariffs ?? []).map((record) => [String(record.id), record]));
    this.#rawTariffs = { before: byID(data.before), after: byID(data.after) };
  }

  /** Undefined where a book does not have its records. */
  static of(before: OpenedBook, after: OpenedBook, day: number): PriceComparison | undefined {
    const data = { before: before.source?.data, after: after.source?.data };
    if (data.before === undefined || data.after === undefined) return undefined;
    return new PriceComparison({ before, after }, { before: data.before, after: data.after }, day);
  }

  /** The customers whom changes reach by a record that has or inherits them (R25, R53, R71). */
  reachedBy(
    resource: ChangedPrices["resource"],
    id: string,
    { fields, feeKinds }: ChangedLines,
  ): Iterable<string> {
    const users = this.#users.after;
    if (resource === "standardFeatures") return users.without(id, fields);
    if (resource === "fixedFeeTariffs") return users.paying(id, feeKinds);
    return users.tariffs.get(id).customerIDs;
  }

  *changed(): Generator<ChangedRecord> {
    const candidates = [
      ...this.#tariffs(),
      ...this.#moves(),
      ...this.#fixedFeeTariffs(),
      ...this.#standardFeatures(),
    ];
    const room = new Room();
    for (const { compare, users, ...candidate } of candidates.sort(compareCandidates)) {
      const changed = new ChangedLines(room);
      compare(changed);
      const { figures } = changed;
      const isPresent = candidate.before !== null && candidate.after !== null;
      if (isPresent && !candidate.isMove && figures.changedLines === 0) continue;
      yield { record: { ...candidate, ...figures, uses: users.uses, users: [] }, users, changed };
    }
  }

  #sideOf(side: keyof Sides<unknown>, tariff: OpenedTariff): TariffSide {
    const { id } = tariff.record;
    return { data: this.#data[side], raw: this.#rawTariffs[side].get(id) ?? {}, tariff };
  }

  /** R24: the currency of a record, where it is not the book's. */
  #otherCurrency(currency: string | undefined): Pick<ChangedPrices, "currency"> {
    return currency === undefined || currency === this.#books.after.settings.currency ? {} : { currency };
  }

  #tariffCandidate(
    before: OpenedTariff | undefined,
    after: OpenedTariff | undefined,
    users: Users,
    isMove = false,
  ): Candidate {
    const either = (after ?? before) as OpenedTariff;
    return {
      resource: "tariffs",
      before: recordOf(before?.record),
      after: recordOf(after?.record),
      isMove,
      side: either.isWholesale ? "wholesale" : "retail",
      ...this.#otherCurrency(either.currency),
      tariffClass: either.record.tariffClass,
      users,
      inheriting: after === undefined || isMove ? [] : this.#inheriting(after),
      ownPriced: 0,
      compare: (changed) => {
        if (before === undefined || after === undefined) return;
        addTariffChanges(this.#sideOf("before", before), this.#sideOf("after", after), changed);
      },
    };
  }

  /** Tariffs whose own record differs; a change of an inherited price is listed with the tariff that has the price. */
  #tariffs(): Candidate[] {
    const tariffs = { before: this.#books.before.tables.tariffs, after: this.#books.after.tables.tariffs };
    for (const id of tariffs.after.keys()) {
      if (this.#rawTariffs.before.get(id) !== this.#rawTariffs.after.get(id)) this.#changedTariffs.add(id);
    }
    const removed = [...tariffs.before.keys()].filter((id) => !tariffs.after.has(id));
    return [...this.#changedTariffs, ...removed].map((id) => {
      const [before, after] = [tariffs.before.get(id), tariffs.after.get(id)];
      const users = this.#users[after === undefined ? "before" : "after"];
      return this.#tariffCandidate(before, after, users.tariffs.get(id));
    });
  }

  /** Moves of numbers whose calls of a class go to another tariff than before. */
  #moves(): Candidate[] {
    const { before, after } = this.#books;
    const numbersBefore = new Map(before.tables.byIndex.numbers.map((number) => [number.record.id, number]));
    const groups = new Map<string, { from: OpenedTariff; to: OpenedTariff; users: Users; numbers: number }>();
    for (const number of after.tables.byIndex.numbers) {
      const same = numbersBefore.get(number.record.id);
      if (same === undefined || !this.#users.after.isInForce(number)) continue;
      for (let tariffClass = 0; tariffClass < TARIFF_CLASSES.length; tariffClass++) {
        const fromID = this.#users.before.tariffOf(same, tariffClass);
        const toID = this.#users.after.tariffOf(number, tariffClass);
        if (fromID === toID || fromID === undefined || toID === undefined) continue;
        const key = JSON.stringify([fromID, toID]);
        const from = before.tables.tariffs.get(fromID) as OpenedTariff;
        const to = after.tables.tariffs.get(toID) as OpenedTariff;
        const group = groups.get(key) ?? { from, to, users: new Users(), numbers: 0 };
        group.users.add(number.customer.record.id, "numbers");
        group.numbers++;
        groups.set(key, group);
      }
    }
    const moves = [...groups.values()].sort((a, b) => b.numbers - a.numbers);
    this.furtherMoves = Math.max(0, moves.length - MOST_MOVES);
    return moves
      .slice(0, MOST_MOVES)
      .map(({ from, to, users }) => this.#tariffCandidate(from, to, users, true));
  }

  /** Tariffs that inherit from a changed tariff and whose own record stays the same (R25). */
  #inheriting(changed: OpenedTariff): readonly InheritingTariff[] {
    const { tables, records } = this.#books.after;
    const recordsByID = new Map(records.tariffs.map((record) => [record.id, record]));
    const inheriting: InheritingTariff[] = [];
    for (const tariff of tables.tariffs.values()) {
      if (this.#changedTariffs.has(tariff.record.id)) continue;
      const ownPrices = new Set<string>();
      let at: OpenedTariff | undefined = tariff;
      for (; at !== undefined && at !== changed; at = at.parent) {
        addOwnPrices(recordsByID.get(at.record.id), ownPrices);
      }
      if (at === undefined) continue;
      const { id, name } = tariff.record;
      inheriting.push({
        id,
        name: name ?? id,
        follows: ownPrices.size === 0,
        ownPrices: [...ownPrices],
        uses: this.#users.after.tariffs.get(id).uses,
      });
    }
    return inheriting;
  }

  #fixedFeeTariffs(): Candidate[] {
    const chains = { before: feeChains(this.#books.before), after: feeChains(this.#books.after) };
    const below = new Map<string, FeeChain[]>();
    for (const chain of chains.after.values()) {
      for (const { id } of chain.slice(1)) addTo(below, id, chain);
    }
    return unionOf(chains.before, chains.after).map((id): Candidate => {
      const [before, after] = [chains.before.get(id), chains.after.get(id)];
      const either = (after ?? before) as FeeChain;
      return {
        resource: "fixedFeeTariffs",
        before: recordOf(before?.[0]),
        after: recordOf(after?.[0]),
        isMove: false,
        side: either[0].retail === "wholesale" ? "wholesale" : "retail",
        ...this.#otherCurrency(either[0].currency),
        tariffClass: null,
        users: this.#users[after === undefined ? "before" : "after"].fixedFeeTariffs.get(id),
        inheriting: (below.get(id) ?? []).map((chain) => this.#inheritingFees(id, chain)),
        ownPriced: 0,
        compare: (changed) => {
          if (before !== undefined && after !== undefined) addFeeChanges(before, after, changed);
        },
      };
    });
  }

  /** R52: a fixed fee tariff as one below the parent of the id. */
  #inheritingFees(parentID: string, chain: FeeChain): InheritingTariff {
    const [{ id, name }] = chain;
    const nearer = chain.slice(
      0,
      chain.findIndex((record) => record.id === parentID),
    );
    const follows = nearer.every(({ rates }) =>
      rates.every(({ fixedFeeValue }) => fixedFeeValue === undefined),
    );
    return {
      id,
      name: name ?? id,
      follows,
      ownPrices: follows ? [] : [inheritedName("fixedFeeValue", false)],
      uses: this.#users.after.fixedFeeTariffs.get(id).uses,
    };
  }

  #standardFeatures(): Candidate[] {
    const records = {
      before: new Map(this.#books.before.records.standardFeatures.map((record) => [record.id, record])),
      after: new Map(this.#books.after.records.standardFeatures.map((record) => [record.id, record])),
    };
    return unionOf(records.before, records.after).map((id): Candidate => {
      const [before, after] = [records.before.get(id), records.after.get(id)];
      const users = this.#users[after === undefined ? "before" : "after"];
      return {
        resource: "standardFeatures",
        before: recordOf(before),
        after: recordOf(after),
        isMove: false,
        side: "retail",
        tariffClass: null,
        users: users.standardFeatures.get(id),
        inheriting: [],
        ownPriced: users.ownPriced.get(id).uses.features,
        compare: (changed) => {
          if (before !== undefined && after !== undefined) addStandardFeatureChanges(before, after, changed);
        },
      };
    });
  }
}

function addOwnPrices(record: CheckedTariff | undefined, found: Set<string>): void {
  if (record === undefined) return;
  const { base, rates } = record;
  for (const price of RATE_PRICES) {
    if (base[price] !== undefined) found.add(inheritedName(price, true));
    for (const pattern of rates.patterns) {
      if (pattern[price] !== undefined) found.add(inheritedName(price, isBaseLine(pattern)));
    }
  }
}

function recordOf(record: { readonly id: string; readonly name?: string } | undefined): PricedRecord | null {
  return record === undefined ? null : { id: record.id, name: record.name ?? record.id };
}

/** The fixed fee tariffs of a book with their parents, by id. */
function feeChains({ records, tables }: OpenedBook): ReadonlyMap<string, FeeChain> {
  return new Map(records.fixedFeeTariffs.map((record) => [record.id, tables.fixedFees.chainOf(record)]));
}

function unionOf(
  before: ReadonlyMap<string, unknown>,
  after: ReadonlyMap<string, unknown>,
): readonly string[] {
  return [...new Set([...after.keys(), ...before.keys()])];
}

const RESOURCES: readonly ChangedPrices["resource"][] = ["tariffs", "fixedFeeTariffs", "standardFeatures"];

/** Retail first, then by kind, then the most used, then by id. */
function compareCandidates(a: Candidate, b: Candidate): number {
  const wholesale = ({ side }: Candidate): number => (side === "wholesale" ? 1 : 0);
  const uses = ({ users }: Candidate): number => users.uses.numbers + users.uses.features;
  const id = ({ before, after }: Candidate): string => (after ?? before)?.id ?? "";
  return (
    wholesale(a) - wholesale(b) ||
    RESOURCES.indexOf(a.resource) - RESOURCES.indexOf(b.resource) ||
    uses(b) - uses(a) ||
    compareIDs(id(a), id(b))
  );
}
