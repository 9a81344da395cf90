/** Parameters that every list has (H13), of lists that a database answers, and the link to what follows. */
import * as z from "zod";
import {
  type Answer,
  dateTimeParameter,
  idParameter,
  integerParameter,
  type QueryValues,
  type RouteRequest,
} from "../http/index.ts";
import type { Conditions } from "./stored-call.ts";

const MOST = 1_000;

/** The parameters. */
export const LIST_PARAMETERS = {
  limit: integerParameter(1, MOST),
  offset: integerParameter(0, Number.MAX_SAFE_INTEGER),
  idAfter: idParameter,
  createdSince: dateTimeParameter,
  updatedSince: dateTimeParameter,
};

type ListQuery = QueryValues<typeof LIST_PARAMETERS>;

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
  const { limit = MOST, offset = 0 } = request.query as ListQuery;
  const rows = await read({ limit: limit + 1, offset });
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const link = rows.length > limit && last !== undefined ? { Link: nextLink(request.target, last.id) } : {};
  return { headers: link, body: shown.map(write) };
}

/** The address of what follows: after the last id that was shown. */
function nextLink(target: string, lastID: string): string {
  const [path = "", query = ""] = target.split("?");
  const kept = query.split("&").filter((part) => part !== "" && !/^(?:offset|idAfter)(?:=|$)/.test(part));
  return `<${path}?${[...kept, `idAfter=${lastID}`].join("&")}>; rel="next"`;
}

/** A list of objects, for the documentation. */
export const listAnswer = z.array(z.looseObject({ id: z.string() }));
