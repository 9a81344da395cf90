/** R55: an increase as a new record. */

import { formatCivilDate } from "../calendar/index.ts";
import {
  type BookData,
  type CheckedStandardFeature,
  type CheckedTariff,
  type Id,
  isBlank,
  isDefaultTariff,
  isPlainRecord,
  quoteValue,
  RateLines,
  readFlag,
  readText,
  type Tariff,
} from "../model/index.ts";
import { toDecimalText, toUnits } from "../money/index.ts";
import { type ActionError, actionError, answerOf, failed } from "./action-error.ts";
import { applyIncrease, type IncreaseResult } from "./apply-increase.ts";
import { featurePrices, type VersionRequest } from "./increase-request.ts";
import { type IncreaseTerms, readTerms } from "./increase-terms.ts";
import { dayOf } from "./plan-increases.ts";
import { raiseRecord, track } from "./raise-record.ts";
import { type IncreasableRecord, withPriceTexts } from "./raised-prices.ts";
import { readRecord, recordsOf } from "./record-of-book.ts";

/** The result of `createIncreaseVersion`. */
export interface VersionResult extends IncreaseResult {
  /** False where the book already had the version, and where there was nothing to do. */
  readonly created: boolean;
  /** Present and true where the prices of the book's version differ from those of a new increase of the source. */
  readonly stale?: true;
  /**
   * Present and true where the version would be a default for the same calls as its source, which live calls refuse
   * (R24): the version has no `forCarriers` and `forNumberTypes`, or with `keepDefaults` those of the source.
   */
  readonly tiesWithSource?: true;
}

/**
 * A new record with raised prices (R50 … R53, R55, R57, R58); the source does not change. The new id is `newId`, else
 * the highest integer id of the list plus 1; the new name includes the increase. Where the book already has the
 * version (same source, percentage or amount, scope and date), the book's version is returned and nothing is created.
 *
 * A version of a default tariff (R24) would be a default for the same calls, a tie that live calls refuse. So the
 * version is created without `forCarriers` and `forNumberTypes`, and `tiesWithSource` is true. To switch over, move
 * the two lists from the source to the version; `keepDefaults: true` keeps the lists on both tariffs.
 *
 * Never throws because of the request: see `applyIncrease`; no expert level is needed.
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
  // Records that inherit from the source keep their parent, and the source does not change.
  const common = { ...report, children: [] };
  if (isSkipped) return { record: raised, ...common, skipped: true, created: false };
  const known = existingVersion(book, terms);
  if (known !== undefined) {
    const stale = pricesOf(terms, known) === pricesOf(terms, raised) ? {} : ({ stale: true } as const);
    return { record: withPriceTexts(terms.resource, known), ...common, created: false, ...stale };
  }
  const id = isBlank(request.newId) ? nextID(book, terms, raised.id) : freeID(book, terms, request.newId);
  const { revision: _revision, ...tracked } = track(raised, raised.id, terms) as Tariff;
  const version = { ...tracked, ...effectiveDate(terms), id, name: versionName(book, terms, raised) };
  const { checked } = readRecord(terms.resource, version);
  const ties = terms.resource === "tariffs" && isDefaultTariff(checked as CheckedTariff);
  const record = ties && !keepsDefaults ? withoutDefaults(version) : version;
  return { record, ...common, created: true, ...(ties ? ({ tiesWithSource: true } as const) : {}) };
}

/** The version of the same source by the same change; a record that is its own original is no version. */
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

/** R55: the date of an increase, which distinguishes versions. */
function effectiveDate({ effectiveDay }: IncreaseTerms): { effectiveDate?: string } {
  return effectiveDay === undefined ? {} : { effectiveDate: formatCivilDate(effectiveDay) };
}

function readKeepDefaults({ keepDefaults }: VersionRequest): boolean {
  const keeps = readFlag(keepDefaults);
  if (keeps === undefined) {
    throw failed(`${quoteValue(keepDefaults)} is no keepDefaults; write true or false.`);
  }
  return keeps;
}

/** The tariff without the fields of a default (R24). */
function withoutDefaults(record: IncreasableRecord): IncreasableRecord {
  const { forCarriers: _carriers, forNumberTypes: _types, ...rest } = record as Tariff;
  return rest;
}

function unitsOf(value: unknown): bigint | undefined {
  const text = toDecimalText(value);
  return text === undefined ? undefined : toUnits(text, 6);
}

/** The highest integer id of the list plus 1, of the type of the source's id. */
function nextID(book: BookData, { resource }: IncreaseTerms, like: Id): Id {
  let highest: bigint | undefined;
  for (const { id } of recordsOf(book, resource)) {
    if (!/^-?[0-9]{1,30}$/.test(String(id))) continue;
    const integer = BigInt(String(id));
    if (highest === undefined || integer > highest) highest = integer;
  }
  const next = (highest ?? 0n) + 1n;
  if (typeof like === "bigint") return next;
  return typeof like === "number" && Number.isSafeInteger(Number(next)) ? Number(next) : String(next);
}

function freeID(book: BookData, { resource }: IncreaseTerms, id: Id): Id {
  const text = readText(id);
  if (typeof text !== "string") throw failed(`${quoteValue(id)} is not an id.`);
  if (recordsOf(book, resource).some((record) => String(record.id) === text)) {
    throw failed(`${quoteValue(id)} is already the id of a record of ${resource}.`);
  }
  return id;
}

/** `UK +3.5%`, `UK -2%`, `UK +1.25p`, `Lines +£1.25`; with ` (2)` and so on where the name is taken (R20). */
function versionName(book: BookData, terms: IncreaseTerms, source: IncreasableRecord): string {
  const name = `${source.name} ${changeLabel(terms)}`;
  const taken = new Set<string>();
  for (const record of recordsOf(book, terms.resource)) {
    if (sharesNames(terms, record, source)) taken.add(String(record.name));
  }
  if (!taken.has(name)) return name;
  let count = 2;
  while (taken.has(`${name} (${count})`)) count++;
  return `${name} (${count})`;
}

function changeLabel({ change, changeText, resource }: IncreaseTerms): string {
  const sign = change.units < 0n ? "-" : "+";
  const digits = changeText.replace("-", "");
  if (change.kind === "percent") return `${sign}${digits}%`;
  return resource === "tariffs" ? `${sign}${digits}p` : `${sign}£${digits}`;
}

/** R20: a tariff's name is unique within its class and side, any other record's name within its list. */
function sharesNames(terms: IncreaseTerms, record: IncreasableRecord, source: IncreasableRecord): boolean {
  if (terms.resource !== "tariffs") return true;
  const [a, b] = [record as Tariff, source as Tariff];
  return a.tariffClass === b.tariffClass && (a.retail || "retail") === (b.retail || "retail");
}

/**
 * The prices of a record as text, equal however they are spelt: base values and lines in any order of a tariff, lines
 * of a fixed fee tariff, the charges in scope of a standard feature.
 *
 * @throws ActionFailure 400502 where the record is faulty
 */
function pricesOf({ resource, scope }: IncreaseTerms, record: IncreasableRecord): string {
  const { checked } = readRecord(resource, record as Tariff);
  if (resource === "standardFeatures") {
    const feature = checked as unknown as CheckedStandardFeature;
    return JSON.stringify(featurePrices(scope).map((name) => feature[name] ?? null));
  }
  const { base = {}, rates, parentTariff } = checked as CheckedTariff;
  // A fixed fee tariff has a list of records.
  const lines = rates instanceof RateLines ? rates.all : (rates as unknown as readonly object[]);
  return JSON.stringify([parentTariff ?? "", sortedText(base), lines.map(sortedText).sort()]);
}

function sortedText(record: object): string {
  return JSON.stringify(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** An increase with the name of its action. */
export interface ActionRequest extends VersionRequest {
  /** `applyIncrease` or `createIncreaseVersion`. */
  readonly action: string;
}

/**
 * Runs the action that the request names, `applyIncrease` or `createIncreaseVersion`; any other name is error 400501.
 * `expertLevel` is the caller's level according to your login; a version needs no level.
 *
 * @example
 * const answer = performAction({}, { action: "delete", resource: "tariffs", id: 1 }, 5);
 * isActionError(answer) && answer.error_code; // => 400501
 */
export function performAction(
  book: BookData,
  request: ActionRequest,
  expertLevel: number,
): IncreaseResult | VersionResult | ActionError {
  const { action, ...rest }: ActionRequest = isPlainRecord(request) ? request : ({} as ActionRequest);
  switch (action) {
    case "applyIncrease":
      return applyIncrease(book, rest, expertLevel);
    case "createIncreaseVersion":
      return createIncreaseVersion(book, rest);
    default:
      return actionError(
        "unknownAction",
        `${quoteValue(action)} is no action; use applyIncrease or createIncreaseVersion.`,
      );
  }
}
