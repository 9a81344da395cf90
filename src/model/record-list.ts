import * as z from "zod";
import type { RecordSchema } from "./record-schema.ts";

/** A list of records within a record, such as a tariff's lines; faults carry the record's place in it. */
export function listOf<T>(records: RecordSchema<T>): z.ZodType<readonly T[]> {
  return z.unknown().transform((value, context): readonly T[] => {
    if (!Array.isArray(value)) {
      context.addIssue({ code: "custom", path: [], message: "is not a list of lines" });
      return z.NEVER;
    }
    const result: T[] = [];
    for (let index = 0; index < value.length; index++) {
      const checked = records.schema.safeParse(value[index]);
      if (checked.success) {
        result.push(checked.data);
      } else {
        for (const issue of checked.error.issues) {
          context.addIssue({ code: "custom", path: [index, ...issue.path], message: issue.message });
        }
      }
    }
    return result;
  });
}
