/** R56: errors of an action, in the platform's format. */

/** The error of an action, in the platform's format. */
export interface ActionError {
  /** Short title. */
  readonly error: string;
  readonly error_code: ActionErrorCode;
  /** What a person can do about the error. */
  readonly hint: string;
}

/** Error codes in the order of the checks (R56). */
export const ACTION_ERROR_CODES = {
  unknownAction: 400501,
  permission: 403001,
  notFound: 404001,
  missingParameters: 400503,
  failed: 400502,
} as const;

/** A code of `ACTION_ERROR_CODES`. */
export type ActionErrorCode = (typeof ACTION_ERROR_CODES)[keyof typeof ACTION_ERROR_CODES];

const TITLES: Readonly<Record<keyof typeof ACTION_ERROR_CODES, string>> = {
  unknownAction: "Action not recognised",
  permission: "Permission denied",
  notFound: "Record not found",
  missingParameters: "Required action parameters missing",
  failed: "Action failed to execute",
};

export function actionError(kind: keyof typeof ACTION_ERROR_CODES, hint: string): ActionError {
  return { error: TITLES[kind], error_code: ACTION_ERROR_CODES[kind], hint };
}

/**
 * Whether an action's answer is an error object rather than a result.
 *
 * @example
 * isActionError(applyIncrease({}, { resource: "tariffs", id: 1 }, 5)); // => true
 */
export function isActionError(answer: object): answer is ActionError {
  return "error_code" in answer;
}

/** Thrown within an action that cannot continue; never leaves this folder. */
export class ActionFailure extends Error {
  readonly answer: ActionError;

  constructor(kind: keyof typeof ACTION_ERROR_CODES, hint: string) {
    super(hint);
    this.answer = actionError(kind, hint);
  }
}

/** The failure of an action whose request is well formed (400502). */
export function failed(hint: string): ActionFailure {
  return new ActionFailure("failed", hint);
}

/** The result of `work`, or the error object of its ActionFailure. */
export function answerOf<T extends object>(work: () => T): T | ActionError {
  try {
    return work();
  } catch (failure) {
    if (failure instanceof ActionFailure) return failure.answer;
    throw failure;
  }
}
