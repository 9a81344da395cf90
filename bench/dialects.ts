/**
 * Files that a dialect describes, beside the same rows under our own names: the card's calls as five programs write them.
 * Whole runs are compared, in processor time, because a machine that others share has its clock disturbed more than that;
 * before anything is timed, both must give the same costs.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { BestFigures } from "./best-figures.ts";
import type { CardBook } from "./card/card-book.ts";
import { type CardCall, cardCalls } from "./card/card-calls.ts";
import { runRate } from "./command.ts";
import { report } from "./measure.ts";
import { CARD_COSTS, readResults } from "./read-results.ts";
import { scaled } from "./scale.ts";
import { CALLS, inTemporaryFolder, writeCardWorkload } from "./workloads.ts";

const ROUNDS = scaled("BENCH_ROUNDS", 3, 1);
/** What point 5 of the work on dialects asks for. */
const MOST = 1.5;

/** A cell of a row: in the column of the program, and under our own names. */
interface ForeignCell {
  readonly column: string;
  readonly text: string;
  readonly own?: Readonly<Record<string, string>>;
}

/** A program that writes calls. */
interface Program {
  readonly preset: string;
  readonly zone?: string;
  readonly isJson?: boolean;
  readonly hasHeader?: boolean;
  readonly isQuoted?: boolean;
  /** What the preset asks for, and the type of the card's calls. */
  readonly dialect: object;
  readonly cells: (call: CardCall) => readonly ForeignCell[];
}

const CARD_TYPE = { tariffType: "International" };

const cell = (column: string, text: string, own?: string): ForeignCell =>
  own === undefined ? { column, text } : { column, text, own: { [own]: text } };

/** A time on the wall, which is a date and a time under our own names. */
const wall = (column: string, { startDate, startTime }: CardCall, between = " "): ForeignCell => ({
  column,
  text: `${startDate}${between}${startTime}`,
  own: { startDate, startTime },
});

const PROGRAMS: readonly Program[] = [
  {
    preset: "asterisk-csv",
    zone: "local",
    isQuoted: true,
    dialect: { set: CARD_TYPE },
    cells: (call) => [
      cell("accountcode", `c${call.target.slice(-3)}`),
      cell("src", call.target, "target"),
      cell("dst", call.external, "external"),
      cell("dcontext", "from-internal"),
      cell("clid", `"Exchange" <${call.target}>`),
      cell("channel", `PJSIP/201-${call.id.padStart(8, "0")}`),
      cell("dstchannel", `PJSIP/trunk-${call.id.padStart(8, "0")}`),
      cell("lastapp", "Dial"),
      cell("lastdata", `PJSIP/${call.external}@trunk,60`),
      cell("start", `${call.startDate} ${call.startTime}`),
      wall("answer", call),
      cell("end", `${call.startDate} 23:59:59`),
      cell("total", String(Number(call.duration) + 9)),
      cell("billsec", call.duration, "duration"),
      cell("disposition", "ANSWERED"),
      cell("amaflags", "DOCUMENTATION"),
      cell("uniqueid", call.id, "id"),
    ],
  },
  {
    preset: "freeswitch-csv",
    zone: "local",
    isQuoted: true,
    dialect: { set: CARD_TYPE },
    cells: (call) => [
      cell("caller_id_name", call.target),
      cell("caller_id_number", call.target, "target"),
      cell("destination_number", call.external, "external"),
      cell("context", "default"),
      cell("start_stamp", `${call.startDate} ${call.startTime}`),
      wall("answer_stamp", call),
      cell("end_stamp", `${call.startDate} 23:59:59`),
      cell("total", String(Number(call.duration) + 9)),
      cell("billsec", call.duration, "duration"),
      cell("hangup_cause", "NORMAL_CLEARING"),
      cell("uuid", call.id, "id"),
      cell("bleg_uuid", ""),
      cell("accountcode", "c1001"),
      cell("read_codec", "PCMA"),
      cell("write_codec", "PCMA"),
    ],
  },
  {
    preset: "yeti-csv",
    zone: "local",
    hasHeader: true,
    isQuoted: true,
    dialect: { set: CARD_TYPE, fields: { id: "Orig Call Id" } },
    cells: (call) => [
      cell("Time Start", `${call.startDate} ${call.startTime}`),
      wall("Time Connect", call),
      cell("Time End", `${call.startDate} 23:59:59`),
      cell("Success", "t"),
      cell("Duration", call.duration, "duration"),
      cell("Src Prefix In", call.target, "target"),
      cell("Dst Prefix In", call.external, "external"),
      cell("Orig Call Id", call.id, "id"),
    ],
  },
  {
    preset: "cucm-cdr",
    hasHeader: true,
    isQuoted: true,
    dialect: { set: CARD_TYPE },
    cells: (call) => {
      const instant = `${call.startDate}T${call.startTime}Z`;
      const seconds = String(Date.parse(instant) / 1_000);
      return [
        cell("cdrRecordType", "1"),
        cell("globalCallID_callManagerId", "1"),
        cell("globalCallID_callId", call.id),
        cell("dateTimeOrigination", seconds),
        cell("callingPartyNumber", call.target, "target"),
        cell("originalCalledPartyNumber", call.external),
        cell("finalCalledPartyNumber", call.external, "external"),
        { column: "dateTimeConnect", text: seconds, own: { startDate: instant } },
        cell("dateTimeDisconnect", seconds),
        cell("pkid", call.id, "id"),
        cell("duration", call.duration, "duration"),
        cell("origDeviceName", "SEP001122334455"),
        cell("destDeviceName", "SIP-Trunk-A"),
      ];
    },
  },
  {
    preset: "graph-pstn-json",
    isJson: true,
    dialect: { set: CARD_TYPE },
    cells: (call) => {
      const instant = `${call.startDate}T${call.startTime}`;
      return [
        cell("id", call.id, "id"),
        cell("callId", `${call.id}_1@192.0.2.10`),
        { column: "startDateTime", text: `${instant}.0000000Z`, own: { startDate: `${instant}.000Z` } },
        cell("endDateTime", `${instant}.0000000Z`),
        cell("duration", call.duration, "duration"),
        cell("callType", "user_out"),
        cell("currency", "GBP"),
        cell("calleeNumber", call.external, "external"),
        cell("callerNumber", call.target, "target"),
        cell("operator", "Northway", "carrier"),
      ];
    },
  },
];

export async function benchDialects(): Promise<void> {
  await inTemporaryFolder(async (folder) => {
    const { book, data } = writeCardWorkload(folder);
    for (const program of PROGRAMS) await benchProgram(program, folder, book, data);
  });
}

async function benchProgram(program: Program, folder: string, book: string, data: CardBook): Promise<void> {
  const { preset, zone, isJson = false, dialect } = program;
  const extension = isJson ? "json" : "csv";
  const [calls, ownCalls] = [
    join(folder, `foreign.${extension}`),
    join(folder, `own.${isJson ? "jsonl" : "csv"}`),
  ];
  const described = join(folder, "dialect.json");
  writeFileSync(described, JSON.stringify({ basedOn: preset, ...dialect }));
  const rows = [...cardCalls(data, CALLS)].map((call) => program.cells(call));
  writeFileSync(calls, isJson ? foreignJson(rows) : foreignCsv(program, rows));
  writeFileSync(ownCalls, isJson ? ownJson(rows) : ownCsv(program, rows));
  const reading = ["--calls-format", described, ...(zone === undefined ? [] : ["--zone", zone])];
  const one = ["--threads", "1"];
  const [out, ownOut] = [join(folder, "rated.csv"), join(folder, "rated-own.csv")];
  await runRate({ book, calls, out }, [...one, ...reading]);
  await runRate({ book, calls: ownCalls, out: ownOut }, one);
  const [foreign, own] = [
    await readResults(out, CARD_COSTS, CARD_COSTS),
    await readResults(ownOut, CARD_COSTS, CARD_COSTS),
  ];
  if (foreign.rows !== own.rows || String(Object.values(foreign.sums)) !== String(Object.values(own.sums)))
    throw new Error(
      `${preset} costs ${Object.values(foreign.sums)}, under our own names ${Object.values(own.sums)}`,
    );

  const figures = new BestFigures();
  for (let round = 0; round < ROUNDS; round++) {
    figures.note(preset, (await runRate({ book, calls, out }, [...one, ...reading])).processorSeconds, CALLS);
    figures.note(
      "own names",
      (await runRate({ book, calls: ownCalls, out: ownOut }, one)).processorSeconds,
      CALLS,
    );
  }
  report(`${preset}, processor time of whole runs: ${CALLS} calls`, "call", figures.best, ["own names"]);
  const times = (figures.best.get(preset) ?? 0) / (figures.best.get("own names") ?? 1);
  console.log(
    `  ${times.toFixed(2)} times the processor time of the same rows under our own names${times > MOST ? `, which is more than ${MOST}` : ""}`,
  );
}

type Rows = readonly (readonly ForeignCell[])[];

function csvLine(texts: readonly string[], isQuoted = false): string {
  return texts
    .map((text) =>
      text !== "" && (isQuoted || /[",]/.test(text)) ? `"${text.replaceAll('"', '""')}"` : text,
    )
    .join(",");
}

function foreignCsv({ hasHeader, isQuoted }: Program, rows: Rows): string {
  const lines = rows.map((cells) =>
    csvLine(
      cells.map(({ text }) => text),
      isQuoted,
    ),
  );
  const header = hasHeader === true ? [csvLine((rows[0] ?? []).map(({ column }) => column))] : [];
  return `${[...header, ...lines].join("\n")}\n`;
}

/** What a cell is under our own names: its own name where it is no field. */
function ownEntries(cells: readonly ForeignCell[]): readonly (readonly [string, string])[] {
  const entries = cells.flatMap(({ column, text, own }) => Object.entries(own ?? { [`${column}_`]: text }));
  return [...entries, ...Object.entries(CARD_TYPE)];
}

function ownCsv({ isQuoted }: Program, rows: Rows): string {
  const lines = rows.map((cells) =>
    csvLine(
      ownEntries(cells).map(([, text]) => text),
      isQuoted,
    ),
  );
  return `${[csvLine(ownEntries(rows[0] ?? []).map(([name]) => name)), ...lines].join("\n")}\n`;
}

function foreignJson(rows: Rows): string {
  const records = rows.map((cells) =>
    JSON.stringify(Object.fromEntries(cells.map(({ column, text }) => [column, text]))),
  );
  return `{"value":[${records.join(",\n")}]}\n`;
}

function ownJson(rows: Rows): string {
  return `${rows.map((cells) => JSON.stringify(Object.fromEntries(ownEntries(cells)))).join("\n")}\n`;
}
