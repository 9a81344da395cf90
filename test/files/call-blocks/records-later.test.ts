/** The record of a row is the same when it is read later, after other rows have filled the block. */
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type CallDialect,
  type FileColumns,
  type ReadCallsOptions,
  readCallColumns,
} from "../../../src/files/index.ts";
import type { CallRecord } from "../../../src/index.ts";
import { atLeast, runs } from "../../properties/runs.ts";
import { cut, pieces } from "../bytes.ts";
import { anyCsv, anyJsonLines, anyUkCdr } from "./any-call-file.ts";

/** A row is a call and, where there is an onward number, a second one; internal calls are passed over. */
const TWO_CALLS: CallDialect = {
  reads: "csv",
  csv: { header: "no" },
  zone: "local",
  columns: ["id", "from", "to", "onward", "at", "seconds"],
  passOver: [{ column: "from", in: ["internal"], why: "did not leave the exchange" }],
  legs: [
    { name: "a", fields: { ...fieldsOf("to"), id: "id" } },
    {
      name: "b",
      passOver: [{ column: "onward", blank: true, why: "has no onward call" }],
      fields: fieldsOf("onward"),
    },
  ],
};

function fieldsOf(external: string): NonNullable<CallDialect["fields"]> {
  return { target: "from", external, start: { column: "at", time: "iso" }, duration: "seconds" };
}

const anyTwoCalls = fc
  .array(fc.tuple(fc.constantFrom("44", "internal", "45"), fc.constantFrom("", "0113", "0117"), fc.nat(99)), {
    maxLength: 40,
  })
  .map((rows) =>
    Buffer.from(
      rows
        .map(
          ([from, onward, at]) => `${at},${from},0114,${onward},2026-10-01T10:00:${10 + (at % 50)},${at}\n`,
        )
        .join(""),
    ),
  );

type Read = Omit<ReadCallsOptions, "name">;

const anyFile: fc.Arbitrary<readonly [bytes: Buffer, read: Read]> = fc.oneof(
  anyCsv.map((bytes) => [bytes, { format: "csv" }] as const),
  anyJsonLines.map((bytes) => [bytes, { format: "jsonl" }] as const),
  anyUkCdr.map(({ bytes, dialect }) => [bytes, { format: "uk-cdr", dialect }] as const),
  anyTwoCalls.map((bytes) => [bytes, { format: "dialect", dialect: TWO_CALLS }] as const),
);

test("whatever the file holds", async () => {
  const seen = { csv: 0, jsonl: 0, "uk-cdr": 0, dialect: 0 };
  await fc.assert(
    fc.asyncProperty(anyFile, fc.integer({ min: 1, max: 2_000 }), async ([bytes, read], blockBytes) => {
      const { later, atOnce } = await recordsOf(bytes, read, blockBytes);
      expect(later).toEqual(atOnce);
      if (read.format !== undefined) seen[read.format] += later.length;
    }),
    runs(600),
  );
  for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(atLeast(400));
});

/** The records of a file's rows, read at once and at the end of the file; a file may be refused at any of its rows. */
async function recordsOf(
  bytes: Buffer,
  read: Read,
  blockBytes: number,
): Promise<Record<"later" | "atOnce", CallRecord[]>> {
  const readers: (() => CallRecord)[] = [];
  const atOnce: CallRecord[] = [];
  const see = (columns: FileColumns): void => {
    const rows = Array.from({ length: columns.length }, (_, row) => row);
    // A record that was read at once would be kept, and not be read later.
    for (const row of rows) readers.push(columns.recordLater?.(row) ?? (() => ({})));
    for (const row of rows) atOnce.push(columns.recordOf(row));
  };
  try {
    for await (const columns of readCallColumns(
      pieces(...cut(bytes, 50)),
      { ...read, name: "calls" },
      blockBytes,
    ))
      see(columns);
  } catch {
    // The rows before are compared.
  }
  return { later: readers.map((reader) => reader()), atOnce };
}
