/** Files of calls through `rateFile`: on one thread and on several, which must give the same bytes. */
import { stat } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { OpenedBook } from "tollbook";
import {
  type CallFormat,
  type FileFormat,
  openInput,
  openOutput,
  type RunReport,
  rateFile,
} from "tollbook/files";
import type { ProofBook } from "./book.ts";
import { CSV_CALLS, JSON_CALLS, UK_CDR_CALLS } from "./book-calls.ts";
import type { Differences } from "./differences.ts";
import { digestOf } from "./results.ts";
import type { Stopwatch } from "./stopwatch.ts";
import { DIALECT } from "./uk-cdr-file.ts";

/** Names of the files of results, of those that several threads wrote. */
export const RESULTS = {
  csv: "csv-many.results",
  csvAsJson: "csv-as-json.results",
  json: "json-many.results",
  jsonErrors: "json-many.errors",
  ukCdr: "uk-cdr-many.results",
} as const;

/** What is rated, and how. */
interface Run {
  readonly name: string;
  readonly calls: string;
  readonly format: CallFormat;
  readonly duplicates: "report" | "keep";
  readonly outFormat: FileFormat;
  /** Calls in error go to a file of their own. */
  readonly errorsApart: boolean;
}

const CSV: Run = {
  name: "csv",
  calls: CSV_CALLS,
  format: "csv",
  duplicates: "report",
  outFormat: "csv",
  errorsApart: false,
};
const CSV_AS_JSON: Run = { ...CSV, name: "csv-as-json", outFormat: "jsonl" };
const JSON_LINES: Run = {
  name: "json",
  calls: JSON_CALLS,
  format: "jsonl",
  duplicates: "keep",
  outFormat: "jsonl",
  errorsApart: true,
};
const UK_CDR: Run = { ...CSV, name: "uk-cdr", calls: UK_CDR_CALLS, format: "uk-cdr", duplicates: "keep" };

export class FileRuns {
  readonly #book: ProofBook;
  readonly #opened: OpenedBook;
  readonly #folder: string;
  readonly #differences: Differences;
  readonly #stopwatch: Stopwatch;

  constructor(
    book: ProofBook,
    opened: OpenedBook,
    folder: string,
    differences: Differences,
    stopwatch: Stopwatch,
  ) {
    this.#book = book;
    this.#opened = opened;
    this.#folder = folder;
    this.#differences = differences;
    this.#stopwatch = stopwatch;
  }

  /** Every file; gives the report of the one that holds all calls. `alsoJson`: its results as JSON lines, too. */
  async all(alsoJson: boolean): Promise<RunReport> {
    const many = Math.max(2, availableParallelism());
    const report = await this.#onOneAndMany(CSV, many);
    if (alsoJson) {
      const asJson = await this.#rate(CSV_AS_JSON, CSV_AS_JSON.name, many + 1);
      this.#requireSame("the reports of CSV and JSON results", report, asJson);
    }
    await this.#onOneAndMany(JSON_LINES, many);
    await this.#onOneAndMany(UK_CDR, many);
    return report;
  }

  async #onOneAndMany(run: Run, many: number): Promise<RunReport> {
    const names = [run.name, `${run.name}-many`] as const;
    const one = await this.#rate(run, names[0], 1);
    const others = await this.#rate(run, names[1], many);
    this.#requireSame(`the reports of ${run.name} on one and ${many} threads`, one, others);
    for (const suffix of run.errorsApart ? ["results", "errors"] : ["results"]) {
      const digests = names.map((name) => digestOf(join(this.#folder, `${name}.${suffix}`)));
      const [first, second] = await Promise.all(digests);
      if (first !== second)
        this.#differences.note(`${run.name}: ${suffix} of one and ${many} threads differ`);
    }
    return one;
  }

  #requireSame(what: string, one: unknown, other: unknown): void {
    if (!isDeepStrictEqual(one, other)) this.#differences.note(`${what} differ`);
  }

  async #rate(run: Run, name: string, threads: number): Promise<RunReport> {
    const { calls, format, duplicates, outFormat, errorsApart } = run;
    const path = join(this.#folder, calls);
    const { size } = await stat(path);
    const input = await openInput(path);
    const results = await openOutput(join(this.#folder, `${name}.results`));
    const errors = errorsApart ? await openOutput(join(this.#folder, `${name}.errors`)) : undefined;
    const start = performance.now();
    const report = await rateFile({
      book: this.#opened,
      input,
      read: { format, name: calls, ...(format === "uk-cdr" && { dialect: DIALECT }) },
      duplicates,
      reclassify: this.#book.setting.reclassify,
      results: { output: results, format: outFormat },
      errors: errors === undefined ? undefined : { output: errors, format: outFormat },
      threads,
      waitsForThreads: true,
      // Blocks enough for every thread, however small the file.
      blockBytes: Math.min(1 << 20, Math.max(1 << 12, Math.ceil(size / 24))),
    });
    await results.finish();
    await errors?.finish();
    const way = `rateFile, ${format}, ${threads === 1 ? "one thread" : "threads"}`;
    this.#stopwatch.add(way, report.read, performance.now() - start);
    return report;
  }
}
