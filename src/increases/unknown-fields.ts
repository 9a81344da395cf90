/** R56: fields of a request that nobody would read, so that a misspelt date cannot raise prices at once. */
import { nearestName, quoteValue } from "../model/index.ts";
import { ActionFailure } from "./action-error.ts";
import type { VERSION_FIELDS } from "./increase-request.ts";

/** Words by which the command line, or a person, calls a field. */
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
export function refuseUnknownFields(
  request: object,
  known: readonly string[],
  ofVersions: readonly string[],
): void {
  for (const field of Object.keys(request)) {
    if (known.includes(field)) continue;
    if (field === "expertLevel") {
      throw new ActionFailure(
        "failed",
        "The expertLevel of the caller is an argument of its own, and no field of the request.",
      );
    }
    if (ofVersions.includes(field)) {
      throw new ActionFailure("failed", `${field} is of versions; leave it out to change a record in place.`);
    }
    const nearest = OTHER_WORDS.get(field) ?? nearestName(field, known);
    const hint = nearest === undefined ? "" : `; did you mean ${nearest}?`;
    throw new ActionFailure("failed", `${quoteValue(field)} is not a known field of the request${hint}`);
  }
}
