/** Errors of the platform's form (H6): the table of all codes, and the error that ends a request. */
import { type ActionError, type BookIssue, issueText } from "../index.ts";

/** Every code: the first three digits are the status. */
export const ERROR_CODES = {
  400001: "Invalid query parameter",
  400002: "Invalid field",
  400003: "Invalid body",
  400501: "Action not recognised",
  400502: "Action failed to execute",
  400503: "Required action parameters missing",
  401001: "API key missing or invalid",
  403001: "Permission denied",
  403002: "Key may only read",
  403003: "Origin refused",
  404001: "Record not found",
  404002: "Resource not provided",
  404003: "No such path",
  405001: "Method not allowed",
  406001: "Not acceptable",
  409001: "In use",
  409002: "Wrong state",
  409003: "Changed meanwhile",
  409004: "Name or id taken",
  409005: "Batch key used with other calls",
  409006: "Implausible jumps",
  413001: "Body too large",
  414001: "Path too long",
  415001: "Unsupported media type",
  500001: "Internal fault",
  503001: "Busy",
} as const;

/** A code of the table. */
type ErrorCode = keyof typeof ERROR_CODES;

/** A fault of a field, with the path to it: `rates[2].cost`. */
export interface FieldProblem {
  readonly path: string;
  readonly message: string;
}

interface ErrorBody {
  /** Short title. */
  readonly error: string;
  readonly error_code: number;
  /** What a person can do about the error. */
  readonly hint: string;
  /** With 400002: all faults at once. */
  readonly problems?: readonly FieldProblem[];
}

/** Further parts of an error, beside its code and hint. */
interface ErrorExtras {
  readonly problems?: readonly FieldProblem[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** The error that ends a request and becomes its answer. The hint reaches the caller: no SQL, no path of the host. */
export class ServerError extends Error {
  override readonly name = "ServerError";
  readonly code: ErrorCode;
  readonly hint: string;
  readonly problems: readonly FieldProblem[] | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, hint: string, extras: ErrorExtras = {}) {
    super(`${code} ${hint}`);
    this.code = code;
    this.hint = hint;
    this.problems = extras.problems;
    this.headers = extras.headers ?? {};
  }

  get status(): number {
    return Math.floor(this.code / 1000);
  }

  get title(): string {
    return ERROR_CODES[this.code];
  }

  get body(): ErrorBody {
    const { title, code, hint, problems } = this;
    return { error: title, error_code: code, hint, ...(problems === undefined ? {} : { problems }) };
  }
}

/** Faults as one sentence; a fault that ends with a question, such as which name was meant, needs no full stop. */
export function sentenceOf(faults: readonly string[]): string {
  return faults.join("; ").replace(/[^?.]$/, "$&.");
}

/** The wait before a caller should ask a busy server again. */
export const RETRY = { headers: { "Retry-After": "1" } } as const;

/** Most problems that one answer lists. */
const MOST_PROBLEMS = 1_000;

/** 400002 for fields; `problems` are all of them. */
export function fieldError(problems: readonly FieldProblem[] | readonly BookIssue[]): ServerError {
  const [first] = problems;
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : "";
  const hint = first === undefined ? "A field is wrong." : `${issueText(first)}${more}`;
  return new ServerError(400002, hint, { problems: problems.slice(0, MOST_PROBLEMS) });
}

/** The error that an action of the library returned (R56). */
export function actionFailure({ error_code, hint }: ActionError): ServerError {
  return new ServerError(error_code, hint);
}
