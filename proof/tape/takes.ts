/** What is on the tape: command lines, by the names of their files in the folders of inputs and outputs. */

/** One run of the command. In its words `in/` and `out/` stand for the folders. */
export interface Take {
  readonly name: string;
  readonly words: readonly string[];
}

const LARGE = ["card", "full"] as const;
const SAMPLE_FORMATS = {
  csv: ["--calls", "in/sample/calls-2026-10.csv"],
  jsonl: ["--calls", "in/sample/calls-2026-10.jsonl"],
  "uk-cdr": [
    ...["--calls", "in/sample/calls-2026-10.uk-cdr.csv", "--calls-format", "uk-cdr"],
    ...["--dialect", "in/sample/northway-dialect.json"],
  ],
} as const;
const SAMPLE_BOOK = ["--book", "in/sample/book.json"] as const;

/** Ways to rate a file, and what they add to the command line. */
const WAYS: Readonly<Record<string, readonly string[]>> = {
  "one thread": ["--threads", "1"],
  "two threads": ["--threads", "2"],
  "duplicates kept": ["--threads", "1", "--duplicates", "keep"],
  "errors apart": ["--threads", "1", "--errors", "out/errors.csv"],
  discounts: ["--discounts", "--state", "out/state.json"],
  "discounts, errors apart": ["--discounts", "--errors", "out/errors.csv"],
};

function largeTakes(): Take[] {
  return LARGE.flatMap((workload) =>
    Object.entries(WAYS).map(([way, words]) => ({
      name: `${workload}, ${way}`,
      words: [
        ...["rate", "--book", `in/${workload}.book.json`, "--calls", `in/${workload}.calls.csv`],
        ...["--out", "out/rated.csv", "--summary", "out/summary.json", ...words],
      ],
    })),
  );
}

function sampleTakes(): Take[] {
  return Object.entries(SAMPLE_FORMATS).flatMap(([format, calls]) =>
    Object.entries({ ...WAYS, reclassify: ["--reclassify"] }).flatMap(([way, words]) =>
      ["csv", "jsonl"].map((out) => ({
        name: `sample ${format} to ${out}, ${way}`,
        words: [
          ...["rate", ...SAMPLE_BOOK, ...calls, "--out", `out/rated.${out}`],
          ...["--summary", "out/summary.json", ...words],
        ],
      })),
    ),
  );
}

const OCTOBER = ["--from", "2026-10-01", "--to", "2026-10-31"] as const;
const RISE = ["--increase", "3.5"] as const;
const RISEN = ["--resource", "tariffs", "--percent", "3.5", "--scope", "allCharges"] as const;

function otherTakes(): Take[] {
  const preview = (name: string, words: readonly string[]): Take => ({
    name: `preview, ${name}`,
    words: ["preview", ...words, "--json"],
  });
  const sample = [...SAMPLE_BOOK, ...SAMPLE_FORMATS.csv];
  return [
    preview("sample", [...sample, "--tariff", "Business UK", ...RISE]),
    preview("sample from a date", [...sample, "--tariff", "Business UK", ...RISE, "--from", "2026-10-15"]),
    preview("sample with discounts", [...sample, "--tariff", "Business UK", ...RISE, "--discounts"]),
    preview("sample against what was recorded", [...sample, "--against-recorded"]),
    ...["1", "2"].map((threads) =>
      preview(`full, threads ${threads}`, [
        ...["--book", "in/full.book.json", "--calls", "in/full.calls.csv"],
        ...["--tariff", "Business UK", ...RISE, "--threads", threads],
      ]),
    ),
    {
      name: "preview, page and CSV",
      words: [
        ...["preview", ...sample, "--tariff", "Business UK", ...RISE],
        ...["--html", "out/page.html", "--csv", "out/lines.csv"],
      ],
    },
    {
      name: "increase by a version",
      words: ["increase", ...SAMPLE_BOOK, ...RISEN, "--name", "Business UK", "--out", "out/book.json"],
    },
    {
      name: "increase in place from a date",
      words: [
        ...["increase", ...SAMPLE_BOOK, ...RISEN, "--name", "Business UK", "--in-place", "--level", "5"],
        ...["--from", "2027-04-01", "--out", "out/book.json"],
      ],
    },
    {
      name: "charges",
      words: [
        "charges",
        ...SAMPLE_BOOK,
        ...OCTOBER,
        "--out",
        "out/charges.jsonl",
        "--features",
        "out/features.jsonl",
      ],
    },
    {
      name: "bill",
      words: [
        ...["bill", ...sample, ...OCTOBER, "--out", "out/bills.jsonl", "--errors", "out/errors.csv"],
        ...["--features", "out/features.jsonl", "--state", "out/state.json"],
      ],
    },
    { name: "check", words: ["check", ...SAMPLE_BOOK] },
  ];
}

export const TAKES: readonly Take[] = [...largeTakes(), ...sampleTakes(), ...otherTakes()];

/** The name of a take's folder. */
export function keptName({ name }: Take): string {
  return name.replace(/[^a-z0-9-]+/gi, "_");
}
