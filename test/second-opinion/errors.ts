/** R30: the error codes of a call. Where several apply, the first of this list. */
export const CODES: readonly string[] = [
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
];

export class CallError extends Error {
  readonly code: string;
  readonly field: string | null;

  constructor(code: string, message: string, field: string | null = null) {
    super(message);
    this.code = code;
    this.field = field;
  }
}

export function malformed(field: string, message: string): CallError {
  return new CallError("malformed-record", message, field);
}

/** True where `a` stands before `b` in this list. */
export function comesBefore(a: CallError, b: CallError): boolean {
  return CODES.indexOf(a.code) < CODES.indexOf(b.code);
}

/** What a step gave: its value, or the error of the call it raised. */
export type Outcome<T> = { value: T; error: null } | { value: null; error: CallError };

export function attempt<T>(step: () => T): Outcome<T> {
  try {
    return { value: step(), error: null };
  } catch (error) {
    if (error instanceof CallError) return { value: null, error };
    throw error;
  }
}
