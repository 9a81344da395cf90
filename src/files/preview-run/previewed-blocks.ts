/** The calls of a file as previews take them: in columns, or where it holds results the calls that were rated. */
import type { CallColumns, CallRecord } from "../../index.ts";
import { type FileColumns, readCallColumns } from "../read-call-columns.ts";
import type { ReadCallsOptions } from "../read-options.ts";
import type { ByteSource } from "../text.ts";
import { callsOfResults } from "./result-calls.ts";

/** Rows of a file; `callOf` gives the call of a result's record, undefined where the rows are calls themselves. */
export interface PreviewedBlock {
  readonly columns: FileColumns;
  readonly callOf: ReturnType<typeof callsOfResults>;
}

/** The blocks of a file, whose columns are filled again for the next one. */
export async function* previewedBlocks(
  source: ByteSource,
  read: ReadCallsOptions,
  blockBytes?: number,
): AsyncGenerator<PreviewedBlock, void, undefined> {
  let isFirst = true;
  let callOf: PreviewedBlock["callOf"];
  for await (const columns of readCallColumns(source, { ...read, mayBeResults: true }, blockBytes)) {
    // The first rows say what the file holds.
    if (isFirst && columns.length > 0) {
      callOf = callsOfResults(columns, read);
      isFirst = false;
    }
    yield { columns, callOf };
  }
}

/** The same as what is priced: columns, or calls one by one. */
export async function* previewedCalls(
  source: ByteSource,
  read: ReadCallsOptions,
): AsyncGenerator<CallColumns | CallRecord, void, undefined> {
  for await (const { columns, callOf } of previewedBlocks(source, read)) {
    if (columns.length === 0) continue;
    if (callOf === undefined) yield columns;
    else for (let row = 0; row < columns.length; row++) yield callOf(columns.recordOf(row));
  }
}
