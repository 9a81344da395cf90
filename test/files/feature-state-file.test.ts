/** The file of features' states: what is read, laid over a book, written again and refused (R60). */
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import {
  type FeatureStates,
  featureStateLines,
  readDiscountState,
  readFeatureStates,
  withFeatureStates,
} from "../../src/files/index.ts";
import type { BookData, FeatureState } from "../../src/index.ts";

const MADE = {
  source: "recurring",
  periodStart: "2026-10-01",
  periodEnd: "2026-10-31",
  fixed: false,
  value: "7.42",
  valueCarrier: "5.29",
  parts: [
    {
      startDate: "2026-10-12",
      endDate: "2026-10-31",
      count: "1",
      billed: "1",
      price: "11.5",
      net: "11.5",
      carrier: "8.2",
    },
  ],
} as const;
const STATE: FeatureState = { id: "3", dueDate: "2026-11-01", chargesMade: [MADE] };
const BOOK: BookData = {
  customers: [{ id: 1 }],
  features: [
    { id: 9, customerID: 1, startDate: "2026-10-01", dueDate: "2026-10-01" },
    { id: "3", customerID: 1, serviceCharge: "11.5", dueDate: "2026-10-01" },
  ],
};

async function fileOf(text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "tollbook-states-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, "features.jsonl");
  await writeFile(path, text);
  return path;
}

async function read(text: string): Promise<FeatureStates> {
  return (await readFeatureStates(await fileOf(text))) ?? new Map();
}

const line = (state: object): string => `${JSON.stringify(state)}\n`;

test("the fields of a state replace those of its feature, blanks too, and everything else stays", async () => {
  const states = await read(line(STATE) + line({ id: 9, endDate: null, dueDate: "2026-10-16" }));
  const { features } = withFeatureStates(BOOK, states, "features.jsonl");
  expect(features).toEqual([
    { id: "9", customerID: 1, startDate: "2026-10-01", dueDate: "2026-10-16", endDate: null },
    { id: "3", customerID: 1, serviceCharge: "11.5", dueDate: "2026-11-01", chargesMade: [MADE] },
  ]);
  expect(BOOK.features?.[1]).toHaveProperty("dueDate", "2026-10-01");
});

test("what did not change this time is written again, in the book's order and each state's fields in theirs", async () => {
  const earlier = await read(
    line({ chargesMade: [MADE], dueDate: "2026-11-01", id: "3" }) + line({ id: 9, endDate: "2026-12-31" }),
  );
  const changed: FeatureState[] = [{ id: "3", dueDate: "2026-12-01", totalValueCharged: "20" }];
  expect([...featureStateLines(BOOK, earlier, changed)].join("")).toBe(
    line({ id: "9", endDate: "2026-12-31" }) +
      line({ id: "3", dueDate: "2026-12-01", totalValueCharged: "20", chargesMade: [MADE] }),
  );
  expect([...featureStateLines(BOOK, undefined, [STATE])].join("")).toBe(line(STATE));
  expect([...featureStateLines({}, undefined, [])]).toEqual([]);
});

test("there may be no file, an empty one, blank lines, CR LF and a byte order mark", async () => {
  expect(await readFeatureStates(join(tmpdir(), "no-such-folder-of-tollbook", "f.jsonl"))).toBeUndefined();
  expect((await read("")).size).toBe(0);
  const states = await read(`\ufeff\r\n${JSON.stringify(STATE)}\r\n\n`);
  expect(states.get("3")).toEqual({ line: 2, state: STATE });
});

test.for<[text: string, message: string]>([
  ["[]", "features.jsonl:1: is not a JSON object; each line holds what was charged of one feature"],
  ['\n{"id":"3",', "features.jsonl:2:11: "],
  [`${line(STATE)}${line({ id: 3 })}`, "features.jsonl:2: feature 3 is in line 1, too; leave one of them"],
  ['{"dueDate":"2026-11-01"}', "features.jsonl:1: id is required"],
  [
    '{"id":"3","duedate":"2026-11-01"}',
    "features.jsonl:1: duedate is not a known field; did you mean dueDate?",
  ],
  ['{"id":"3","dueDate":"1.11.2026"}', 'features.jsonl:1: dueDate "1.11.2026" is not a date'],
  ['{"id":"3","totalValueCharged":"x"}', 'features.jsonl:1: totalValueCharged "x" is not an amount'],
  ['{"id":"3","__proto__":{}}', "features.jsonl:1: __proto__ is not allowed as a field name"],
  [
    line({ id: "3", chargesMade: [{ ...MADE, valeu: "1" }] }),
    "features.jsonl:1: chargesMade[0].valeu is not a known field; did you mean value?",
  ],
  [
    line({ id: "3", chargesMade: [MADE, MADE] }),
    "features.jsonl:1: chargesMade has one period twice, in [0] and [1]; leave one of them",
  ],
])("%s is refused with its line", async ([text, message]) => {
  await expect(read(text)).rejects.toThrow(message);
});

test("a state of a feature that the book lacks is refused, as what it was charged would be forgotten", async () => {
  const states = await read(line({ id: "3" }) + line({ id: "4" }) + line({ id: "5" }));
  expect(() => withFeatureStates(BOOK, states, "/data/features.jsonl")).toThrow(
    "features.jsonl:2: the book has no feature 4, nor 1 more of the file; give the book to which the file belongs",
  );
  expect(() => withFeatureStates({}, states, "f.jsonl")).toThrow("f.jsonl:1: the book has no feature 3");
  const named = await read(line({ id: "__proto__" }));
  expect(() => withFeatureStates(BOOK, named, "f.jsonl")).toThrow("the book has no feature __proto__");
});

test.for([
  ["features", readFeatureStates],
  ["discounts", readDiscountState],
] as const)(
  "a state of %s that is there and cannot be opened is an error, and never a beginning afresh",
  async ([_of, readState]) => {
    const path = await fileOf("");
    await expect(readState(join(path, "beyond"))).rejects.toThrow("a part of its path is not a folder");
    const circle = `${path}-circle`;
    await symlink(circle, circle);
    await expect(readState(circle)).rejects.toThrow("is a link that leads in a circle");
    expect(await readState(`${path}-missing`)).toBeUndefined();
  },
);

test("a feature of 5,000 charges, far longer than a line of calls may be, is read back", async () => {
  const chargesMade = Array.from({ length: 5000 }, (_, at) => {
    const year = String(1000 + at);
    const [periodStart, periodEnd] = [`${year}-10-01`, `${year}-10-31`];
    return {
      ...MADE,
      periodStart,
      periodEnd,
      parts: [{ ...MADE.parts[0], startDate: periodStart, endDate: periodEnd }],
    };
  });
  const text = line({ id: "3", chargesMade });
  expect(text.length).toBeGreaterThan(1_048_576);
  expect((await read(text)).get("3")?.state.chargesMade).toHaveLength(5000);
});
