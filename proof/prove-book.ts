/** One book: its calls into files, the files through every way, and all that comes of it compared. */
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { type CallRecord, openBook, type ResultRecord } from "tollbook";
import {
  createSecondOpinion,
  type Row as OpinionRow,
  type SecondOpinion,
} from "../test/second-opinion/index.ts";
import { makeBook } from "./book.ts";
import { type Block, BookCalls, type Told } from "./book-calls.ts";
import { CallCounter, type Counts } from "./counts.ts";
import { Differences, type Fields } from "./differences.ts";
import { afterRepeats, Expectation } from "./expected.ts";
import { FileRuns, RESULTS } from "./file-runs.ts";
import {
  cellsOfRow,
  cellsWanted,
  csvResults,
  jsonResults,
  type Taker,
  withCall,
  withCallInTexts,
} from "./results.ts";
import { Stopwatch } from "./stopwatch.ts";
import { TieCounter } from "./ties.ts";

/** What is to be proven of one book. */
export interface BookPlan {
  readonly seed: number;
  readonly place: number;
  readonly calls: number;
  /** Where its files may lie while it lasts. */
  readonly folder: string;
}

/** What came of it. */
export interface BookReport {
  readonly counts: Counts;
  readonly times: ReturnType<Stopwatch["report"]>;
  readonly differences: number;
  readonly told: readonly string[];
  readonly megabytes: number;
}

type RepeatedField = ReturnType<SecondOpinion["repeatedFields"]>;

/** Of every so manieth book the results of all calls are written as JSON lines, too. */
const ALSO_JSON = 4;

export async function proveBook(plan: BookPlan, onCalls: (calls: number) => void): Promise<BookReport> {
  const { seed, place } = plan;
  const folder = await mkdtemp(join(plan.folder, "book-"));
  try {
    const book = makeBook(seed, place);
    const opened = openBook(book.data);
    const calls = new BookCalls(book, seed, place, plan.calls);
    const stopwatch = new Stopwatch();
    const differences = new Differences(`book ${place} of seed ${seed}`);
    await stopwatch.timeAsync("making the calls", plan.calls, () => calls.write(folder));
    const alsoJson = place % ALSO_JSON === 0;
    const report = await new FileRuns(book, opened, folder, differences, stopwatch).all(alsoJson);

    const counter = new CallCounter(book.data);
    const ties = new TieCounter(book);
    const opinion = createSecondOpinion(book.data as unknown as OpinionRow, { decimals: "once" });
    const expectation = new Expectation({
      book: opened,
      opinion,
      reclassify: book.setting.reclassify,
      differences,
      stopwatch,
    });
    const comparison = new Comparison(
      folder,
      alsoJson,
      expectation,
      opinion.repeatedFields(),
      counter,
      differences,
    );
    for (const block of calls.blocks()) {
      await comparison.compare(block);
      counter.addTies(ties.count(readableOf(block.csv)));
      onCalls(block.csv.items.length);
    }
    await comparison.end();
    counter.verify(report, differences);
    return {
      counts: counter.counts,
      times: stopwatch.report(),
      differences: differences.count,
      told: differences.told,
      megabytes: Math.round(process.resourceUsage().maxRSS / 1024),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Reads the results beside the calls, block by block, and holds each to what every other way says. */
class Comparison {
  readonly #expectation: Expectation;
  readonly #repeatedField: RepeatedField;
  readonly #counter: CallCounter;
  readonly #differences: Differences;
  readonly #csv: Taker<readonly string[]>;
  readonly #csvAsJson: Taker<string> | undefined;
  readonly #json: Taker<string>;
  readonly #jsonErrors: Taker<string>;
  readonly #ukCdr: Taker<readonly string[]>;

  constructor(
    folder: string,
    alsoJson: boolean,
    expectation: Expectation,
    repeatedField: RepeatedField,
    counter: CallCounter,
    differences: Differences,
  ) {
    this.#expectation = expectation;
    this.#repeatedField = repeatedField;
    this.#counter = counter;
    this.#differences = differences;
    this.#csv = csvResults(join(folder, RESULTS.csv));
    this.#csvAsJson = alsoJson ? jsonResults(join(folder, RESULTS.csvAsJson)) : undefined;
    this.#json = jsonResults(join(folder, RESULTS.json));
    this.#jsonErrors = jsonResults(join(folder, RESULTS.jsonErrors));
    this.#ukCdr = csvResults(join(folder, RESULTS.ukCdr));
  }

  async compare({ csv, json, ukCdr }: Block): Promise<void> {
    const alone = this.#expected(csv);
    await this.#compareCsv(csv, alone);
    if (json !== undefined) await this.#compareJson(json, alone);
    if (ukCdr !== undefined) await this.#compareUkCdr(ukCdr);
  }

  /** Nothing may be left. */
  async end(): Promise<void> {
    for (const own of [this.#csv, this.#csvAsJson, this.#json, this.#jsonErrors, this.#ukCdr]) {
      if (own !== undefined && !(await own.isAtEnd())) {
        this.#differences.note("a file of results has more lines than calls");
      }
    }
  }

  /** The records of items, where a line that is no call has the error that says so. */
  #expected(told: Told<Fields>): ResultRecord[] {
    const { items, lines } = told;
    const readable = items.flatMap(({ flaw }, at) => (flaw === undefined ? [at] : []));
    const records = this.#expectation.recordsOf(
      readableOf(told),
      readable.map((at) => lines[at] ?? 0),
    );
    const expected: ResultRecord[] = lines.map((line) => ({ line, error: "malformed-record", message: "" }));
    for (const [at, place] of readable.entries()) expected[place] = records[at] as ResultRecord;
    return expected;
  }

  async #compareCsv({ items }: Told<Fields>, alone: readonly ResultRecord[]): Promise<void> {
    const rows = await this.#csv.take(items.length);
    const texts = await this.#csvAsJson?.take(items.length);
    for (const [at, item] of items.entries()) {
      const { call, flaw } = item;
      const repeated = flaw === undefined ? this.#repeatedField(call) : null;
      const record = afterRepeats(alone[at] as ResultRecord, call, repeated);
      this.#counter.add(item, record);
      // A line that is no call is told in words that are the reader's.
      this.#compareRow("CSV", rows[at], record, call, flaw !== undefined);
      if (texts !== undefined) {
        this.#compareText("CSV as JSON lines", texts[at], record, call, flaw !== undefined);
      }
    }
  }

  async #compareJson(json: Told<Fields>, alone: readonly ResultRecord[]): Promise<void> {
    const records = this.#expected(json);
    const errors = await this.#jsonErrors.take(records.filter((record) => "error" in record).length);
    const results = await this.#json.take(records.length - errors.length);
    for (const [at, record] of records.entries()) {
      const call = json.calls[at];
      // The same call, whichever file tells of it.
      const own = alone[at] as object as Fields;
      this.#differences.compare("JSON", record as object as Fields, "CSV", own, call, OF_THE_FILE);
      const text = "error" in record ? errors.shift() : results.shift();
      this.#compareText("JSON lines", text, record, call, json.items[at]?.flaw !== undefined);
    }
  }

  async #compareUkCdr(ukCdr: Told<Fields>): Promise<void> {
    const records = this.#expected(ukCdr);
    const rows = await this.#ukCdr.take(records.length);
    for (const [at, record] of records.entries()) {
      // A message quotes the pence that the reader made of the file's pounds.
      this.#compareRow("UK CDRs", rows[at], record, ukCdr.calls[at], "error" in record);
    }
  }

  #compareText(
    way: string,
    text: string | undefined,
    record: ResultRecord,
    call: unknown,
    isOwnWords: boolean,
  ) {
    if (text === undefined) this.#differences.note(`${way}: the results end too early`);
    else {
      const found = withCallInTexts(JSON.parse(text) as Fields);
      const wanted = withCallInTexts(withCall(record as object as Fields, call as Fields | undefined));
      this.#compare(way, found, wanted, call, isOwnWords);
    }
  }

  #compareRow(
    way: string,
    row: readonly string[] | undefined,
    record: ResultRecord,
    call: unknown,
    isOwnWords: boolean,
  ): void {
    const wanted = cellsWanted(withCall(record as object as Fields, call as Fields | undefined));
    if (row === undefined) this.#differences.note(`${way}: the results end too early`);
    else if (row.length !== wanted.length || row.some((cell, at) => cell !== wanted[at])) {
      this.#compare(way, cellsOfRow(row), cellsOfRow(wanted), call, isOwnWords);
    }
  }

  #compare(way: string, found: Fields, wanted: Fields, call: unknown, isOwnWords: boolean): void {
    this.#differences.compare(way, found, "rateCall", wanted, call, isOwnWords ? MESSAGE : NOTHING);
    if (isOwnWords && (found.message ?? "") === "") {
      this.#differences.note(`${way}: an error without a message, ${JSON.stringify(found)}`);
    }
  }
}

const NOTHING: ReadonlySet<string> = new Set();
const MESSAGE: ReadonlySet<string> = new Set(["message"]);
/** What depends on the file, and not on the call. */
const OF_THE_FILE: ReadonlySet<string> = new Set(["message", "line"]);

/** The calls that can be read. */
function readableOf({ items, calls }: Told<Fields>): CallRecord[] {
  return calls.filter((_, at) => items[at]?.flaw === undefined) as CallRecord[];
}
