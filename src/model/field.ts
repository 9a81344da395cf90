/** What a kind of field is made of: a function that reads a value, or says why it does not fit. */
import * as z from "zod";

/** Why a value does not fit its field: a sentence part that follows the field's path. */
export class Fault {
  readonly message: string;
  constructor(message: string) {
    this.message = message;
  }
}

/** Reads a value that is not blank, or says why it does not fit. */
export type FieldReader = (value: unknown) => unknown;

const READERS = new WeakMap<z.ZodType, FieldReader>();

/** A field's schema from the function that reads it; `Written` is what a record's type says of it. */
export function field<T, Written = unknown>(read: (value: unknown) => T | Fault): z.ZodType<T, Written> {
  const schema = z.unknown().transform((value, context) => {
    const result = read(value);
    if (!(result instanceof Fault)) return result;
    context.addIssue({ code: "custom", message: result.message });
    return z.NEVER;
  });
  READERS.set(schema, read);
  return schema as unknown as z.ZodType<T, Written>;
}

/**
 * The function behind a field's schema, where it is made of one. Records call it directly: it says what
 * the schema says, without the results and contexts that zod makes anew for each of a million values.
 */
export function readerOf(schema: z.ZodType): FieldReader | undefined {
  return READERS.get(schema);
}
