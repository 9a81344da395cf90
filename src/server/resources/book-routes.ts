/** The book as a whole and its revisions (H21, H22). */
import * as z from "zod";
import type { BookRevision } from "../../index.ts";
import { BOOK_LIST_NAMES, type BookListName, isBlank, settingsSchema } from "../../model/index.ts";
import { bookSchema } from "../../schemas/index.ts";
import { fieldError, ServerError } from "../errors.ts";
import { idParameter, integerParameter, type JsonObject, type Route, route } from "../http/index.ts";
import { keyOfRemoved, type Present, type RecordData, type Revision, type Writing } from "../store/index.ts";
import { refuseDeleted } from "./deleted-customers.ts";
import { revise, writeFor } from "./revise.ts";

const settings = settingsSchema.written as unknown as z.ZodType;
const book = bookSchema as unknown as z.ZodType;
const lists = (schema: (list: BookListName) => z.ZodType): z.ZodType =>
  z.strictObject(Object.fromEntries(BOOK_LIST_NAMES.map((list) => [list, schema(list).nullish()])));

const revisionSchema = z
  .object({
    number: z.number().int(),
    digest: z.string(),
    time: z.string().meta({ format: "date-time" }),
    user: z.string(),
    method: z.string(),
    path: z.string(),
    changes: z.record(
      z.string(),
      z.object({
        added: z.number(),
        changed: z.number(),
        removed: z.number(),
        linesAdded: z.number().optional().meta({ description: "Of tariffs: lines." }),
        linesRemoved: z.number().optional(),
      }),
    ),
  })
  .meta({ id: "Revision" });
const changedRecord = z.object({
  list: z.string(),
  key: z.string(),
  change: z.enum(["added", "changed", "removed"]),
});
const revisionWithRecords = revisionSchema
  .extend({ records: z.array(changedRecord) })
  .meta({ id: "RevisionWithRecords" });

function revisionOut({ stamp, ...revision }: Revision): object {
  const { number, digest, ...rest } = revision;
  return { number, digest, time: stamp, ...rest };
}

const changeSchema = z.strictObject({
  settings: z.looseObject({}).nullish().meta({ description: "Settings to change; the others stay." }),
  upsert: lists(() => z.array(z.looseObject({}))).nullish(),
  remove: lists(() => z.array(z.union([z.string(), z.number(), z.looseObject({})]))).nullish(),
});

const TAG = "book";
const READ = { method: "GET", tag: TAG, access: "read" } as const;

export const bookRoutes: readonly Route[] = [
  route({
    ...READ,
    path: "/tollbook/book",
    name: "getBook",
    summary: "The whole book: its settings and lists, as they are stored.",
    answers: { 200: book },
    async handle({ store }) {
      return { body: bookOut(await store.present()) };
    },
  }),
  route({
    method: "PATCH",
    path: "/tollbook/book",
    name: "reviseBook",
    summary: "Changes settings and records of any list, in one revision.",
    tag: TAG,
    access: "write",
    body: changeSchema,
    answers: {
      200: z.object({
        revision: z.number().int(),
        digest: z.string(),
        warnings: z.array(z.object({ path: z.string(), message: z.string() })),
      }),
    },
    async handle(request) {
      const change = revisionIn(request.json);
      const { revision, digest, warnings } = await writeFor(request, async (writing) => {
        refuseMissing(change, writing.present);
        refuseGoing(writing, change);
        const revised = revise(writing, change);
        return { ...writing.outcome(), warnings: revised.warnings };
      });
      return { body: { revision, digest, warnings } };
    },
  }),
  route({
    ...READ,
    path: "/tollbook/book/{list}",
    name: "getBookList",
    summary: "A list of the book, or its settings, as they are stored.",
    answers: { 200: z.union([z.array(z.looseObject({})), settings]) },
    async handle({ store, ids: { list } }) {
      const { data } = await store.present();
      if (list === "settings") {
        return { body: settingsOf(data) };
      }
      const known = BOOK_LIST_NAMES.find((name) => name === list);
      if (known === undefined) {
        throw new ServerError(
          404003,
          `The book has no such list; it has settings, ${BOOK_LIST_NAMES.join(", ")}.`,
        );
      }
      return { body: data[known] ?? [] };
    },
  }),
  route({
    ...READ,
    path: "/tollbook/revisions",
    name: "listRevisions",
    summary: "The revisions of the book, ascending by number.",
    query: { limit: integerParameter(1, 1_000), idAfter: idParameter },
    answers: { 200: z.array(revisionSchema) },
    async handle({ store, query, target }) {
      const { limit = 1_000, idAfter = "0" } = query;
      const found = await store.revisions(Math.min(Number(idAfter), Number.MAX_SAFE_INTEGER), limit + 1);
      const shown = found.slice(0, limit);
      const headers: Record<string, string> = {};
      const last = shown.at(-1);
      if (found.length > limit && last !== undefined) {
        headers.Link = `<${target.split("?")[0]}?limit=${limit}&idAfter=${last.number}>; rel="next"`;
      }
      return { headers, body: shown.map(revisionOut) };
    },
  }),
  route({
    ...READ,
    path: "/tollbook/revisions/{id}",
    name: "getRevision",
    summary: "A revision, with the records that it changed.",
    answers: { 200: revisionWithRecords },
    async handle({ store, ids }) {
      const number = Number(ids.id);
      const [found] = number > Number.MAX_SAFE_INTEGER ? [] : await store.revisions(number - 1, 1);
      if (found === undefined || found.number !== number) throw noRevision(ids.id);
      const records = await store.changesOf(number);
      return { body: { ...revisionOut(found), records } };
    },
  }),
  route({
    ...READ,
    path: "/tollbook/revisions/{id}/book",
    name: "getBookOfRevision",
    summary: "The whole book as it was in a revision.",
    answers: { 200: book },
    async handle({ store, ids }) {
      const found = await store.revision(Number(ids.id));
      if (found === undefined) throw noRevision(ids.id);
      return { body: bookOut(found) };
    },
  }),
];

const LIST_NAMES = new Set<string>(BOOK_LIST_NAMES);

function settingsOf(data: Present["data"]): object {
  return Object.fromEntries(Object.entries(data).filter(([name]) => !LIST_NAMES.has(name)));
}

/**
 * A book as it is answered: its settings, then its lists in their usual order, without empty ones. The book that a
 * server has written and the same book loaded from the database differ in this order.
 */
function bookOut({ data }: Present): object {
  const lists = BOOK_LIST_NAMES.filter((list) => (data[list] ?? []).length > 0);
  return { ...settingsOf(data), ...Object.fromEntries(lists.map((list) => [list, data[list]])) };
}

/** The revision that a body asks for, without its blank parts (R3). */
export function revisionIn({ settings, upsert, remove }: JsonObject): BookRevision {
  const given = (part: unknown): object =>
    Object.fromEntries(Object.entries((part ?? {}) as object).filter(([, records]) => !isBlank(records)));
  return {
    ...(isBlank(settings) ? {} : { settings: settings as object }),
    upsert: given(upsert),
    remove: given(remove),
  };
}

function noRevision(id: string): ServerError {
  return new ServerError(404001, `There is no revision ${id}.`);
}

/**
 * Refuses to remove records that do not exist.
 *
 * @throws ServerError 400002
 */
export function refuseMissing(change: BookRevision, present: Present): void {
  // Requests name rating periods by their names; their stored keys are indexes.
  const periods = new Set(present.records("ratingPeriods").map(({ data }) => String(data.name)));
  const isKnown = (list: BookListName, key: string): boolean =>
    list === "ratingPeriods" ? periods.has(key) : present.record(list, key) !== undefined;
  const problems = BOOK_LIST_NAMES.flatMap((list) =>
    (change.remove?.[list] ?? []).flatMap((entry, at) => {
      if (isKnown(list, keyOfRemoved(list, entry))) return [];
      return [{ path: `remove.${list}[${at}]`, message: `${list} has no record ${JSON.stringify(entry)}` }];
    }),
  );
  if (problems.length > 0) throw fieldError(problems);
}

const OWNED = ["customers", "numbers", "services", "features"] as const;

/** Refuses writes to customers that wait for their purge, and to records that they own (H11). */
function refuseGoing(writing: Writing, change: BookRevision): void {
  for (const list of OWNED) {
    const records = (change.upsert?.[list] ?? []) as readonly RecordData[];
    for (const record of records) refuseDeleted(writing, list, record, String(record.id));
    const keys = [
      ...records.map(({ id }) => String(id)),
      ...(change.remove?.[list] ?? []).map((entry) => keyOfRemoved(list, entry)),
    ];
    for (const key of keys) {
      const before = writing.record(list, key);
      if (before !== undefined) refuseDeleted(writing, list, before.data, key);
    }
  }
}
