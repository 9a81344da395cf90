/** Transactions at the paths of the seeds: read-only, since they are made with their invoices (H7). */
import * as z from "zod";
import { addListConditions, Conditions, listAnswer, listPage } from "../calls/index.ts";
import {
  type Answer,
  flagParameter,
  idParameter,
  type Route,
  type RouteRequest,
  route,
  unknownID,
} from "../http/index.ts";
import { PAGE_PARAMETERS } from "../resources/index.ts";
import { storedInvoice, storedTransactions, transactionValues } from "./stored-invoice.ts";

const TAG = "Invoices";
const QUERY = {
  ...PAGE_PARAMETERS,
  unsent: flagParameter,
  includeUnsent: flagParameter,
  invoiceIdAfter: idParameter,
};

/** By resource: the column by which its transactions are found. */
const PARENTS = {
  customers: "t.customer_id",
  features: "t.feature_id",
  invoices: "t.invoice_id",
} as const;

type Parent = keyof typeof PARENTS;

/** A page of transactions: of raised invoices, unless others are asked for. */
async function list(request: RouteRequest<typeof QUERY>, parent?: Parent): Promise<Answer> {
  const { store, query } = request;
  const { unsent, includeUnsent, invoiceIdAfter } = query;
  const { id } = request.ids;
  const where = new Conditions();
  if (parent !== undefined) where.add(`${PARENTS[parent]} = ?${parent === "invoices" ? "::bigint" : ""}`, id);
  if (unsent === true) where.add("i.invoice_number IS NULL");
  else if (includeUnsent !== true) where.add("i.invoice_number IS NOT NULL");
  if (invoiceIdAfter !== undefined) where.add("t.invoice_id > ?::bigint", invoiceIdAfter);
  addListConditions(where, query, {
    id: "t.id",
    created: "t.created",
    updated: "greatest(t.updated, i.updated)",
  });
  const present = await store.present();
  return store.read(async (sql) => {
    const isThere =
      parent === undefined ||
      (parent === "invoices"
        ? (await storedInvoice(sql, id)) !== undefined
        : present.record(parent, id) !== undefined);
    if (!isThere) throw unknownID(id);
    return listPage(request, (page) => storedTransactions(sql, where, page), transactionValues);
  });
}

const LIST = { method: "GET", tag: TAG, access: "read", query: QUERY, answers: { 200: listAnswer } } as const;

export const transactionRoutes: readonly Route[] = [
  route({
    ...LIST,
    path: "/transactions/",
    name: "listTransactions",
    summary: "Lists transactions of raised invoices, or of others where they are asked for",
    handle: (request) => list(request),
  }),
  ...(Object.keys(PARENTS) as Parent[]).map((parent) =>
    route({
      ...LIST,
      path: `/${parent}/{id}/transactions/`,
      name: `listTransactionsOf${parent.charAt(0).toUpperCase()}${parent.slice(1)}`,
      summary: `Lists the transactions of one of ${parent}`,
      handle: (request) => list(request, parent),
    }),
  ),
  route({
    method: "GET",
    path: "/transactions/{id}",
    name: "getTransaction",
    summary: "A transaction",
    tag: TAG,
    access: "read",
    answers: { 200: z.looseObject({ id: z.string() }) },
    async handle({ store, ids: { id } }) {
      const where = new Conditions().add("t.id = ?::bigint", id);
      const [stored] = await store.read((sql) => storedTransactions(sql, where, { limit: 1 }));
      if (stored === undefined) throw unknownID(id);
      return { body: transactionValues(stored) };
    },
  }),
];
