/** An option of another name, which would decide nothing, is refused by every public function that takes options. */
import { expect, test } from "vitest";
import {
  applySheet,
  createRecordWriter,
  implausibleJumps,
  openInput,
  openOutput,
  previewFile,
  rateFile,
  rateStream,
  readCallBatches,
  readCallColumns,
  readCalls,
  readUkCdrCalls,
} from "../../src/files/index.ts";
import {
  type BookRevision,
  columnsFromRecords,
  createDiscountWindow,
  createPreview,
  createRater,
  explainCall,
  openBook,
  planIncreases,
  previewChange,
  quote,
  rateCall,
  rateCalls,
  rateColumns,
  reviseBook,
  toPounds,
} from "../../src/index.ts";
import { knownOptions } from "../../src/names/index.ts";
import { formatPreview } from "../../src/report/index.ts";

const book = openBook({ callTypes: [{ name: "UK", tariffClass: "national" }] });
const call = { id: 1, startDate: "2026-10-01" };

/** Options of a wrong name, or with a wrong word, are no options of any type. */
function wrong(options: unknown): never {
  return options as never;
}

async function first(items: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of items) return;
}

const read = { format: "jsonl", name: "calls.jsonl" } as const;
const bytes = (async function* () {})();

test.each<[string, () => unknown, RegExp]>([
  [
    "rateCall",
    () => rateCall(book, call, wrong({ reclasify: true })),
    /reclasify .* did you mean reclassify\?/,
  ],
  ["explainCall", () => explainCall(book, call, wrong({ lin: 1 })), /lin .* did you mean line\?/],
  ["rateCalls", () => rateCalls(book, [], wrong({ duplicate: "keep" })), /did you mean duplicates\?/],
  ["createRater", () => createRater(book, wrong({ duplicate: "keep" })), /did you mean duplicates\?/],
  ["rateColumns", () => rateColumns(book, columnsFromRecords([]), wrong({ in: 1 })), /did you mean into\?/],
  ["createDiscountWindow", () => createDiscountWindow(book, wrong({ sise: 9 })), /did you mean size\?/],
  ["createPreview", () => createPreview(book, book, wrong({ discount: true })), /did you mean discounts\?/],
  ["previewChange", () => previewChange(book, book, [], wrong({ mover: 3 })), /did you mean movers\?/],
  [
    "planIncreases",
    () => planIncreases({}, wrong({ on: "2026-10-01", profile: {} })),
    /did you mean profiles\?/,
  ],
  ["toPounds", () => toPounds("1", wrong({ decimal: 0 })), /did you mean decimals\?/],
  ["reviseBook", () => reviseBook(book, wrong({ upserts: {} })), /did you mean upsert\?/],
  [
    "reviseBook's lists",
    () => reviseBook(book, { upsert: wrong({ number: [] }) } as BookRevision),
    /did you mean numbers\?/,
  ],
  [
    "formatPreview",
    () => formatPreview(previewChange(book, book, []), wrong({ thresholds: 5 })),
    /did you mean threshold\?/,
  ],
  ["openInput", () => openInput("-", wrong({ sdtin: 1 })), /did you mean stdin\?/],
  ["openOutput", () => openOutput("-", wrong({ sdtout: 1 })), /did you mean stdout\?/],
  [
    "createRecordWriter",
    () => createRecordWriter(wrong({}), wrong({ format: "csv", column: [] })),
    /did you mean columns\?/,
  ],
  ["readCalls", () => first(readCalls(bytes, wrong({ ...read, dialct: "x" }))), /did you mean dialect\?/],
  ["readCallBatches", () => readCallBatches(bytes, wrong({ ...read, nam: "x" })), /did you mean name\?/],
  [
    "readCallColumns",
    () => first(readCallColumns(bytes, wrong({ ...read, formt: "x" }))),
    /did you mean format\?/,
  ],
  [
    "readUkCdrCalls",
    () => first(readUkCdrCalls(bytes, wrong({ name: "x", dialct: "x" }))),
    /did you mean dialect\?/,
  ],
  ["rateFile", () => rateFile(wrong({ book, reclasify: true })), /did you mean reclassify\?/],
  [
    "rateFile's reader",
    () => rateFile(wrong({ book, read: { ...read, dialct: "x" } })),
    /did you mean dialect\?/,
  ],
  ["previewFile", () => previewFile(wrong({ before: book, discount: true })), /did you mean discounts\?/],
  ["rateStream", () => rateStream(wrong({ item: [] })), /did you mean items\?/],
  [
    "applySheet",
    () => applySheet(wrong({}), wrong({}), wrong(""), wrong({ form: "2026-10-01" })),
    /did you mean from\?/,
  ],
  [
    "implausibleJumps",
    () => implausibleJumps(wrong({}), wrong({ percentage: 3 })),
    /percentage is not known here/,
  ],
])("%s", async (_, run, message) => {
  const tried = async (): Promise<unknown> => run();
  await expect(tried()).rejects.toThrow(TypeError);
  await expect(tried()).rejects.toThrow(message);
});

test("words and flags of options are those that there are", () => {
  expect(() => rateCalls(book, [], wrong({ duplicates: "kept" }))).toThrow(
    "rateCalls: duplicates is one of report, keep.",
  );
  expect(() => rateCall(book, call, wrong({ reclassify: "yes" }))).toThrow(
    "rateCall: reclassify is true or false.",
  );
  expect(() => toPounds("1", wrong({ mode: "ceil" }))).toThrow("toPounds: mode is one of nearest, up, down.");
});

test("what is no object is refused, what is undefined is not given, __proto__ is a name like any other", () => {
  expect(() => rateCalls(book, [], wrong("keep"))).toThrow(/options are an object with named fields/);
  expect(() => rateCall(book, call, wrong(null))).toThrow(TypeError);
  expect(rateCall(book, call, wrong({ reclassify: undefined, line: undefined })).outcome).toBe("error");
  expect(() => rateCall(book, call, wrong(JSON.parse('{"__proto__":1}')))).toThrow(
    /__proto__ is not known here/,
  );
  expect(() => rateCall(book, call, wrong(Object.create({ reclasify: true })))).toThrow(/reclassify\?/);
  expect(() => rateCall(book, call, wrong({ toString: 1 }))).toThrow(/toString is not known here/);
});

test("a quote answers an unknown field of its request, as it answers everything", () => {
  expect(quote(book, wrong({ tariff: "UK", callTyp: "UK", at: "2026-10-01" }))).toEqual({
    outcome: "error",
    error: "malformed-record",
    message: "callTyp: is not known here; did you mean callType?",
    field: "callTyp",
  });
  expect(quote(book, wrong(null)).outcome).toBe("error");
});

test("without a near name all of them are said", () => {
  const check = knownOptions<{ a?: 1; b?: 1 }>("f", { a: "any", b: "any" });
  expect(() => check(wrong({ somethingElse: 1 }))).toThrow(
    "f: somethingElse is not known here; write one of a, b.",
  );
});
