/** Lists of calls at the paths of the seeds (H13, H17). */
import * as z from "zod";
import type { Sql } from "../database/index.ts";
import {
  type Answer,
  dateParameter,
  flagParameter,
  type QueryValues,
  type Route,
  type RouteRequest,
  route,
  unknownID,
} from "../http/index.ts";
import { PAGE_PARAMETERS } from "../resources/index.ts";
import type { Present } from "../store/index.ts";
import { Conditions, storedCalls } from "./call-rows.ts";
import { callValues } from "./call-values.ts";
import { addListConditions, listAnswer, listPage } from "./list-page.ts";

const QUERY = {
  ...PAGE_PARAMETERS,
  billed: flagParameter,
  unbilled: flagParameter,
  minDate: dateParameter,
  maxDate: dateParameter,
};

/** A call, for the documentation. */
const callAnswer = z.looseObject({ id: z.string(), tollbook: z.looseObject({}) });

const COLUMNS = {
  id: "c.id",
  created: "b.stamp",
  updated: "greatest(b.stamp, p.stamp, c.billed_stamp, i.updated)",
};

/** A resource of the seeds that has calls, and the condition that finds them. */
interface Parent {
  readonly resource: string;
  readonly condition: string;
  exists(present: Present, sql: Sql, id: string): Promise<boolean> | boolean;
}

async function isInTable(sql: Sql, text: string, id: string): Promise<boolean> {
  return (await sql.query(text, [id])).length > 0;
}

const PARENTS: readonly Parent[] = [
  {
    resource: "customers",
    condition: "r.customer_id = ?",
    exists: (present, _sql, id) => present.record("customers", id) !== undefined,
  },
  {
    resource: "numbers",
    condition: "r.number_id = ?",
    exists: (present, _sql, id) => present.record("numbers", id) !== undefined,
  },
  {
    resource: "features",
    condition: "r.feature_id = ?",
    exists: (present, _sql, id) => present.record("features", id) !== undefined,
  },
  {
    resource: "invoices",
    condition: "c.invoice_id = ?::bigint",
    exists: (_present, sql, id) => isInTable(sql, "SELECT FROM invoices WHERE id = $1", id),
  },
  {
    resource: "transactions",
    condition: "c.transaction_id = ?::bigint",
    exists: (_present, sql, id) => isInTable(sql, "SELECT FROM transactions WHERE id = $1", id),
  },
  {
    // Files are known only from the calls that name them.
    resource: "CDRFiles",
    condition: "c.cdr_file_id = ?::bigint",
    exists: (_present, sql, id) => isInTable(sql, "SELECT FROM calls WHERE cdr_file_id = $1 LIMIT 1", id),
  },
];

async function list(request: RouteRequest<typeof QUERY>, parent?: Parent): Promise<Answer> {
  const { store, ids, query } = request;
  const present = await store.present();
  return store.read(async (sql) => {
    const where = new Conditions();
    if (parent !== undefined) {
      const { id } = ids;
      if (!(await parent.exists(present, sql, id))) throw unknownID(id);
      where.add(parent.condition, id);
    }
    addCallConditions(where, query);
    return listPage(request, (page) => storedCalls(sql, where, page), callValues);
  });
}

function addCallConditions(where: Conditions, query: QueryValues<typeof QUERY>): void {
  const { billed, unbilled, minDate, maxDate } = query;
  if (billed === true) where.add("i.invoice_number IS NOT NULL");
  if (unbilled === true) where.add("i.invoice_number IS NULL");
  if (minDate !== undefined) where.add("r.start_date >= ?::date", minDate);
  if (maxDate !== undefined) where.add("r.start_date <= ?::date", maxDate);
  addListConditions(where, query, COLUMNS);
}

const TAG = "Calls";

export const callListRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/calls/",
    name: "listCalls",
    summary: "Lists calls with what they cost",
    tag: TAG,
    access: "read",
    query: QUERY,
    answers: { 200: listAnswer },
    handle: (request) => list(request),
  }),
  ...PARENTS.map((parent) =>
    route({
      method: "GET",
      path: `/${parent.resource}/{id}/calls/`,
      name: `listCallsOf${parent.resource.charAt(0).toUpperCase()}${parent.resource.slice(1)}`,
      summary: `Lists the calls of one of ${parent.resource}`,
      tag: TAG,
      access: "read",
      query: QUERY,
      answers: { 200: listAnswer },
      handle: (request) => list(request, parent),
    }),
  ),
  route({
    method: "GET",
    path: "/calls/{id}",
    name: "getCall",
    summary: "A call with what it costs",
    tag: TAG,
    access: "read",
    answers: { 200: callAnswer },
    async handle({ store, ids: { id } }) {
      const where = new Conditions().add("c.id = ?::bigint", id);
      const [stored] = await store.read((sql) => storedCalls(sql, where, { limit: 1 }));
      if (stored === undefined) throw unknownID(id);
      return { body: callValues(stored) };
    },
  }),
];
