/** The month of calls that a live page carries, and its reader for the page's script. */

import { formatCivilDate } from "../../calendar/index.ts";
import { CODE_COLUMNS } from "../../engine/index.ts";
import { type BookData, type CallColumns, type CallRecord, LOCAL_TIME, NO_TIME } from "../../index.ts";
import { CODED_FIELDS, REPORTED_COSTS } from "../../model/index.ts";
import { formatUnits } from "../../money/index.ts";
import { type PackedColumn, unpackColumn } from "./packed-columns.ts";

export const NUMBER_COLUMNS = [
  "startDay",
  "startMillisecond",
  "startOffset",
  "duration",
  "bytes",
  "events",
  "costSuggestedRetail",
] as const satisfies readonly (keyof CallColumns)[];

/** The columns of a carried month in the order in which they are written; `external` is an index in `externals`. */
export const CARRIED_COLUMNS = [...CODE_COLUMNS, "external", ...NUMBER_COLUMNS, ...REPORTED_COSTS] as const;
export type CarriedColumn = (typeof CARRIED_COLUMNS)[number];

interface RaisedTariff {
  readonly id: string;
  readonly tariffClass: string;
}

/** The input of a page's script, beside the columns. */
export interface CarriedMonth {
  readonly book: BookData;
  readonly tariffs: readonly RaisedTariff[];
  readonly scope: string;
  /** `YYYY-MM-DD`; null: at once. */
  readonly effectiveDate: string | null;
  readonly reclassify: boolean;
  readonly wholesale: "reported" | "calculated";
  /** The first percentage of the slider. */
  readonly percent: string;
  readonly calls: number;
  readonly names: readonly string[];
  readonly externals: readonly string[];
  readonly columns: Readonly<Record<CarriedColumn, PackedColumn>>;
  /** Rows that no columns hold, and their records. */
  readonly records: readonly (readonly [row: number, record: CallRecord])[];
}

/** Rows that are rated together. */
const CHUNK = 8_192;

/**
 * Reads a compressed month: the length of its JSON text in four bytes, the JSON text, the columns.
 *
 * @throws RangeError where the month is damaged
 */
export async function readMonth(
  compressed: Uint8Array,
): Promise<{ readonly month: CarriedMonth; readonly columns: readonly CallColumns[] }> {
  const bytes = await passedThrough(new DecompressionStream("gzip"), [compressed]).catch(() => {
    throw new RangeError("its calls were damaged on their way");
  });
  const length = new DataView(bytes.buffer).getUint32(0, true);
  const text = new TextDecoder().decode(bytes.subarray(4, 4 + length));
  const month = JSON.parse(text) as CarriedMonth;
  return { month, columns: columnsOf(month, bytes.subarray(4 + length)) };
}

/** Bytes as a stream that compresses or decompresses makes them. */
export async function passedThrough(
  stream: CompressionStream | DecompressionStream,
  parts: readonly Uint8Array[],
): Promise<Uint8Array> {
  const passed = new Blob(parts as Uint8Array<ArrayBuffer>[]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(passed).arrayBuffer());
}

function columnsOf(month: CarriedMonth, bytes: Uint8Array): CallColumns[] {
  const { calls, names, externals, records } = month;
  let next = 0;
  const values = Object.fromEntries(
    CARRIED_COLUMNS.map((name) => {
      const how = month.columns[name];
      const start = next;
      next += how.planes * calls;
      return [name, unpackColumn(how, bytes.subarray(start, next), calls)];
    }),
  ) as Record<CarriedColumn, Float64Array>;
  const byRecord = new Uint8Array(calls);
  for (const [row] of records) byRecord[row] = 1;
  const recordOf = new Map(records);
  const texts = textsOf(externals);
  const chunks: CallColumns[] = [];
  for (let first = 0; first < calls; first += CHUNK) {
    const end = Math.min(first + CHUNK, calls);
    const doubles = (name: CarriedColumn): Float64Array => values[name].subarray(first, end);
    const codes = (name: CarriedColumn): Uint32Array => Uint32Array.from(doubles(name));
    const external = codes("external");
    const columns: CallColumns = {
      length: end - first,
      recordOf: (row) =>
        recordOf.get(first + row) ?? recordOfRow(columns, row, externals[external[row] as number]),
      byRecord: byRecord.subarray(first, end),
      names,
      ...(Object.fromEntries(CODE_COLUMNS.map((name) => [name, codes(name)])) as Record<
        (typeof CODE_COLUMNS)[number],
        Uint32Array
      >),
      external: {
        bytes: texts.bytes,
        start: external.map((text) => texts.ends[text] as number),
        end: external.map((text) => texts.ends[text + 1] as number),
      },
      startDay: Int32Array.from(doubles("startDay")),
      startMillisecond: Int32Array.from(doubles("startMillisecond")),
      startOffset: Int32Array.from(doubles("startOffset")),
      duration: doubles("duration"),
      bytes: doubles("bytes"),
      events: doubles("events"),
      costSuggestedRetail: doubles("costSuggestedRetail"),
      costCDR: REPORTED_COSTS.map(doubles) as unknown as CallColumns["costCDR"],
    };
    chunks.push(columns);
  }
  return chunks;
}

/** ASCII texts, joined; text i goes from `ends[i]` to `ends[i + 1]`. */
function textsOf(texts: readonly string[]): { readonly bytes: Uint8Array; readonly ends: readonly number[] } {
  const ends = [0];
  for (const text of texts) ends.push((ends.at(-1) as number) + text.length);
  return { bytes: new TextEncoder().encode(texts.join("")), ends };
}

/** The record of a row's columns, for the slow path, which rates records. */
function recordOfRow(columns: CallColumns, row: number, external = ""): CallRecord {
  const name = (column: (typeof CODE_COLUMNS)[number]): string =>
    columns.names[columns[column][row] as number] as string;
  const decimal = (value: number, decimals: number): string =>
    Number.isNaN(value) ? "" : formatUnits(BigInt(value), decimals);
  const day = formatCivilDate(columns.startDay[row] as number);
  return {
    ...Object.fromEntries(CODED_FIELDS.map(([field, column]) => [field, name(column)])),
    callCarrier: name("carrier"),
    external,
    startDate: day,
    startTime: timeText(columns.startMillisecond[row] as number, columns.startOffset[row] as number),
    duration: decimal(columns.duration[row] as number, 3),
    bytes: decimal(columns.bytes[row] as number, 0),
    events: decimal(columns.events[row] as number, 0),
    costSuggestedRetail: decimal(columns.costSuggestedRetail[row] as number, 6),
    ...Object.fromEntries(
      REPORTED_COSTS.map((field, at) => [
        field,
        decimal((columns.costCDR as readonly Float64Array[])[at]?.[row] as number, 6),
      ]),
    ),
  };
}

/** `10:00:00.000+01:00`; without an offset where the record has no offset. */
function timeText(millisecond: number, offset: number): string {
  if (millisecond === NO_TIME) return "";
  const time = new Date(millisecond).toISOString().slice(11, -1);
  if (offset === LOCAL_TIME) return time;
  const size = new Date(Math.abs(offset) * 60_000).toISOString().slice(11, 16);
  return `${time}${offset < 0 ? "-" : "+"}${size}`;
}
