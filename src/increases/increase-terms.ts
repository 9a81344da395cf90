/** R56: the request of an increase, read and checked in the order of the errors. */

import { dayNumberOf, parseCivilDate } from "../calendar/index.ts";
import {
  type BookData,
  isBlank,
  isPlainRecord,
  MAX_PRICE,
  nearestName,
  PRICE_DECIMALS,
  quoteValue,
  readText,
} from "../model/index.ts";
import { type Amount, formatUnits, toDecimalText, toUnits } from "../money/index.ts";
import { ActionFailure, failed } from "./action-error.ts";
import {
  INCREASE_FIELDS,
  INCREASE_RESOURCES,
  INCREASE_SCOPES,
  type IncreaseRequest,
  type IncreaseResource,
  VERSION_FIELDS,
  type VersionRequest,
} from "./increase-request.ts";
import type { PriceIncrease } from "./raised-prices.ts";
import { recordsOf } from "./record-of-book.ts";

/** A checked request. */
export interface IncreaseTerms {
  readonly resource: IncreaseResource;
  readonly id: string;
  readonly scope: string;
  readonly change: PriceIncrease;
  /** The percentage or amount as plain decimal text. */
  readonly changeText: string;
  /** Day number; undefined = at once. */
  readonly effectiveDay: number | undefined;
}

/** The kind of request: a change in place, by a caller with an expert level, or a version. */
type RequestKind =
  | { readonly isInPlace: true; readonly expertLevel: unknown }
  | { readonly isInPlace: false };

/** The expert level that changing a record in place needs (R54). */
const IN_PLACE_LEVEL = 5;

const SCALE = 10n ** BigInt(PRICE_DECIMALS);
const BOUNDS = {
  // R50: above -100, at most 1000.
  percent: { least: -100n * SCALE + 1n, most: 1000n * SCALE, words: "above -100 and at most 1000" },
  amount: {
    least: -BigInt(MAX_PRICE) * SCALE,
    most: BigInt(MAX_PRICE) * SCALE,
    words: `-${MAX_PRICE} to ${MAX_PRICE}`,
  },
} as const;

/**
 * Reads a request. A version needs no `expertLevel`.
 *
 * @throws ActionFailure 400501, 403001 (in place only), 404001, 400503, 400502: the first that applies (R56)
 */
export function readTerms(book: BookData, asked: VersionRequest, kind: RequestKind): IncreaseTerms {
  const request: VersionRequest = isPlainRecord(asked) ? asked : ({} as VersionRequest);
  const { resource, id, increaseScope, increasePercent, increaseAmount } = request;
  if (typeof resource !== "string" || !Object.hasOwn(INCREASE_SCOPES, resource)) {
    throw new ActionFailure(
      "unknownAction",
      `Nothing of ${quoteValue(resource)} can be increased; the resource is ${INCREASE_RESOURCES.join(", ")}.`,
    );
  }
  if (kind.isInPlace && !(levelOf(kind.expertLevel) >= IN_PLACE_LEVEL)) {
    throw new ActionFailure("permission", `Changing a record in place needs expert level ${IN_PLACE_LEVEL}.`);
  }
  // A missing record is reported before missing parameters (R56).
  const known = isBlank(id) ? undefined : knownID(book, resource, id);
  if (known === undefined)
    throw new ActionFailure("missingParameters", "Give the id of the record to increase.");
  if (isBlank(increaseScope)) throw new ActionFailure("missingParameters", "Give an increaseScope.");
  if (isBlank(increasePercent) === isBlank(increaseAmount)) {
    throw new ActionFailure("missingParameters", "Give exactly one of increasePercent and increaseAmount.");
  }
  refuseUnknownFields(request, kind.isInPlace ? INCREASE_FIELDS : VERSION_FIELDS, VERSION_FIELDS);
  const scopes: readonly string[] = INCREASE_SCOPES[resource];
  if (!scopes.includes(increaseScope)) {
    throw failed(`${quoteValue(increaseScope)} is not a scope of ${resource}; use ${scopes.join(" or ")}.`);
  }
  const change = isBlank(increasePercent)
    ? readChange("amount", increaseAmount)
    : readChange("percent", increasePercent);
  return {
    resource,
    id: known,
    scope: increaseScope,
    change,
    changeText: formatUnits(change.units, PRICE_DECIMALS),
    effectiveDay: readEffectiveDay(request),
  };
}

/** R54: a level that is no integer counts as 0. */
function levelOf(level: unknown): number {
  return typeof level === "number" && Number.isInteger(level) ? level : 0;
}

function knownID(book: BookData, resource: IncreaseResource, id: unknown): string {
  const text = readText(id);
  if (typeof text === "string" && recordsOf(book, resource).some((record) => String(record.id) === text))
    return text;
  throw new ActionFailure("notFound", `No record of ${resource} has the id ${quoteValue(id)}.`);
}

/**
 * A percentage or an amount within its bounds.
 *
 * @throws ActionFailure 400502 where the value is no percentage or amount within the bounds
 */
export function readChange(kind: "percent" | "amount", value: Amount | null | undefined | ""): PriceIncrease {
  const text = toDecimalText(value);
  const units = text === undefined ? undefined : toUnits(text, PRICE_DECIMALS);
  const { least, most, words } = BOUNDS[kind];
  if (units === undefined || units < least || units > most) {
    const name = kind === "percent" ? "increasePercent" : "increaseAmount";
    const repair = text === undefined ? " Write digits and a point, such as 3.5." : "";
    throw failed(
      `${quoteValue(value)} is no ${name}: ${words}, with at most ${PRICE_DECIMALS} decimal places.${repair}`,
    );
  }
  return { kind, units };
}

function readEffectiveDay({ effectiveDate, resource }: IncreaseRequest): number | undefined {
  if (isBlank(effectiveDate)) return undefined;
  if (resource === "standardFeatures") {
    throw failed("A standard feature has one price for all dates; leave effectiveDate blank.");
  }
  const day = typeof effectiveDate === "string" ? parseCivilDate(effectiveDate) : undefined;
  if (day === undefined) {
    throw failed(`${quoteValue(effectiveDate)} is not a date; write YYYY-MM-DD.`);
  }
  // The days on which calls can start.
  if (day < dayNumberOf(1970, 1, 1) || day > dayNumberOf(2099, 12, 31)) {
    throw failed(`${quoteValue(effectiveDate)} is outside 1970-01-01 to 2099-12-31.`);
  }
  return day;
}

/** Other names of fields, on the command line or by a person. */
const OTHER_WORDS: ReadonlyMap<string, (typeof VERSION_FIELDS)[number]> = new Map([
  ["from", "effectiveDate"],
  ["date", "effectiveDate"],
  ["startDate", "effectiveDate"],
  ["percent", "increasePercent"],
  ["percentage", "increasePercent"],
  ["amount", "increaseAmount"],
  ["scope", "increaseScope"],
]);

/**
 * Refuses fields that are not known.
 *
 * @throws ActionFailure 400502 with the nearest known name
 */
function refuseUnknownFields(request: object, known: readonly string[], ofVersions: readonly string[]): void {
  for (const field of Object.keys(request)) {
    if (known.includes(field)) continue;
    if (field === "expertLevel") {
      throw failed("The expertLevel of the caller is an argument of its own, and no field of the request.");
    }
    if (ofVersions.includes(field)) {
      throw failed(`${field} is of versions; leave it out to change a record in place.`);
    }
    const nearest = OTHER_WORDS.get(field) ?? nearestName(field, known);
    const hint = nearest === undefined ? "" : `; did you mean ${nearest}?`;
    throw failed(`${quoteValue(field)} is not a known field of the request${hint}`);
  }
}
