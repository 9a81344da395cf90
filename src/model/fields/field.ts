/** What a kind of field is made of: a function that reads a value, and a schema that says how a record may write it. */
import * as z from "zod";
import { isBlank } from "./blank.ts";

/** Why a value does not fit its field: a sentence part that follows the field's path. */
export class Fault {
  readonly message: string;
  constructor(message: string) {
    this.message = message;
  }
}

/** Reads a value that is not blank, or says why it does not fit. */
export type FieldReader = (value: unknown) => unknown;

/** What a schema says where a value does not fit it: what reading the value says. */
export interface ReaderMessages {
  readonly error: (issue: { readonly input?: unknown }) => string | undefined;
}

const READERS = new WeakMap<z.ZodType, FieldReader>();
const WRITTEN = new WeakMap<z.ZodType, (messages?: ReaderMessages) => z.ZodType>();

/**
 * A field's schema from the function that reads it. `written` makes the schema of values as a record may write them; it
 * may let through what reading refuses, and nothing else.
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

/** What is wrong with a record or a list of records, and where. */
interface RecordIssue {
  readonly code: "custom";
  readonly path: PropertyKey[];
  readonly message: string;
  /** Whether no field of a record has the fault by itself. */
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

/** Tells a fault of a record or a list, with the path to it. */
export type TellFault = (path: readonly PropertyKey[], message: string, isAcross?: boolean) => void;

/** The schema of a record or a list from the function that reads it and tells all faults. */
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

/** What a schema that `composite` made gives for a value, or all faults of it. */
export function readComposite<T>(schema: z.ZodType<T>, value: unknown): T | NestedFaults {
  return (readerOf(schema) as (value: unknown) => T | NestedFaults)(value);
}

/**
 * The function behind a field's schema, where it is made of one. Records call it directly: it says what
 * the schema says, without the results and contexts that zod makes anew for each of a million values.
 */
export function readerOf(schema: z.ZodType): FieldReader | undefined {
  return READERS.get(schema);
}

/** Says how a record may write what a schema reads; the schema of that is made when it is first asked for. */
export function writtenAs(schema: z.ZodType, written: () => z.ZodType): void {
  let made: z.ZodType | undefined;
  WRITTEN.set(schema, () => {
    made ??= written();
    return made;
  });
}

/** Gives the schema of what a schema reads a name, under which JSON Schemas that hold it say it once. */
export function namedInSchemas(schema: z.ZodType, id: string): void {
  const written = WRITTEN.get(schema);
  if (written !== undefined) writtenAs(schema, () => written().meta({ id }));
}

/** The schema of what a schema reads, as a record may write it: a valid value comes out as it went in. */
export function writtenOf(schema: z.ZodType): z.ZodType {
  return WRITTEN.get(schema)?.() ?? z.unknown();
}

/**
 * A value that does not fit its field, kept until something needs it: calls are rated without it, and a book must not
 * stay closed for a field that decides nothing there. Whatever needs the field tells the fault.
 */
export interface Unreadable {
  /** What is wrong with it; follows the field's name in a sentence. */
  readonly fault: string;
}

/** A kind of field whose faults are kept beside its values. */
export function orUnreadable<T, Written>(kind: z.ZodType<T, Written>): z.ZodType<T | Unreadable, Written> {
  const read = readerOf(kind);
  if (read === undefined) throw new TypeError("orUnreadable takes kinds that field() made.");
  return field((value) => {
    const result = read(value);
    return result instanceof Fault ? { fault: result.message } : (result as T);
  });
}
