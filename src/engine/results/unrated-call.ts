/** The results of calls that have no price: in error, or ignored (R31). */
import type { CallErrorCode } from "../../book/index.ts";
import type { ErrorRecord, IgnoredRecord } from "./result-fields.ts";

type Writable<Record> = { -readonly [Field in keyof Record]: Record[Field] };

/** A call that could not be rated, and why. */
export class FailedCall {
  readonly outcome = "error";
  readonly id: string | null;
  readonly line: number | undefined;
  readonly error: CallErrorCode;
  readonly message: string;
  readonly field: string | undefined;

  /** @internal */
  constructor(
    id: string | null,
    line: number | undefined,
    error: CallErrorCode,
    message: string,
    field: string | undefined,
  ) {
    this.id = id;
    this.line = line;
    this.error = error;
    this.message = message;
    this.field = field;
  }

  /** The plain record; `JSON.stringify(result)` uses it. */
  toJSON(): ErrorRecord {
    // Field by field, because spreading takes fifty times as long.
    const record: Partial<Writable<ErrorRecord>> = identity(this);
    record.error = this.error;
    record.message = this.message;
    if (this.field !== undefined) record.field = this.field;
    return record as ErrorRecord;
  }
}

/** A call of a number whose traffic is ignored (R31). */
export class IgnoredCall {
  readonly outcome = "ignored";
  readonly id: string | null;
  readonly line: number | undefined;
  readonly reason: string | null;

  /** @internal */
  constructor(id: string | null, line: number | undefined, reason: string | null) {
    this.id = id;
    this.line = line;
    this.reason = reason;
  }

  /** The plain record; `JSON.stringify(result)` uses it. */
  toJSON(): IgnoredRecord {
    const record: Partial<Writable<IgnoredRecord>> = identity(this);
    record.ignored = true;
    record.reason = this.reason;
    return record as IgnoredRecord;
  }
}

/** How a record names its call: by id, or by its line where it has none (R30). */
export function identity(result: { readonly id: string | null; readonly line: number | undefined }): {
  id?: string;
  line?: number;
} {
  if (result.id !== null) return { id: result.id };
  return result.line === undefined ? {} : { line: result.line };
}

/** The name of a result's call in a sentence. */
export function nameOf(result: { readonly id: string | null; readonly line: number | undefined }): string {
  if (result.id !== null) return `Call ${result.id}`;
  return result.line === undefined ? "A call without an id" : `The call at line ${result.line}`;
}
