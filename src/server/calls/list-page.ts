/** Lists that are read from the database (H13): conditions and pages. */
import * as z from "zod";
import type { Answer, QueryValues } from "../http/index.ts";
import { MOST_LISTED, nextLink, type PAGE_PARAMETERS } from "../resources/index.ts";
import type { Conditions } from "./call-rows.ts";

type ListQuery = QueryValues<typeof PAGE_PARAMETERS>;

/** Adds the conditions of a list's parameters; `columns` are constants of the program. */
export function addListConditions(
  where: Conditions,
  { idAfter, createdSince, updatedSince }: ListQuery,
  columns: { readonly id: string; readonly created: string; readonly updated: string },
): void {
  if (idAfter !== undefined) where.add(`${columns.id} > ?::bigint`, idAfter);
  if (createdSince !== undefined) where.add(`${columns.created} >= ?::timestamptz`, createdSince);
  if (updatedSince !== undefined) where.add(`${columns.updated} >= ?::timestamptz`, updatedSince);
}

/** Answers with a page of a list; reads one row more, which tells whether there is a next page. */
export async function listPage<Row extends { readonly id: string }>(
  { query, target }: { readonly query: ListQuery; readonly target: string },
  read: (page: { readonly limit: number; readonly offset: number }) => Promise<readonly Row[]>,
  write: (row: Row) => unknown,
): Promise<Answer> {
  const { limit = MOST_LISTED, offset = 0 } = query;
  const rows = await read({ limit: limit + 1, offset });
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const next = rows.length > limit && last !== undefined ? new Map([["idAfter", last.id]]) : undefined;
  return { headers: nextLink(target, { listed: [], next }), body: shown.map(write) };
}

/** A list of objects, for the documentation. */
export const listAnswer = z.array(z.looseObject({ id: z.string() }));
