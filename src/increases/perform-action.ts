/** R56: an action by its name, as the platform is asked for it. */
import { type BookData, quoteValue } from "../model/index.ts";
import { type ActionError, actionError } from "./action-error.ts";
import { applyIncrease, type IncreaseResult } from "./apply-increase.ts";
import { createIncreaseVersion, type VersionResult } from "./create-increase-version.ts";
import type { IncreaseRequest } from "./increase-request.ts";

/** An increase with the name of its action. */
export interface ActionRequest extends IncreaseRequest {
  /** `applyIncrease` or `createIncreaseVersion`. */
  readonly action: string;
}

/**
 * `applyIncrease` or `createIncreaseVersion`, whichever the request names; any other is error 400501.
 *
 * @example
 * const answer = performAction({}, { action: "delete", resource: "tariffs", id: 1 });
 * isActionError(answer) && answer.error_code; // => 400501
 */
export function performAction(
  book: BookData,
  request: ActionRequest,
): IncreaseResult | VersionResult | ActionError {
  switch (request.action) {
    case "applyIncrease":
      return applyIncrease(book, request);
    case "createIncreaseVersion":
      return createIncreaseVersion(book, request);
    default:
      return actionError(
        "unknownAction",
        `${quoteValue(request.action)} is no action; use applyIncrease or createIncreaseVersion.`,
      );
  }
}
