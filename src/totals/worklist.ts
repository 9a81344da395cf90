/** Calls in error, grouped the way a billing clerk works them: what to set right first, and what it is worth. */

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
import { type CallRecord, safely } from "../model/index.ts";
import { formatUnits, toDecimalText, toSafeUnits } from "../money/index.ts";

/** The groups in the order in which they are worked: each repair can only bring later errors to light. */
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

/** Most subjects that a group tells apart; calls of further ones are counted together. */
const MAX_SUBJECTS = 1_000;
const OTHERS = "(others)";
/** Subjects that a part holds before it is to be asked for them. */
const MOST_HELD = 1 << 12;

/** Calls in error that one repair sets right. */
export interface WorklistItem {
  readonly code: CallErrorCode;
  /** What is to be set right: a CLI, a charge band, a tariff. */
  readonly what: string;
  readonly calls: number;
  /** Minutes used, to one decimal place. */
  readonly minutes: string;
  /** Pence the carrier reported for them. */
  readonly cost: string;
  /** Whether some of the calls report no cost, so that `cost` is the least they are worth. */
  readonly atLeast: boolean;
}

/** One group of a worklist with its sums; its items come with most calls first. */
export interface WorklistGroup extends Omit<WorklistItem, "code" | "what"> {
  readonly title: string;
  readonly items: readonly WorklistItem[];
}

/** Collects calls in error. */
export interface Worklist {
  /**
   * Looks at one call and its result, or the record of it; only results in error count.
   *
   * @throws TypeError where it is neither
   */
  add(call: CallRecord, result: CallResult | ResultRecord): void;
  /** The groups that have calls, in working order. */
  report(): readonly WorklistGroup[];
}

/**
 * A worklist of the calls in error: grouped by what has to be set right, with calls, minutes
 * and the carrier's cost of each, "at least" where some calls report none.
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

/** What calls in error come to. */
interface WorklistSums {
  calls: number;
  milliseconds: number;
  /** Units of 10^-CALL_DECIMALS pence. */
  cost: bigint;
  atLeast: boolean;
}

/**
 * Calls in error that one repair sets right, as far as they were added up: plain data, so that calls can be counted
 * where they are rated and the worklist made in one place.
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

/** The entry of one call in error. */
function entryOf(call: CallRecord, result: FailedCall): WorklistEntry {
  const record = typeof call === "object" && call !== null ? call : {};
  const text = safely(() => toDecimalText(record.duration), undefined);
  const milliseconds = text === undefined ? undefined : toSafeUnits(text, 3);
  const cost = reportedTotal(reportedInRecord(record));
  return {
    code: result.error,
    what: subjectOf(result, (field) => String(record[field] ?? "")),
    calls: 1,
    milliseconds: Math.max(milliseconds ?? 0, 0),
    cost: BigInt(cost ?? 0),
    atLeast: cost === undefined,
  };
}

/** A unit of micro-pence in units of 10^-CALL_DECIMALS pence. */
const MICRO_UNITS = 10n ** BigInt(CALL_DECIMALS - MICRO);

/** The entry of a row in error. */
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

/** Adds up calls in error until somebody takes what they came to. */
export class WorklistPart {
  #entries = new Map<string, WorklistEntry>();

  /** Looks at a row in error. */
  addRow(columns: CallColumns, row: number, result: FailedCall): void {
    const entry = entryOfRow(columns, row, result);
    const key = `${entry.code} ${entry.what}`;
    const earlier = this.#entries.get(key);
    if (earlier === undefined) this.#entries.set(key, entry);
    else addTo(earlier, entry);
  }

  /** Whether there are more subjects than are to be held. */
  get isFull(): boolean {
    return this.#entries.size > MOST_HELD;
  }

  /** What the calls added since the last time came to, in the order in which subjects were met. */
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

  /** Whether so many subjects more of calls with this error would all be told apart. */
  hasRoomFor(code: CallErrorCode, subjects: number): boolean {
    const group = this.#groups.find(({ codes }) => codes.includes(code));
    return group !== undefined && group.items.size + subjects <= MAX_SUBJECTS;
  }

  /** Adds what a part came to; the subjects that are met first are those that are told apart. */
  addEntries(entries: readonly WorklistEntry[]): void {
    for (const entry of entries) {
      const group = this.#groups.find(({ codes }) => codes.includes(entry.code));
      if (group === undefined) continue;
      addTo(group.sums, entry);
      const { code } = entry;
      const isKnown = group.items.has(`${code} ${entry.what}`);
      const what = isKnown || group.items.size < MAX_SUBJECTS ? entry.what : OTHERS;
      const key = `${code} ${what}`;
      const item = group.items.get(key) ?? { code, what, ...noSums() };
      group.items.set(key, item);
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

/** What a call says that tells what is to be set right. */
type SubjectField = "external" | keyof typeof CODES;

/** The columns of the codes of these fields. */
const CODES = {
  target: "target",
  numberID: "numberID",
  callCarrier: "carrier",
  carrier: "carrier",
  chargeBand: "chargeBand",
  tariffTypeCarrier: "tariffTypeCarrier",
} as const satisfies Record<string, keyof CallColumns>;

/** What a clerk would look up to set the call right. */
function subjectOf({ error, message }: FailedCall, said: (field: SubjectField) => string): string {
  switch (error) {
    case "unregistered-number":
    case "ambiguous-number":
    case "number-not-billable":
      return `number ${said("target") || said("numberID") || "(blank)"}`;
    case "unknown-call-type": {
      const band = said("chargeBand") || said("tariffTypeCarrier");
      return band === ""
        ? `number ${said("external") || "(blank)"}`
        : `charge band ${band} of carrier ${said("callCarrier") || said("carrier") || "(blank)"}`;
    }
    case "malformed-record":
      return message.split(":")[0] ?? "";
    case "duplicate-call":
      return "calls read before";
    default:
      return message;
  }
}
