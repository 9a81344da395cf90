/** What the tests of this folder share: reading a record's faults as lines of text, and lists of names. */
import type { RecordSchema } from "../../src/model/index.ts";

/** The checked form of a record that has no fault. */
export function accept<T>(schema: RecordSchema<T>, record: unknown): T {
  const checked = schema.schema.safeParse(record);
  if (!checked.success) throw new Error(faultLines(checked.error.issues).join("\n"));
  return checked.data;
}

/** A record's faults as `path: message`; none where it is good. */
export function faults(schema: RecordSchema<unknown>, record: unknown): string[] {
  const checked = schema.schema.safeParse(record);
  return checked.success ? [] : faultLines(checked.error.issues);
}

function faultLines(issues: readonly { path: PropertyKey[]; message: string }[]): string[] {
  return issues.map(({ path, message }) => {
    const place = path.map((step) => (typeof step === "number" ? `[${step}]` : `.${String(step)}`)).join("");
    return `${place.replace(/^\./, "")}: ${message}`;
  });
}

/** The words of a text, as a type. */
type Words<S extends string, Found extends string = never> = S extends `${infer First} ${infer Rest}`
  ? Words<Rest, Found | First>
  : Found | S;

/** A list of names that also exists as a type, so that it can be compared with an interface's keys. */
export function nameList<const S extends readonly string[]>(...lines: S): readonly Words<S[number]>[] {
  return lines.flatMap((line) => line.split(" ")) as unknown as readonly Words<S[number]>[];
}

/** `true` where two unions of names are the same. */
export type SameNames<A, B> = [A] extends [B] ? ([B] extends [A] ? true : never) : never;
