/** R56: an action by its name, as the platform is asked for it. */
import { type BookData, isPlainRecord, quoteValue } from "../model/index.ts";
import { type ActionError, actionError } from "./action-error.ts";
import { applyIncrease, type IncreaseResult } from "./apply-increase.ts";
import { createIncreaseVersion, type VersionResult } from "./create-increase-version.ts";
import type { VersionRequest } from "./increase-request.ts";

/** An increase with the name of its action. */
export interface ActionRequest extends VersionRequest {
  /** `applyIncrease` or `createIncreaseVersion`. */
  readonly action: string;
}

/**
 * `applyIncrease` or `createIncreaseVersion`, whichever the request names; any other is error 400501. `expertLevel`
 * is the caller's, as whoever let the caller in knows it; a version needs none.
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
