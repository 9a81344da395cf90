/** Lists of calls at the paths of the seeds (H13, H17). */
import * as z from "zod";
import type { BookListName } from "../../model/index.ts";
import {
  type Answer,
  dateParameter,
  flagParameter,
  type Route,
  type RouteRequest,
  route,
  unknownID,
} from "../http/index.ts";
import { PAGE_PARAMETERS } from "../resources/index.ts";
import { Conditions, storedCalls, wantedCalls } from "./call-rows.ts";
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

/** A resource of the seeds that has calls. */
interface Parent {
  readonly resource: string;
  /** The condition that finds its calls. */
  readonly condition: string;
  /** Where its record is found, of a resource that is not in the book. */
  readonly found?: string;
}

const PARENTS: readonly Parent[] = [
  { resource: "customers", condition: "r.customer_id = ?" },
  { resource: "numbers", condition: "r.number_id = ?" },
  { resource: "features", condition: "r.feature_id = ?" },
  { resource: "invoices", condition: "c.invoice_id = ?::bigint", found: "invoices WHERE id = $1" },
  {
    resource: "transactions",
    condition: "c.transaction_id = ?::bigint",
    found: "transactions WHERE id = $1",
  },
  // Files are known only from the calls that name them.
  { resource: "CDRFiles", condition: "c.cdr_file_id = ?::bigint", found: "calls WHERE cdr_file_id = $1" },
];

async function list(request: RouteRequest<typeof QUERY>, parent?: Parent): Promise<Answer> {
  const { store, ids, query } = request;
  const present = await store.present();
  return store.read(async (sql) => {
    const where = wantedCalls(query);
    if (parent !== undefined) {
      const { id } = ids;
      const isThere =
        parent.found === undefined
          ? present.record(parent.resource as BookListName, id) !== undefined
          : (await sql.query(`SELECT FROM ${parent.found} LIMIT 1`, [id])).length > 0;
      if (!isThere) throw unknownID(id);
      where.add(parent.condition, id);
    }
    if (query.billed === true) where.add("i.invoice_number IS NOT NULL");
    if (query.unbilled === true) where.add("i.invoice_number IS NULL");
    addListConditions(where, query, COLUMNS);
    return listPage(
      request,
      (page) => storedCalls(sql, where, page),
      (stored) => callValues(stored, present),
    );
  });
}

const TAG = "Calls";

const LIST = { method: "GET", tag: TAG, access: "read", query: QUERY, answers: { 200: listAnswer } } as const;

export const callListRoutes: readonly Route[] = [
  route({
    ...LIST,
    path: "/calls/",
    name: "listCalls",
    summary: "Lists calls with what they cost",
    handle: (request) => list(request),
  }),
  ...PARENTS.map((parent) =>
    route({
      ...LIST,
      path: `/${parent.resource}/{id}/calls/`,
      name: `listCallsOf${parent.resource.charAt(0).toUpperCase()}${parent.resource.slice(1)}`,
      summary: `Lists the calls of one of ${parent.resource}`,
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
      const present = await store.present();
      const [stored] = await store.read((sql) => storedCalls(sql, where, { limit: 1 }));
      if (stored === undefined) throw unknownID(id);
      return { body: callValues(stored, present) };
    },
  }),
];
