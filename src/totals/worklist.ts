/** Calls in error, grouped in the order in which a billing clerk repairs them, with the cost of each group. */

import type { CallErrorCode } from "../book/index.ts";
import {
  asciiOfRow,
  asResult,
  CALL_DECIMALS,
  type CallColumns,
  type CallResult,
  type FailedCall,
  MICRO,
  type ResultRecord,
  reportedInRecord,
  reportedMicroPence,
  reportedTotal,
} from "../engine/index.ts";
import { type CallRecord, madeOnce, safely } from "../model/index.ts";
import { formatUnits, toDecimalText, toSafeUnits } from "../money/index.ts";

/** The groups in working order: the repair of an error can reveal errors of later groups only. */
const GROUPS: readonly { readonly title: string; readonly codes: readonly CallErrorCode[] }[] = [
  {
    title: "Unregistered numbers",
    codes: ["unregistered-number", "ambiguous-number", "number-not-billable"],
  },
  { title: "Unknown call types", codes: ["unknown-call-type", "class-conflict"] },
  {
    title: "Missing tariffs",
    codes: ["no-tariff", "ambiguous-tariff", "tariff-not-allowed", "currency-mismatch"],
  },
  { title: "Missing rates", codes: ["no-rate"] },
  { title: "Missing wholesale cost", codes: ["no-carrier-cost"] },
  { title: "Records to send back", codes: ["malformed-record", "duplicate-call"] },
];

/** Most separate items of a group; calls of further subjects are counted together. */
const MAX_SUBJECTS = 1_000;
const OTHERS = "(others)";
/** Subjects that a part holds before its entries are to be taken. */
const MOST_HELD = 1 << 12;

/** Calls in error that one repair corrects. */
export interface WorklistItem {
  readonly code: CallErrorCode;
  /** The subject of the repair: a CLI, a charge band, a tariff. */
  readonly what: string;
  readonly calls: number;
  /** Minutes used, to one decimal place. */
  readonly minutes: string;
  /** Pence that the carrier reported for the calls. */
  readonly cost: string;
  /** Whether some of the calls report no cost, so that `cost` is a lower bound. */
  readonly atLeast: boolean;
}

/** One group of a worklist with its sums; items with most calls come first. */
export interface WorklistGroup extends Omit<WorklistItem, "code" | "what"> {
  readonly title: string;
  readonly items: readonly WorklistItem[];
}

/** Collects calls in error. */
export interface Worklist {
  /**
   * Adds one call with its result, or with the record of the result; only results in error count.
   *
   * @throws TypeError where `result` is neither
   */
  add(call: CallRecord, result: CallResult | ResultRecord): void;
  /** The groups that have calls, in working order. */
  report(): readonly WorklistGroup[];
}

/**
 * A worklist of the calls in error: grouped by the repair that the calls need, with calls, minutes and the carrier's
 * cost of each item, "at least" where some calls report no cost.
 *
 * @example
 * const worklist = createWorklist();
 * for (const call of calls) worklist.add(call, rateCall(book, call));
 * worklist.add({}, rateCall(book, { id: 1, target: "020 7946 0999", startDate: "2026-10-01" }));
 * worklist.report().map((group) => group.title); // => ["Unregistered numbers"]
 */
export function createWorklist(): Worklist {
  return new WorklistCollector();
}

/** Sums of calls in error. */
interface WorklistSums {
  calls: number;
  milliseconds: number;
  /** Units of 10^-CALL_DECIMALS pence. */
  cost: bigint;
  atLeast: boolean;
}

/**
 * Sums of calls in error that one repair corrects, as plain data for transfer to another thread: workers count the
 * calls that they rate, and one thread makes the worklist.
 */
export interface WorklistEntry extends Readonly<WorklistSums> {
  readonly code: CallErrorCode;
  readonly what: string;
}

function noSums(): WorklistSums {
  return { calls: 0, milliseconds: 0, cost: 0n, atLeast: false };
}

function addTo(sums: WorklistSums, { calls, milliseconds, cost, atLeast }: Readonly<WorklistSums>): void {
  sums.calls += calls;
  sums.milliseconds += milliseconds;
  sums.cost += cost;
  sums.atLeast ||= atLeast;
}

function entryOf(call: CallRecord, result: FailedCall): WorklistEntry {
  const record = typeof call === "object" && call !== null ? call : {};
  const text = safely(() => toDecimalText(record.duration), undefined);
  const milliseconds = text === undefined ? undefined : toSafeUnits(text, 3);
  const cost = reportedTotal(reportedInRecord(record));
  return {
    code: result.error,
    what: subjectOf(result, (field) => safely(() => String(record[field] ?? ""), "")),
    calls: 1,
    milliseconds: Math.max(milliseconds ?? 0, 0),
    cost: BigInt(cost ?? 0),
    atLeast: cost === undefined,
  };
}

const MICRO_UNITS = 10n ** BigInt(CALL_DECIMALS - MICRO);

function entryOfRow(columns: CallColumns, row: number, result: FailedCall): WorklistEntry {
  const { byRecord, names, duration, costCDR } = columns;
  const external = byRecord[row] === 0 ? asciiOfRow(columns.external, row) : undefined;
  if (external === undefined) return entryOf(columns.recordOf(row), result);
  const milliseconds = duration[row] as number;
  const cost = reportedMicroPence(costCDR, row);
  const isBlank = Number.isNaN(cost);
  return {
    code: result.error,
    what: subjectOf(result, (field) =>
      field === "external" ? external : (names[columns[CODES[field]][row] as number] as string),
    ),
    calls: 1,
    milliseconds: Number.isNaN(milliseconds) ? 0 : milliseconds,
    cost: isBlank ? 0n : BigInt(cost) * MICRO_UNITS,
    atLeast: isBlank,
  };
}

/** Adds up calls in error until the entries are taken. */
export class WorklistPart {
  #entries = new Map<string, WorklistEntry>();

  addRow(columns: CallColumns, row: number, result: FailedCall): void {
    const entry = entryOfRow(columns, row, result);
    const key = `${entry.code} ${entry.what}`;
    const earlier = this.#entries.get(key);
    if (earlier === undefined) this.#entries.set(key, entry);
    else addTo(earlier, entry);
  }

  /** Whether the entries are to be taken, before they grow with the file. */
  get isFull(): boolean {
    return this.#entries.size > MOST_HELD;
  }

  /** The entries of the calls added since the last `take`, in the order of each subject's first call. */
  take(): readonly WorklistEntry[] {
    const entries = [...this.#entries.values()];
    this.#entries = new Map();
    return entries;
  }
}

/** The worklist of a whole run. */
export class WorklistCollector implements Worklist {
  readonly #groups = GROUPS.map(({ title, codes }) => ({
    title,
    codes,
    sums: noSums(),
    items: new Map<string, WorklistSums & Pick<WorklistEntry, "code" | "what">>(),
  }));

  add(call: CallRecord, given: CallResult | ResultRecord): void {
    const result = asResult(given);
    if (result.outcome === "error") this.addEntries([entryOf(call, result)]);
  }

  /** Whether this many new subjects of calls with this error would all have an item each. */
  hasRoomFor(code: CallErrorCode, subjects: number): boolean {
    const group = this.#groups.find(({ codes }) => codes.includes(code));
    return group !== undefined && group.items.size + subjects <= MAX_SUBJECTS;
  }

  /** Adds the entries of a part; the subjects that are added first have an item each. */
  addEntries(entries: readonly WorklistEntry[]): void {
    for (const entry of entries) {
      const group = this.#groups.find(({ codes }) => codes.includes(entry.code));
      if (group === undefined) continue;
      addTo(group.sums, entry);
      const { code } = entry;
      const isKnown = group.items.has(`${code} ${entry.what}`);
      const what = isKnown || group.items.size < MAX_SUBJECTS ? entry.what : OTHERS;
      const key = `${code} ${what}`;
      const item = madeOnce(group.items, key, () => ({ code, what, ...noSums() }));
      addTo(item, entry);
    }
  }

  report(): readonly WorklistGroup[] {
    return this.#groups.flatMap(({ title, sums, items }) => {
      if (sums.calls === 0) return [];
      const listed = [...items.values()]
        .sort((a, b) => b.calls - a.calls || (a.what < b.what ? -1 : 1))
        .map((item) => ({ code: item.code, what: item.what, ...figuresOf(item) }));
      return [{ title, ...figuresOf(sums), items: listed }];
    });
  }
}

function figuresOf({ calls, milliseconds, cost, atLeast }: WorklistSums) {
  const minutes = (Math.round(milliseconds / 6_000) / 10).toFixed(1);
  return { calls, minutes, cost: formatUnits(cost, CALL_DECIMALS), atLeast };
}

/** The fields of a call that name the subject of a repair. */
type SubjectField = "external" | keyof typeof CODES;

/** The columns that hold the codes of these fields. */
const CODES = {
  target: "target",
  numberID: "numberID",
  callCarrier: "carrier",
  carrier: "carrier",
  chargeBand: "chargeBand",
  tariffTypeCarrier: "tariffTypeCarrier",
} as const satisfies Record<string, keyof CallColumns>;

/** The subject of a repair: what a clerk looks up to correct the call. */
function subjectOf({ error, message, field }: FailedCall, textOf: (field: SubjectField) => string): string {
  switch (error) {
    case "unregistered-number":
    case "ambiguous-number":
    case "number-not-billable":
      return `number ${textOf("target") || textOf("numberID") || "(blank)"}`;
    case "unknown-call-type": {
      const band = textOf("chargeBand") || textOf("tariffTypeCarrier");
      return band === ""
        ? `number ${textOf("external") || "(blank)"}`
        : `charge band ${band} of carrier ${textOf("callCarrier") || textOf("carrier") || "(blank)"}`;
    }
    case "malformed-record": {
      const [place, reason] = parted(message);
      // A line that could not be read has no field at fault; its number would make each such line a subject.
      return field === undefined && reason !== "" ? `cannot be read: ${reason}` : place;
    }
    case "duplicate-call":
      return "calls read before";
    default:
      return message;
  }
}

/** The two sides of a message's first colon, without the full stop at its end. */
function parted(message: string): readonly [string, string] {
  const at = message.indexOf(": ");
  return at === -1 ? [message, ""] : [message.slice(0, at), message.slice(at + 2).replace(/\.$/, "")];
}
