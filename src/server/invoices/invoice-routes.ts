/** Invoices and their transactions at the paths of the seeds (H18 to H20). */
import * as z from "zod";
import { localDateAt } from "../../calendar/index.ts";
import { sumAmounts, toDecimalText } from "../../money/index.ts";
import {
  addListConditions,
  Conditions,
  inTransaction,
  listAnswer,
  listPage,
  writerOf,
} from "../calls/index.ts";
import type { Sql } from "../database/index.ts";
import { fieldError } from "../errors.ts";
import {
  type Action,
  type Answer,
  action,
  checkMatch,
  dateParameter,
  flagParameter,
  IF_MATCH,
  NO_PARAMETERS,
  type Route,
  type RouteRequest,
  route,
  textParameter,
  unknownID,
} from "../http/index.ts";
import { PAGE_PARAMETERS, refuseDeleted } from "../resources/index.ts";
import { lockBillingBy, noteWrite, type Present } from "../store/index.ts";
import { CALCULATED_NAMES, invoiceBody, newInvoiceBody } from "./invoice-fields.ts";
import { invoiceValues, type StoredInvoice, storedInvoice, storedInvoices } from "./stored-invoice.ts";
import {
  createInvoice,
  deleteInvoice,
  type NewInvoice,
  patchInvoice,
  reapplyDiscounts,
  textOrNull,
  updateCallTransactions,
} from "./write-invoice.ts";

const TAG = "Invoices";
const anInvoice = z.looseObject({ id: z.string() });

const QUERY = {
  ...PAGE_PARAMETERS,
  invoiceNumber: textParameter,
  unsent: flagParameter,
  includeUnsent: flagParameter,
  undelivered: flagParameter,
  minDate: dateParameter,
  maxDate: dateParameter,
  minDueDate: dateParameter,
  maxDueDate: dateParameter,
};

const DELIVERED = ["delivered", "emailed", "downloaded", "printed"];

/** A page of invoices: raised ones, unless others are asked for. */
async function list(request: RouteRequest<typeof QUERY>, isOfCustomer: boolean): Promise<Answer> {
  const { store, ids, query } = request;
  const { invoiceNumber, unsent, includeUnsent, undelivered, minDate, maxDate, minDueDate, maxDueDate } =
    query;
  const where = new Conditions();
  if (isOfCustomer) {
    const { id } = ids;
    if ((await store.present()).record("customers", id) === undefined) throw unknownID(id);
    where.add("i.customer_id = ?", id);
  }
  if (unsent === true) where.add("i.invoice_number IS NULL");
  else if (includeUnsent !== true) where.add("i.invoice_number IS NOT NULL");
  if (invoiceNumber !== undefined) where.add("i.invoice_number = ?", invoiceNumber);
  if (undelivered === true) where.add(UNDELIVERED);
  if (minDate !== undefined) where.add("i.invoice_date >= ?::date", minDate);
  if (maxDate !== undefined) where.add("i.invoice_date <= ?::date", maxDate);
  if (minDueDate !== undefined) where.add("i.due_date >= ?::date", minDueDate);
  if (maxDueDate !== undefined) where.add("i.due_date <= ?::date", maxDueDate);
  addListConditions(where, query, { id: "i.id", created: "i.created", updated: "i.updated" });
  return store.read((sql) => listPage(request, (page) => storedInvoices(sql, where, page), invoiceValues));
}

const UNDELIVERED = `NOT EXISTS (SELECT FROM json_array_elements_text(
  CASE json_typeof(i.data::json -> 'status') WHEN 'array' THEN i.data::json -> 'status' ELSE '[]' END) AS s (status)
  WHERE lower(s.status) IN (${DELIVERED.map((name) => `'${name}'`).join(", ")}))`;

function etagOf({ version }: StoredInvoice): string {
  return `"${version}"`;
}

function answerOf(stored: StoredInvoice, more: Partial<Answer> = {}): Answer {
  return {
    ...more,
    headers: { ETag: etagOf(stored), ...more.headers },
    body: invoiceValues(stored),
  };
}

/** Runs `work` on an invoice in a transaction, and answers with the changed invoice. */
async function change(
  request: RouteRequest,
  work: (sql: Sql, present: Present, stored: StoredInvoice) => Promise<void>,
): Promise<Answer> {
  const { store, signal } = request;
  const { id } = request.ids;
  const run = async (sql: Sql, present: Present): Promise<Answer> => {
    await lockBillingBy(sql, present);
    const stored = await storedInvoice(sql, id);
    if (stored === undefined) throw unknownID(id);
    checkMatch(request, etagOf(stored));
    await work(sql, present, stored);
    await noteWrite(sql, writerOf(request), 200, present.revision);
    return answerOf((await storedInvoice(sql, id)) ?? stored);
  };
  return inTransaction(store, run, signal);
}

/** Fields that are compared as numbers: 1.20 equals 1.2 (H9). */
const AMOUNTS: ReadonlySet<string> = new Set([
  "invoiceAmount",
  "invoiceVAT",
  "invoiceReverseVAT",
  "total",
  "paidAmount",
  "outstanding",
]);

/** The fields that a body changes; calculated fields may only repeat their values. */
function changedFields(
  stored: StoredInvoice,
  given: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const values = invoiceValues(stored);
  const changed = Object.entries(given).filter(([name, value]) => !isSame(name, value, values[name]));
  refuseCalculated(changed);
  return Object.fromEntries(changed.map(([name, value]) => [name, value === "" ? null : value]));
}

function isSame(name: string, a: unknown, b: unknown): boolean {
  if (AMOUNTS.has(name) && typeof b === "string") {
    const text = toDecimalText(a);
    return text !== undefined && sumAmounts([text]) === b;
  }
  if (typeof a === "object" || typeof b === "object") {
    return JSON.stringify(a === "" ? null : (a ?? null)) === JSON.stringify(b ?? null);
  }
  return textOrNull(a) === textOrNull(b);
}

const ONE = { tag: TAG, answers: { 200: anInvoice } } as const;
const LIST = { method: "GET", tag: TAG, access: "read", query: QUERY, answers: { 200: listAnswer } } as const;

export const invoiceRoutes: readonly Route[] = [
  route({
    ...LIST,
    path: "/invoices/",
    name: "listInvoices",
    summary: "Lists invoices, raised ones unless others are asked for",
    handle: (request) => list(request, false),
  }),
  route({
    ...LIST,
    path: "/customers/{id}/invoices/",
    name: "listInvoicesOfCustomer",
    summary: "Lists the invoices of a customer, raised ones unless others are asked for",
    handle: (request) => list(request, true),
  }),
  route({
    method: "POST",
    path: "/customers/{id}/invoices/",
    name: "createInvoice",
    summary:
      "Makes an invoice of a customer's rated calls before cutoffDate, by default the first of this month, that are on none",
    tag: TAG,
    access: "write",
    body: newInvoiceBody,
    bodyMayBeEmpty: true,
    answers: { 201: anInvoice },
    async handle(request) {
      const { store, body, base, signal } = request;
      const create = async (sql: Sql, present: Present): Promise<Answer> => {
        const id = await createInvoice(sql, present, newInvoice(present, request.ids.id, body));
        await noteWrite(sql, writerOf(request), 201, present.revision);
        const stored = (await storedInvoice(sql, id)) as StoredInvoice;
        const headers = { Location: `${base}/invoices/${id}` };
        return answerOf(stored, { status: 201, headers });
      };
      return inTransaction(store, create, signal);
    },
  }),
  route({
    ...ONE,
    method: "GET",
    path: "/invoices/{id}",
    name: "getInvoice",
    summary: "An invoice",
    access: "read",
    async handle({ store, ids: { id } }) {
      const stored = await store.read((sql) => storedInvoice(sql, id));
      if (stored === undefined) throw unknownID(id);
      return answerOf(stored);
    },
  }),
  route({
    ...ONE,
    method: "PATCH",
    path: "/invoices/{id}",
    name: "changeInvoice",
    summary: "Changes an invoice; an invoiceNumber raises it",
    access: "write",
    headers: IF_MATCH,
    body: invoiceBody,
    async handle(request) {
      let isChanged = false;
      const answer = await change(request as unknown as RouteRequest, async (sql, present, stored) => {
        const fields = changedFields(stored, request.body);
        isChanged = Object.keys(fields).length > 0;
        if (isChanged) await patchInvoice(sql, present, stored, fields);
      });
      return isChanged ? answer : { ...answer, headers: { ...answer.headers, "X-API-No-Changes": "1" } };
    },
  }),
  route({
    ...ONE,
    method: "DELETE",
    path: "/invoices/{id}",
    name: "deleteInvoice",
    summary: "Deletes an unsent invoice and frees its calls",
    access: "write",
    headers: IF_MATCH,
    handle: (request) => change(request, (sql, _present, stored) => deleteInvoice(sql, stored)),
  }),
];

/** The first day of the current month, by the book's time zone, in which calls have their dates. */
function startOfMonth({ book }: Present): string {
  return `${localDateAt(book.tables.zone, Date.now()).slice(0, 7)}-01`;
}

/**
 * The invoice that a body asks for.
 *
 * @throws ServerError 404001, 409002 for a customer who is deleted, 400002
 */
function newInvoice(present: Present, customerID: string, body: z.output<typeof newInvoiceBody>): NewInvoice {
  const customer = present.record("customers", customerID);
  if (customer === undefined) throw unknownID(customerID);
  refuseDeleted(present, "customers", customer.data, customerID);
  const { cutoffDate: cutoff, _includeTransactionIDs: included, ...given } = body;
  const named = Object.entries(given).filter(([, value]) => textOrNull(value) !== null);
  refuseCalculated(named.filter(([name, value]) => name !== "customerID" || String(value) !== customerID));
  if (included !== undefined && included !== null && included.length > 0) {
    const message = "there is no transaction that is on no invoice";
    throw fieldError(included.map((_, at) => ({ path: `_includeTransactionIDs[${at}]`, message })));
  }
  const cutoffDate = textOrNull(cutoff) ?? startOfMonth(present);
  const invoiceDate = textOrNull(given.invoiceDate) ?? cutoffDate;
  const fields = Object.fromEntries(named);
  const paymentMethod = fields.paymentMethod ?? customer.data.paymentMethod ?? null;
  return { customerID, cutoffDate, invoiceDate, given: { ...fields, paymentMethod } };
}

function refuseCalculated(fields: readonly (readonly [name: string, value: unknown])[]): void {
  const faults = fields.filter(([name]) => (CALCULATED_NAMES as readonly string[]).includes(name));
  if (faults.length === 0) return;
  throw fieldError(faults.map(([path]) => ({ path, message: "is worked out; it cannot be written" })));
}

async function exists(store: RouteRequest["store"], id: string): Promise<boolean> {
  return (await store.read((sql) => storedInvoice(sql, id))) !== undefined;
}

const ACTION = { ...ONE, resource: "invoices", parameters: NO_PARAMETERS, required: [], exists };

export const invoiceActions: readonly Action[] = [
  action({
    ...ACTION,
    name: "updateCallTransactions",
    summary: "Takes in the calls that it would take now, and makes its transactions anew",
    handle: (request) => change(request as unknown as RouteRequest, updateCallTransactions),
  }),
  action({
    ...ACTION,
    name: "reapplyDiscountPlans",
    summary: "Lets the calls of its billing periods draw from their pools afresh",
    handle: (request) => change(request as unknown as RouteRequest, reapplyDiscounts),
  }),
];
