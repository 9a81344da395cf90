/** The error codes of a call, by precedence: a call gets the first that applies. */
export const CALL_ERROR_CODES = [
  "malformed-record",
  "duplicate-call",
  "unregistered-number",
  "ambiguous-number",
  "number-not-billable",
  "unknown-call-type",
  "class-conflict",
  "no-tariff",
  "ambiguous-tariff",
  "tariff-not-allowed",
  "currency-mismatch",
  "no-rate",
  "no-carrier-cost",
] as const;

/** Why a call could not be rated. */
export type CallErrorCode = (typeof CALL_ERROR_CODES)[number];

/** Why a step of rating failed: the code, a message for a person, and the call's field at fault, if any. */
export class Refusal {
  readonly code: CallErrorCode;
  readonly message: string;
  readonly field: string | undefined;

  constructor(code: CallErrorCode, message: string, field?: string) {
    this.code = code;
    this.message = message;
    this.field = field;
  }
}
