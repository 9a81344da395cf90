/** Compares a preview of columns with a preview of the records of their rows, one after another. */
import { readCallColumns } from "../../src/files/index.ts";
import {
  type CallColumns,
  type CallRecord,
  columnsFromRecords,
  createPreview,
  type OpenedBook,
  type PreviewOptions,
  type PreviewReport,
  type PreviewSide,
} from "../../src/index.ts";
import { expectSame } from "../properties/runs.ts";

/** What is previewed, and how. */
export interface PreviewCase {
  readonly before: PreviewSide;
  readonly after: OpenedBook;
  readonly options?: PreviewOptions;
}

/** Two previews of one case that take every block of columns, one as columns, the other as records. */
export class EitherWay {
  readonly #columns;
  readonly #records;
  /** Rows so far, and those that rating left to their records on one side at least. */
  rows = 0;

  constructor({ before, after, options }: PreviewCase) {
    this.#columns = createPreview(before, after, options);
    this.#records = createPreview(before, after, options);
  }

  add(columns: CallColumns): void {
    this.#columns.addColumns(columns);
    for (let row = 0; row < columns.length; row++) {
      this.#records.add(columns.recordOf(row), columns.lineOf?.(row));
    }
    this.rows += columns.length;
  }

  /** The report, which must be the same either way. */
  report(ofCase: () => unknown): PreviewReport {
    const report = this.#records.report();
    expectSame(this.#columns.report(), report, ofCase);
    return report;
  }
}

/** Previews records in blocks of so many, each with a table of names of its own; a report is asked for after each. */
export function previewRecords(
  of: PreviewCase,
  calls: readonly CallRecord[],
  blocks: readonly number[] = [calls.length],
): PreviewReport {
  const preview = new EitherWay(of);
  let report = preview.report(() => []);
  let from = 0;
  for (let at = 0; from < calls.length; at++) {
    const to = from + Math.max(blocks[at % blocks.length] ?? 1, 1);
    preview.add(columnsFromRecords(calls.slice(from, to)));
    report = preview.report(() => calls.slice(0, to));
    from = to;
  }
  return report;
}

/** Previews CSV files one after another, in blocks of so many bytes over one table of names a file. */
export async function previewCsv(
  of: PreviewCase,
  files: readonly string[],
  blockBytes: number,
): Promise<PreviewReport> {
  const preview = new EitherWay(of);
  for (const [at, text] of files.entries()) {
    const source = (async function* () {
      yield Buffer.from(text);
    })();
    for await (const columns of readCallColumns(source, { format: "csv", name: `${at}.csv` }, blockBytes)) {
      preview.add(columns);
    }
  }
  return preview.report(() => files);
}
