import * as z from "zod";
import { isBlank } from "./blank.ts";
import { writtenAs } from "./field.ts";
import { acrossOnly, type RecordFault, type RecordSchema } from "./record-schema.ts";

/** What a list of records asks beside what each record asks of itself. */
export interface ListOptions<T> {
  /** What its records are called; default "lines". */
  readonly of?: string;
  /** How many there may be. */
  readonly most?: number;
  /** What is wrong with a record behind the one before it. */
  readonly follows?: (record: T, before: T) => RecordFault | undefined;
}

/** A list of records within a record, such as a tariff's lines; faults carry the record's place in it. */
export function listOf<T, Written>(
  records: RecordSchema<T, Written>,
  options: ListOptions<T> = {},
): z.ZodType<readonly T[], readonly Written[]> {
  const { of = "lines", most = Number.POSITIVE_INFINITY, follows } = options;
  const schema = z.unknown().transform((value, context): readonly T[] => {
    const fault = (path: readonly PropertyKey[], message: string, isAcross = false): void => {
      context.addIssue({ code: "custom", path: [...path], message, params: { isAcross } });
    };
    if (!Array.isArray(value)) {
      fault([], `is not a list of ${of}`);
      return z.NEVER;
    }
    if (value.length > most) {
      fault([], `has ${value.length} ${of}; at most ${most} are read`, true);
      return z.NEVER;
    }
    const result: T[] = [];
    let before: T | undefined;
    for (let index = 0; index < value.length; index++) {
      const checked = records.schema.safeParse(value[index]);
      if (!checked.success) {
        for (const issue of checked.error.issues) fault([index, ...issue.path], issue.message);
        continue;
      }
      const { data } = checked;
      const misplaced = before === undefined ? undefined : follows?.(data, before);
      if (misplaced !== undefined) fault([index, misplaced.field], misplaced.message, true);
      before = data;
      result.push(data);
    }
    return result;
  });
  writtenAs(schema, () => writtenList(records, of).check(acrossOnly(schema)));
  return schema as unknown as z.ZodType<readonly T[], readonly Written[]>;
}

/** A list of records as they may be written. */
export function writtenList(records: RecordSchema<unknown>, of: string): z.ZodType {
  return z.array(records.written, {
    error: ({ input }) => (isBlank(input) ? "is required" : `is not a list of ${of}`),
  });
}
