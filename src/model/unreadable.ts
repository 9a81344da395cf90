import type * as z from "zod";
import { Fault, field, readerOf } from "./field.ts";

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
