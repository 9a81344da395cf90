/** R55: an increase as a new record. */
import { formatCivilDate } from "../calendar/index.ts";
import {
  type BookData,
  type Id,
  isBlank,
  quoteValue,
  readFlag,
  readText,
  type Tariff,
} from "../model/index.ts";
import { toDecimalText, toUnits } from "../money/index.ts";
import { type ActionError, ActionFailure, answerOf } from "./action-error.ts";
import type { IncreaseResult } from "./apply-increase.ts";
import type { VersionRequest } from "./increase-request.ts";
import { type IncreaseTerms, readTerms } from "./increase-terms.ts";
import type { IncreasableRecord } from "./increased-record.ts";
import { dayOf } from "./plan-owners.ts";
import { withPriceTexts } from "./price-texts.ts";
import { raiseRecord, track } from "./raise-record.ts";
import { readRecord, recordsOf } from "./record-of-book.ts";
import { hasSamePrices } from "./same-prices.ts";
import { versionName } from "./version-name.ts";

/** What `createIncreaseVersion` gives. */
export interface VersionResult extends IncreaseResult {
  /** False where the book already had the version, and where there was nothing to do. */
  readonly created: boolean;
  /** Present and true where the version the book has no longer is what an increase of the source would give. */
  readonly stale?: true;
  /**
   * Present and true where the version would be a default for the same calls as its source, which live calls refuse
   * (R24): it has no `forCarriers` and `forNumberTypes`, or with `keepDefaults` those of the source.
   */
  readonly tiesWithSource?: true;
}

/**
 * A new record with raised prices (R50 … R53, R55, R57, R58); the source stays as it is. Its id is `newId`, else
 * one more than the highest integer id of the list; its name says by how much. Where the book already has the
 * version (same source, percentage or amount, scope and date), that one is returned and nothing is created.
 *
 * A version of a default tariff (R24) would be a default for the same calls, a tie that live calls refuse. So it is
 * created without `forCarriers` and `forNumberTypes`, and `tiesWithSource` says so. To switch over, move the two
 * lists from the source to the version; `keepDefaults: true` keeps them on both.
 *
 * Never throws for what is asked: see `applyIncrease`; no expert level is needed.
 *
 * @example
 * const book = { tariffs: [{ id: 1, name: "UK", tariffClass: "national" as const, baseCost: "1.25" }] };
 * const version = createIncreaseVersion(book, {
 *   resource: "tariffs", id: 1, increaseScope: "costOnly", increasePercent: "3.50",
 * });
 * !isActionError(version) && version.record.name; // => "UK +3.5%"
 * !isActionError(version) && version.record.id; // => 2
 */
export function createIncreaseVersion(book: BookData, request: VersionRequest): VersionResult | ActionError {
  return answerOf(() => createVersion(book, request));
}

function createVersion(book: BookData, request: VersionRequest): VersionResult {
  const terms = readTerms(book, request, { isInPlace: false });
  const keepsDefaults = readKeepDefaults(request);
  const { record: raised, isSkipped, ...report } = raiseRecord(book, terms);
  // What inherits from the source stays with it, and the source does not change.
  const common = { ...report, children: [] };
  if (isSkipped) return { record: raised, ...common, skipped: true, created: false };
  const known = existingVersion(book, terms);
  if (known !== undefined) {
    const stale = hasSamePrices(terms, known, raised) ? {} : ({ stale: true } as const);
    return { record: withPriceTexts(terms.resource, known), ...common, created: false, ...stale };
  }
  const id = isBlank(request.newId) ? nextID(book, terms, raised.id) : freeID(book, terms, request.newId);
  const ties = terms.resource === "tariffs" && isDefaultTariff(raised);
  const tracked = track(raised, raised.id, terms);
  const own = ties && !keepsDefaults ? withoutDefaults(tracked) : tracked;
  const record = { ...own, ...effectiveDate(terms), id, name: versionName(book, terms, raised) };
  readRecord(terms.resource, record as Tariff);
  return { record, ...common, created: true, ...(ties ? ({ tiesWithSource: true } as const) : {}) };
}

/** A version of the same source by the same change; a record that is its own original is none. */
function existingVersion(book: BookData, terms: IncreaseTerms): IncreasableRecord | undefined {
  const records: readonly IncreasableRecord[] = recordsOf(book, terms.resource);
  return records.find(
    ({ id, increaseOriginalID, increasePercent, increaseAmount, increaseScope, ...more }) =>
      String(increaseOriginalID) === terms.id &&
      String(id) !== terms.id &&
      increaseScope === terms.scope &&
      unitsOf(increasePercent) === (terms.change.kind === "percent" ? terms.change.units : undefined) &&
      unitsOf(increaseAmount) === (terms.change.kind === "amount" ? terms.change.units : undefined) &&
      dayOf((more as Tariff).effectiveDate) === terms.effectiveDay,
  );
}

/** R55: the date of an increase, which tells versions apart. */
function effectiveDate({ effectiveDay }: IncreaseTerms): { effectiveDate?: string } {
  return effectiveDay === undefined ? {} : { effectiveDate: formatCivilDate(effectiveDay) };
}

function readKeepDefaults({ keepDefaults }: VersionRequest): boolean {
  const keeps = readFlag(keepDefaults);
  if (keeps === undefined) {
    throw new ActionFailure("failed", `${quoteValue(keepDefaults)} is no keepDefaults; write true or false.`);
  }
  return keeps;
}

/** A tariff that calls are given only where somebody names it. */
function withoutDefaults(record: IncreasableRecord): IncreasableRecord {
  const { forCarriers: _carriers, forNumberTypes: _types, ...rest } = record as Tariff;
  return rest;
}

function unitsOf(value: unknown): bigint | undefined {
  const text = toDecimalText(value);
  return text === undefined ? undefined : toUnits(text, 6);
}

/** One more than the highest integer id of the list, of the kind of the source's id. */
function nextID(book: BookData, { resource }: IncreaseTerms, like: Id): Id {
  let highest: bigint | undefined;
  for (const { id } of recordsOf(book, resource)) {
    if (!/^-?[0-9]{1,30}$/.test(String(id))) continue;
    const own = BigInt(String(id));
    if (highest === undefined || own > highest) highest = own;
  }
  const next = (highest ?? 0n) + 1n;
  if (typeof like === "bigint") return next;
  return typeof like === "number" && Number.isSafeInteger(Number(next)) ? Number(next) : String(next);
}

function freeID(book: BookData, { resource }: IncreaseTerms, id: Id): Id {
  const text = readText(id);
  if (typeof text !== "string") throw new ActionFailure("failed", `${quoteValue(id)} is not an id.`);
  if (recordsOf(book, resource).some((record) => String(record.id) === text)) {
    throw new ActionFailure("failed", `${quoteValue(id)} is already the id of a record of ${resource}.`);
  }
  return id;
}

/** R24: whether calls may be given the tariff without anyone naming it. */
function isDefaultTariff(record: IncreasableRecord): boolean {
  const { forCarriers, forNumberTypes, availability } = record as Tariff;
  const isNamed = [forCarriers, forNumberTypes].some((names) => !isBlank(names) && names.length > 0);
  return isNamed && availability !== "Historic";
}
