import { Refusal } from "../../book/index.ts";

/** A record's fault: the field and a sentence part that follows its name (`malformed-record`). */
export function malformed(field: string, message: string): Refusal {
  return new Refusal("malformed-record", `${field}: ${message}.`, field);
}
