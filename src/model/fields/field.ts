/** A kind of field: a function that reads a value, and a schema of values as a record may write them. */
import * as z from "zod";
import { isBlank } from "./blank.ts";

/** Why a value does not fit its field: a sentence part that follows the field's path. */
export class Fault {
  readonly message: string;
  constructor(message: string) {
    this.message = message;
  }
}

/** Reads a value that is not blank, or returns a Fault. */
export type FieldReader = (value: unknown) => unknown;

/** Error messages of a schema: the messages of the function that reads the value. */
export interface ReaderMessages {
  readonly error: (issue: z.core.$ZodRawIssue) => string | undefined;
}

const READERS = new WeakMap<z.ZodType, FieldReader>();
const WRITTEN = new WeakMap<z.ZodType, (messages?: ReaderMessages) => z.ZodType>();

/**
 * A field's schema from the function that reads the field. `written` makes the schema of values as a record may write
 * them, which must accept all values that `read` accepts; values that `read` refuses are refused in any case.
 */
export function field<T, Written = unknown>(
  read: (value: unknown) => T | Fault,
  written: (messages: ReaderMessages) => z.ZodType = () => z.unknown(),
): z.ZodType<T, Written> {
  const schema = z.unknown().transform((value, context) => {
    const result = read(value);
    if (!(result instanceof Fault)) return result;
    context.addIssue({ code: "custom", message: result.message });
    return z.NEVER;
  });
  READERS.set(schema, read);
  const messages: ReaderMessages = {
    error: ({ input }) => {
      if (isBlank(input)) return "is required";
      const result = read(input);
      return result instanceof Fault ? result.message : undefined;
    },
  };
  writtenAs(schema, () => {
    const kind = written(messages);
    return kind.refine((value) => !(read(value) instanceof Fault), messages).meta(kind.meta() ?? {});
  });
  return schema as unknown as z.ZodType<T, Written>;
}

/** A fault of a record or a list of records, with its path. */
interface RecordIssue {
  readonly code: "custom";
  readonly path: PropertyKey[];
  readonly message: string;
  /** Whether the fault is of several fields or a whole list, not of one field by itself. */
  readonly params: { readonly isAcross: boolean };
}

/** Faults of a record, or of a list of records. */
export class NestedFaults extends Fault {
  readonly issues: readonly RecordIssue[];
  constructor(issues: readonly RecordIssue[]) {
    super("has faults");
    this.issues = issues;
  }
}

/** Reports a fault of a record or a list, with its path. */
export type TellFault = (path: readonly PropertyKey[], message: string, isAcross?: boolean) => void;

/** The schema of a record or a list from the function that reads the value and reports all faults. */
export function composite<T>(readPart: (value: unknown, tell: TellFault) => T): z.ZodType<T> {
  const read = (value: unknown): T | NestedFaults => {
    let issues: RecordIssue[] | undefined;
    const result = readPart(value, (path, message, isAcross = false) => {
      issues ??= [];
      issues.push({ code: "custom", path: [...path], message, params: { isAcross } });
    });
    return issues === undefined ? result : new NestedFaults(issues);
  };
  const schema = z.unknown().transform((value, context): T => {
    const result = read(value);
    if (!(result instanceof NestedFaults)) return result;
    for (const issue of result.issues) context.addIssue({ ...issue });
    return z.NEVER;
  });
  READERS.set(schema, read);
  return schema;
}

/** Reads a value by a schema that `composite` made: the result, or all faults. */
export function readComposite<T>(schema: z.ZodType<T>, value: unknown): T | NestedFaults {
  return (readerOf(schema) as (value: unknown) => T | NestedFaults)(value);
}

/**
 * The function of a field's schema, where the schema was made from a function. Records call the function directly: the
 * same result as from the schema, without the result and context objects that zod allocates for each of a million
 * values.
 */
export function readerOf(schema: z.ZodType): FieldReader | undefined {
  return READERS.get(schema);
}

/** Registers the schema of values as a record may write them, for a schema that reads values; made on first use. */
export function writtenAs(schema: z.ZodType, written: () => z.ZodType): void {
  let made: z.ZodType | undefined;
  WRITTEN.set(schema, () => {
    made ??= written();
    return made;
  });
}

/** Names the written form of a schema, so that JSON Schemas define the form once and refer to it by name. */
export function namedInSchemas(schema: z.ZodType, id: string): void {
  const written = WRITTEN.get(schema);
  if (written !== undefined) writtenAs(schema, () => written().meta({ id }));
}

/** The schema of values as a record may write them, for a schema that reads values: valid values come out unchanged. */
export function writtenOf(schema: z.ZodType): z.ZodType {
  return WRITTEN.get(schema)?.() ?? z.unknown();
}

/**
 * A value that does not fit its field, kept until the field is needed: rating calls does not need the field, so its
 * fault must not prevent opening the book. The code that needs the field reports the fault.
 */
export interface Unreadable {
  /** The fault; follows the field's name in a sentence. */
  readonly fault: string;
}

/** A kind of field that reads a value with a fault as `Unreadable`. */
export function orUnreadable<T, Written>(kind: z.ZodType<T, Written>): z.ZodType<T | Unreadable, Written> {
  const read = readerOf(kind);
  if (read === undefined) throw new TypeError("orUnreadable takes kinds that field() made.");
  return field((value) => {
    const result = read(value);
    return result instanceof Fault ? { fault: result.message } : (result as T);
  });
}
