import type { RecordFault } from "./record-schema.ts";

/** The fault of a span of days that ends before it begins; blank ends are open. */
export function* checkSpan(
  record: object,
  startField: string,
  endField: string,
): Generator<RecordFault, void, undefined> {
  const days = record as Readonly<Record<string, unknown>>;
  const start = days[startField];
  const end = days[endField];
  if (typeof start === "number" && typeof end === "number" && start > end) {
    yield { field: endField, message: `is before ${startField}` };
  }
}
