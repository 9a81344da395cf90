/** Merges a sheet's lines into a tariff's lines. */
import { dateAfter } from "../../calendar/index.ts";
import {
  addTo,
  Fault,
  isBlank,
  RATE_VALUE_NAMES,
  RATE_VALUES,
  type RateLine,
  type RateValueName,
  readerOf,
  textOrBlank,
} from "../../model/index.ts";
import type { LinesBy, RateSheet } from "./rate-sheet.ts";

interface MergedLines {
  readonly rates: readonly RateLine[];
  /** For each line the row of the sheet; undefined for old lines. */
  readonly rows: readonly (number | undefined)[];
  /** The old lines, unchanged, that the sheet replaces, ends or confirms. */
  readonly before: readonly RateLine[];
  /** The sheet's lines, with their dates. */
  readonly after: readonly RateLine[];
  /** Old lines that are kept up to the day before a new line begins. */
  readonly ended: number;
  /** Old lines of the sheet's kind that the sheet does not have, kept unchanged. */
  readonly untouched: number;
  /** Old lines that begin after the sheet's first line for the same calls, on a date that the sheet does not have. */
  readonly withdrawn: number;
}

/** The lines of a sheet for one prefix or call type. */
interface KeyLines {
  /** First date of the lines. */
  start: string;
  /** For each set of calls the first line and its index. */
  readonly firsts: Map<string, { line: RateLine; index: number }>;
}

/** Merges a sheet's lines into a tariff's lines; lines of another kind stay. */
export function mergeLines(
  old: readonly RateLine[],
  sheet: RateSheet,
  from: string | undefined,
): MergedLines {
  const drops = dropsByKey(sheet, from);
  const after = sheet.lines.map((line) =>
    endedByDrop(dated(line, from), drops.get(sheetKeyOf(line, sheet.linesBy) ?? "")),
  );
  const isDated = from !== undefined || after.some((line) => startOf(line) !== "");
  const byKey = linesByKey(after, sheet);
  const datesOfCalls = new Set(after.map(callsAndStart));
  // A sheet with dates in its rows does not say from which date a missing prefix is gone.
  const goneFrom = from ?? (isDated ? undefined : "");
  const confirmed = new Set<number>();
  const rates: RateLine[] = [];
  const before: RateLine[] = [];
  let ended = 0;
  let untouched = 0;
  let withdrawn = 0;
  for (const line of old) {
    const key = sheetKeyOf(line, sheet.linesBy);
    if (key === undefined) {
      rates.push(line);
      continue;
    }
    const lines = byKey.get(key);
    let endBefore = drops.get(key)?.[0] ?? (sheet.sheetIs === "whole" ? goneFrom : undefined);
    const same = lines?.firsts.get(callsOf(line));
    // A price for any period ends those of single ones.
    const all = lines?.firsts.get(callsOf({ ...line, tariffTime: "" }));
    const [follower] = [same, all].flatMap((first) => (first ? [startOf(first.line)] : [])).sort();
    // A sheet of changes leaves the periods that it does not name, as it leaves prefixes.
    const isLeft = follower === undefined && sheet.sheetIs === "changes" && !drops.has(key);
    if (lines !== undefined && !isLeft) {
      const next = follower ?? lines.start;
      // A drop before the next price leaves calls between without one; a drop without a date is a change of price.
      const dropped = drops.get(key)?.find((date) => date !== "" && date < next);
      const isNext = same !== undefined && dropped === undefined && startOf(same.line) === next;
      if (isNext && isConfirmed(line, same.line)) {
        confirmed.add(same.index);
        before.push(line);
        rates.push(line);
        continue;
      }
      endBefore = dropped ?? next;
    }
    if (endBefore === undefined) {
      untouched++;
      rates.push(line);
    } else if (startOf(line) >= endBefore) {
      before.push(line);
      const first = same === undefined ? "" : startOf(same.line);
      if (first !== "" && startOf(line) > first && !datesOfCalls.has(callsAndStart(line))) withdrawn++;
    } else if (endOf(line) < endBefore) rates.push(line);
    else {
      before.push(line);
      rates.push({ ...line, endDate: dateAfter(endBefore, -1) });
      ended++;
    }
  }
  const rows: (number | undefined)[] = rates.map(() => undefined);
  for (const [index, line] of after.entries()) {
    if (confirmed.has(index)) continue;
    rates.push(line);
    rows.push(sheet.lineRows[index]);
  }
  return { rates, rows, before, after, ended, untouched, withdrawn };
}

function callsAndStart(line: RateLine): string {
  return `${startOf(line)} ${callsOf(line)}`;
}

function dated(line: RateLine, from: string | undefined): RateLine {
  if (from === undefined || startOf(line) !== "") return line;
  const { prefix, tariffType, tariffTime, startDate: _, ...rest } = line;
  return {
    ...(prefix !== undefined && { prefix }),
    ...(tariffType !== undefined && { tariffType }),
    ...(tariffTime !== undefined && { tariffTime }),
    startDate: from,
    ...rest,
  };
}

/** The dates of a sheet's drops by prefix or call type, the earliest first; "" for a drop without a date. */
function dropsByKey({ deletions }: RateSheet, from: string | undefined): Map<string, string[]> {
  const drops = new Map<string, string[]>();
  for (const { key, startDate } of deletions) addTo(drops, key, startDate ?? from ?? "");
  for (const dates of drops.values()) dates.sort();
  return drops;
}

function endedByDrop(line: RateLine, drops: readonly string[] = []): RateLine {
  const dropped = drops.find((date) => date > startOf(line));
  return dropped === undefined || endOf(line) < dropped ? line : { ...line, endDate: dateAfter(dropped, -1) };
}

function linesByKey(lines: readonly RateLine[], { linesBy }: RateSheet): Map<string, KeyLines> {
  const byKey = new Map<string, KeyLines>();
  for (const [index, line] of lines.entries()) {
    const key = sheetKeyOf(line, linesBy) ?? "";
    const start = startOf(line);
    let ofKey = byKey.get(key);
    if (ofKey === undefined) {
      ofKey = { start, firsts: new Map() };
      byKey.set(key, ofKey);
    } else if (start < ofKey.start) ofKey.start = start;
    const calls = callsOf(line);
    const first = ofKey.firsts.get(calls);
    if (first === undefined || start < startOf(first.line)) ofKey.firsts.set(calls, { line, index });
  }
  return byKey;
}

/** Whether the sheet gives an old line's values from a later date: a monthly sheet then adds only changes. */
function isConfirmed(line: RateLine, next: RateLine): boolean {
  const start = startOf(next);
  if (start === "" || startOf(line) >= start || endOf(line) < start) return false;
  return differingFields(line, next).length === 0;
}

/** The key of the calls that a line is for, without its dates. */
export function callsOf({ prefix, tariffType, tariffTime }: RateLine): string {
  const type = textOrBlank(tariffType);
  return `${textOrBlank(prefix)} ${type.length} ${type} ${textOrBlank(tariffTime)}`;
}

/** The prefix or the call type of a line; undefined for a line of another kind than the sheet's. */
function sheetKeyOf({ prefix, tariffType }: RateLine, linesBy: LinesBy): string | undefined {
  if (linesBy === "prefix") return isBlank(prefix) || !isBlank(tariffType) ? undefined : String(prefix);
  return isBlank(prefix) && !isBlank(tariffType) ? String(tariffType) : undefined;
}

/** First date of a line; "" for a line without a first date, which sorts before every date. */
export function startOf(line: RateLine): string {
  return textOrBlank(line.startDate);
}

/** Last date of a line, after every date where it is open. */
function endOf(line: RateLine): string {
  return textOrBlank(line.endDate) || "9999-12-31";
}

const VALUE_NAMES: ReadonlySet<string> = new Set(RATE_VALUE_NAMES);

/** The names of the fields in which two lines for the same calls differ, apart from their first dates. */
export function differingFields(before: RateLine, after: RateLine): (keyof RateLine)[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]) as Set<keyof RateLine>;
  const differing: (keyof RateLine)[] = [];
  for (const name of names) {
    if (name === "startDate" || name === "prefix" || name === "tariffType" || name === "tariffTime") continue;
    if (!isSameValue(name, before[name], after[name])) differing.push(name);
  }
  return differing;
}

function isSameValue(name: keyof RateLine, before: unknown, after: unknown): boolean {
  if (before === after || (isBlank(before) && isBlank(after))) return true;
  if (isBlank(before) || isBlank(after)) return false;
  if (!VALUE_NAMES.has(name)) return String(before) === String(after);
  // Compare values as the book reads them: "0.50" is 0.5.
  const read = readerOf(RATE_VALUES[name as RateValueName]);
  const one = read?.(before);
  const other = read?.(after);
  return one instanceof Fault || other instanceof Fault ? String(before) === String(after) : one === other;
}
