/** Adds, changes and deletes records (H8 to H11). */
import type { BookRevision } from "../../index.ts";
import { isBlank } from "../../model/index.ts";
import { type FieldProblem, fieldError, ServerError } from "../errors.ts";
import { type Answer, checkMatch, type JsonObject, problemsOf, type RouteRequest } from "../http/index.ts";
import {
  lockBilling,
  NEXT_STAMP,
  type Present,
  type StoredRecord,
  type Writing,
  withFields,
} from "../store/index.ts";
import { type BookView, viewOf } from "./book-view.ts";
import { refuseDeleted } from "./deleted-customers.ts";
import { noRecord } from "./list-records.ts";
import { givenID, type Merged, merge, refuseTaken } from "./merge-record.ts";
import { namingsOf, otherUse, renamed } from "./record-names.ts";
import { etagOf, recordOut } from "./record-out.ts";
import { type Parent, RESOURCES, type Resource } from "./resources.ts";
import { revise, writeFor } from "./revise.ts";
import { BODY_SCHEMAS } from "./schemas.ts";
import { valueOut } from "./values.ts";

/** POST to a list (H8). */
export async function createRecord(
  resource: Resource,
  parent: Parent | undefined,
  request: RouteRequest,
): Promise<Answer> {
  const body = withOwner(resource, parent, request);
  const record = await writeFor(request, async (writing) => {
    const owner = request.ids.id;
    if (parent !== undefined && writing.record(parent.resource, owner) === undefined) {
      throw noRecord(RESOURCES[parent.resource], owner);
    }
    const given = givenID(body);
    if (given !== undefined && writing.record(resource.name, given) !== undefined) {
      throw new ServerError(
        409004,
        `The id ${given} is that of another ${resource.one}; choose another or leave it out.`,
      );
    }
    const id = given ?? (await writing.nextID(resource.name));
    const merged = merge(resource, { id }, { ...body, id });
    refuseDeleted(writing, resource.name, merged.data, undefined);
    refuseTaken(resource, id, merged, viewOf(writing.present));
    const change = { upsert: { [resource.name]: [merged.data] } } as BookRevision;
    revise(
      writing,
      change,
      { list: resource.name, key: id },
      problemsOf(BODY_SCHEMAS[resource.name].create, body),
    );
    writing.status = 201;
    return recorded(writing, resource, id);
  });
  return answerOf(resource, record, request, 201);
}

/** A body with the owner that its path names, and without a blank id (H8). */
function withOwner(resource: Resource, parent: Parent | undefined, request: RouteRequest): JsonObject {
  const body = { ...request.json };
  if (isBlank(body.id)) delete body.id;
  if (parent === undefined) return body;
  const owner = request.ids.id;
  const problems: FieldProblem[] = [];
  for (const { field } of resource.parents) {
    const given = valueOut("id", body[field]);
    if (given === null || (field === parent.field && given === owner)) continue;
    problems.push({ path: field, message: `is another owner than the path's, ${parent.field} ${owner}` });
  }
  if (problems.length > 0) throw fieldError(problems);
  body[parent.field] = owner;
  return body;
}

/** PATCH of a record (H9). */
export async function patchRecord(resource: Resource, request: RouteRequest): Promise<Answer> {
  const { id } = request.ids;
  const body: JsonObject = { ...request.json };
  if (Object.hasOwn(body, "id")) {
    if (valueOut("id", body.id) !== id) {
      throw fieldError([{ path: "id", message: `may only repeat the path's, ${id}` }]);
    }
    delete body.id;
  }
  const { record, isChanged } = await writeFor(request, async (writing) => {
    const before = foundRecord(writing, resource, request);
    refuseDeleted(writing, resource.name, before.data, id);
    const bodyProblems = problemsOf(BODY_SCHEMAS[resource.name].patch, body);
    const merged = merge(resource, before.data, body);
    if (merged.changed.size === 0 && bodyProblems.length === 0) return { record: before, isChanged: false };
    // A record may not be moved to a deleted customer.
    refuseDeleted(writing, resource.name, merged.data, id);
    const view = viewOf(writing.present);
    refuseTaken(resource, id, merged, view);
    revise(writing, changeOf(resource, before, merged, view), { list: resource.name, key: id }, bodyProblems);
    if (resource.name === "transactionTypes") await renameOnTransactions(writing, before, merged);
    return { record: recorded(writing, resource, id), isChanged: true };
  });
  const answer = await answerOf(resource, record, request, 200);
  return isChanged ? answer : { ...answer, headers: { ...answer.headers, "X-API-No-Changes": "1" } };
}

/** A revision with a changed record and, where it has a new name, with the records that name it (H10). */
function changeOf(
  resource: Resource,
  before: StoredRecord,
  { data, changed }: Merged,
  view: BookView,
): BookRevision {
  const { nameField } = resource;
  const changedRecord = { [resource.name]: [data] };
  if (nameField === undefined || !changed.has(nameField) || isBlank(data[nameField])) {
    return { upsert: changedRecord } as BookRevision;
  }
  const name = String(valueOut("text", data[nameField]));
  const { upsert, settings } = renamed(resource, before.data, name, view.present);
  const lists = { ...Object.fromEntries(upsert), ...changedRecord };
  return { upsert: lists, ...(settings === undefined ? {} : { settings }) } as BookRevision;
}

/** DELETE of a record (H11). */
export async function deleteRecord(resource: Resource, request: RouteRequest): Promise<Answer> {
  const { id } = request.ids;
  const record = await writeFor(request, async (writing) => {
    const before = foundRecord(writing, resource, request);
    refuseDeleted(writing, resource.name, before.data, id);
    if (resource.name === "customers") {
      writing.markDeleted("customers", id);
      return before;
    }
    const view = viewOf(writing.present);
    const namings = namingsOf(resource, before.data, writing.present);
    const [first] = namings.records;
    const isNamed = first !== undefined || namings.setting !== undefined;
    if (resource.name === "featureTypes" && isNamed) return retire(writing, resource, before);
    if (isNamed) {
      const by =
        first === undefined
          ? `the setting ${namings.setting}`
          : `${first.list} ${first.record.key}, ${first.field}`;
      throw new ServerError(409001, `The ${resource.one} ${id} is in use: ${by} names it.`);
    }
    if (resource.name === "transactionTypes" && (await isOnTransactions(writing, before))) {
      throw new ServerError(409001, `The transaction type ${id} is in use: a transaction names it.`);
    }
    const use = otherUse(resource, before, writing.present);
    if (use !== undefined) throw new ServerError(409001, `The ${resource.one} ${id} is in use: ${use}.`);
    revise(writing, { remove: { [resource.name]: [id], ...featuresOf(resource, id, view) } });
    return before;
  });
  return { body: recordOut(resource, record, viewOf(await bookOf(request))) };
}

/** Whether a transaction of an invoice names a transaction type, invoices that are being made included. */
async function isOnTransactions({ sql }: Writing, { data }: StoredRecord): Promise<boolean> {
  await lockBilling(sql);
  const name = String(valueOut("text", data.transactionTypeName));
  const found = await sql.query("SELECT 1 FROM transactions WHERE transaction_type = $1 LIMIT 1", [name]);
  return found.length > 0;
}

/** Writes the new name of a transaction type to the transactions that name it (H10). */
async function renameOnTransactions(
  { sql }: Writing,
  before: StoredRecord,
  { data, changed }: Merged,
): Promise<void> {
  if (!changed.has("transactionTypeName")) return;
  const [old, name] = [before.data, data].map((record) =>
    String(valueOut("text", record.transactionTypeName)),
  );
  await lockBilling(sql);
  const rows = await sql.query<{ id: string; data: string }>(
    "SELECT id, data FROM transactions WHERE transaction_type = $1",
    [old ?? ""],
  );
  if (rows.length === 0) return;
  const texts = rows.map((row) =>
    JSON.stringify({ ...(JSON.parse(row.data) as object), transactionType: name }),
  );
  await sql.query(
    `WITH now AS (${NEXT_STAMP})
     UPDATE transactions SET transaction_type = $1, data = renamed.data, updated = (SELECT stamp FROM now)
     FROM unnest($2::bigint[], $3::text[]) AS renamed (id, data) WHERE transactions.id = renamed.id`,
    [name ?? "", rows.map(({ id }) => id), texts],
  );
}

/** Makes a feature type that a record names Historic, instead of deleting it (the seeds). */
function retire(writing: Writing, resource: Resource, before: StoredRecord): StoredRecord {
  if (before.data.availability === "Historic") return before;
  const data = withFields(before.data, { availability: "Historic" });
  revise(writing, { upsert: { [resource.name]: [data] } } as BookRevision);
  return recorded(writing, resource, before.key);
}

/** The features that are deleted with a number or service. */
function featuresOf(
  resource: Resource,
  id: string,
  view: BookView,
): { readonly features?: readonly string[] } {
  const field = RESOURCES.features.parents.find((parent) => parent.resource === resource.name)?.field;
  const features = field === undefined ? [] : view.children("features", field, id);
  return features.length === 0 ? {} : { features: features.map(({ record }) => record.key) };
}

/**
 * The record that the path of a request names.
 *
 * @throws ServerError 404001; 409003 where `If-Match` names another state of it
 */
export function foundRecord(writing: Writing, resource: Resource, request: RouteRequest): StoredRecord {
  const { id } = request.ids;
  const record = writing.record(resource.name, id);
  if (record === undefined) throw noRecord(resource, id);
  checkMatch(request, etagOf(record));
  return record;
}

/** A record with the changes of this write. */
export function recorded(writing: Writing, resource: Resource, id: string): StoredRecord {
  const record = writing.record(resource.name, id);
  if (record === undefined) throw new Error(`The ${resource.one} ${id} was not written.`);
  return record;
}

/** The book that a request has just read or written. */
async function bookOf({ store }: RouteRequest): Promise<Present> {
  return store.lastBook() ?? store.present();
}

/** Answers with a record; a new one with its path. */
export async function answerOf(
  resource: Resource,
  record: StoredRecord,
  request: RouteRequest,
  status: 200 | 201,
): Promise<Answer> {
  const view = viewOf(await bookOf(request));
  const path = status === 201 ? { Location: `${request.base}/${resource.name}/${record.key}` } : {};
  return {
    status,
    headers: { ETag: etagOf(record), ...path },
    body: recordOut(resource, record, view, request.query),
  };
}
