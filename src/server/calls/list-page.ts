/** Lists that the database answers (H13): their conditions, their pages. */
import * as z from "zod";
import type { Answer, QueryValues, RouteRequest } from "../http/index.ts";
import { nextLink, type PAGE_PARAMETERS } from "../resources/index.ts";
import type { Conditions } from "./call-rows.ts";

/** Most records of one answer, and as many as it has where nobody says. */
const MOST_LISTED = 1_000;

type ListQuery = QueryValues<typeof PAGE_PARAMETERS>;

/** Adds what a list's parameters ask for; the columns are the program's own. */
export function addListConditions(
  where: Conditions,
  { idAfter, createdSince, updatedSince }: ListQuery,
  columns: { readonly id: string; readonly created: string; readonly updated: string },
): void {
  if (idAfter !== undefined) where.add(`${columns.id} > ?::bigint`, idAfter);
  if (createdSince !== undefined) where.add(`${columns.created} >= ?::timestamptz`, createdSince);
  if (updatedSince !== undefined) where.add(`${columns.updated} >= ?::timestamptz`, updatedSince);
}

/** The page of a list that is asked for, and one more, which tells whether more is to come. */
export async function listPage<Row extends { readonly id: string }>(
  request: RouteRequest,
  read: (page: { readonly limit: number; readonly offset: number }) => Promise<readonly Row[]>,
  write: (row: Row) => unknown,
): Promise<Answer> {
  const { limit = MOST_LISTED, offset = 0 } = request.query as ListQuery;
  const rows = await read({ limit: limit + 1, offset });
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const next = rows.length > limit && last !== undefined ? new Map([["idAfter", last.id]]) : undefined;
  return { headers: nextLink(request.target, { listed: [], next }), body: shown.map(write) };
}

/** A list of objects, for the documentation. */
export const listAnswer = z.array(z.looseObject({ id: z.string() }));
