/** Lists (H13): filters first, then `offset`, then `limit`. */
import type * as z from "zod";
import { ServerError } from "../errors.ts";
import {
  dateTimeParameter,
  flagParameter,
  idParameter,
  integerParameter,
  type QueryTable,
  type QueryValues,
  textParameter,
} from "../http/index.ts";
import { type BookView, type Listed, statusNames } from "./book-view.ts";
import { EMBEDDING } from "./record-out.ts";
import type { Resource } from "./resources.ts";
import { valueOut } from "./values.ts";

/** Most records of one answer; also the default limit. */
export const MOST_LISTED = 1_000;

export const PAGE_PARAMETERS = {
  limit: integerParameter(1, MOST_LISTED),
  offset: integerParameter(0, Number.MAX_SAFE_INTEGER),
  idAfter: idParameter,
  createdSince: dateTimeParameter,
  updatedSince: dateTimeParameter,
} satisfies QueryTable;

/** Parameters that embed lists in a record. */
export function expandParameters(resource: Resource): QueryTable {
  const names: string[] = resource.expands.flatMap((child) => EMBEDDING[child]);
  if (Object.hasOwn(resource.fields, "rates")) names.push("expandRates");
  return Object.fromEntries(names.map((name) => [name, flagParameter]));
}

export function filterParameters(resource: Resource): QueryTable {
  const table: Record<string, z.ZodType> = {};
  for (const name of resource.filters) table[name] = textParameter;
  if (resource.canBeDropped) {
    Object.assign(table, { dropped: flagParameter, active: flagParameter });
    Object.assign(table, { droppedSince: dateTimeParameter, reinstatedSince: dateTimeParameter });
  }
  if (resource.name === "customers") {
    Object.assign(table, { finalBill: flagParameter, excludeFinalBill: flagParameter });
  }
  return table;
}

/** Values of the parameters, by name. */
type ListQuery = Readonly<Record<string, unknown>>;

/** A page of a list, and the query of the next page where there are more records. */
export interface Page {
  readonly listed: readonly Listed[];
  readonly next: ReadonlyMap<string, string> | undefined;
}

/** The status of a customer that is about to have a last bill; the platform's own name of this status is not known. */
const FINAL_BILL = "final bill";

/** Filters a sorted list and cuts a page from it. */
export function pageOf(
  candidates: readonly Listed[],
  resource: Resource,
  query: ListQuery,
  view: BookView,
): Page {
  const { limit = MOST_LISTED, offset = 0, idAfter } = query as QueryValues<typeof PAGE_PARAMETERS>;
  const tests = testsOf(resource, query, view);
  const chosen = candidates.filter((candidate) => tests.every((test) => test(candidate)));
  const listed = chosen.slice(offset, offset + limit);
  const last = listed.at(-1);
  if (last === undefined || chosen.length <= offset + limit) return { listed, next: undefined };
  // The offset counts from the query's own start.
  const start = idAfter === undefined ? {} : { idAfter };
  const next = last.id === null ? { ...start, offset: String(offset + limit) } : { idAfter: String(last.id) };
  return { listed, next: new Map(Object.entries(next)) };
}

function testsOf(resource: Resource, query: ListQuery, view: BookView): ((listed: Listed) => boolean)[] {
  const tests: ((listed: Listed) => boolean)[] = [];
  const { idAfter, createdSince, updatedSince, droppedSince, reinstatedSince } = query as Record<
    string,
    string | undefined
  >;
  if (idAfter !== undefined) {
    const after = BigInt(idAfter);
    tests.push(({ id }) => id === null || id > after);
  }
  for (const name of resource.filters) {
    const wanted = query[name];
    if (wanted === undefined) continue;
    const fold = name === "number" ? withoutSpaces : same;
    const text = fold(String(wanted));
    tests.push(({ record }) => {
      const value = valueOut("text", record.data[name]);
      return typeof value === "string" && fold(value) === text;
    });
  }
  if (createdSince !== undefined) tests.push(({ record }) => isSince(record.created, createdSince));
  if (updatedSince !== undefined) tests.push(({ record }) => isSince(record.updated, updatedSince));
  if (query.dropped === true) tests.push(({ record }) => view.isDropped(record));
  if (query.active === true) tests.push(({ record }) => !view.isDropped(record));
  const changedSince =
    (since: string) =>
    (listed: Listed): boolean => {
      const { statusChangedStamp: stamp } = listed.record.data;
      return typeof stamp === "string" && isSince(stamp, since);
    };
  if (droppedSince !== undefined) {
    tests.push(changedSince(droppedSince), ({ record }) => view.isDropped(record));
  }
  if (reinstatedSince !== undefined) {
    tests.push(changedSince(reinstatedSince), ({ record }) => !view.isDropped(record));
  }
  const isFinal = ({ record }: Listed): boolean =>
    statusNames(record).some((name) => name.toLowerCase() === FINAL_BILL);
  if (query.finalBill === true) tests.push(isFinal);
  if (query.excludeFinalBill === true) tests.push((listed) => !isFinal(listed));
  return tests;
}

const same = (text: string): string => text;
const withoutSpaces = (text: string): string => text.replace(/[\s-]/g, "");

/** Whether a stamp with microseconds is at or after a time with milliseconds: both are UTC, as text of one form. */
function isSince(stamp: string, since: string): boolean {
  // "…T12:00:00.123456Z" and "…T12:00:00.000Z": without the Z they compare as text; a date alone is its midnight.
  const full = stamp.length === 10 ? `${stamp}T00:00:00` : stamp.replace("Z", "");
  return full.padEnd(26, "0") >= since.replace("Z", "").padEnd(26, "0");
}

/** The header that leads to the next page (H13). */
export function nextLink(target: string, page: Page): Readonly<Record<string, string>> {
  if (page.next === undefined) return {};
  const [path = "", text = ""] = target.split("?");
  const kept = text.split("&").filter((part) => part !== "" && !/^(?:idAfter|offset)(?:=|$)/.test(part));
  const added = [...page.next].map(([name, value]) => `${name}=${value}`);
  return { Link: `<${path}?${[...kept, ...added].join("&")}>; rel="next"` };
}

/** 404001 for a missing record. */
export function noRecord(resource: Resource, id: string): ServerError {
  return new ServerError(404001, `There is no ${resource.one} ${id}.`);
}
