/** Previews over stored calls (H28), and moves of customers to a version of an increase. */
import * as z from "zod";
import {
  type BookData,
  type CustomerMove,
  type IncreaseRequest,
  isActionError,
  type MovedCustomers,
  moveCustomers,
  type PreviewReport,
} from "../../index.ts";
import { BOOK_LIST_NAMES } from "../../model/index.ts";
import { formatPreviewPage } from "../../report/index.ts";
import { actionFailure, ServerError } from "../errors.ts";
import { anyObject, dateParameter, idField, type Route, route, withRange } from "../http/index.ts";
import { revisionIn, writeFor } from "../resources/index.ts";
import type { Present } from "../store/index.ts";
import { changedBook, changedRecords, changeInWords, type ProposedChange } from "./changed-book.ts";
import { previewStoredCalls } from "./preview-calls.ts";
import { sheetRoute } from "./sheet-route.ts";

const TAG = "Tollbook: increases";

const callsField = withRange(
  z.strictObject({
    customerID: idField.nullish(),
    minDate: dateParameter.nullish(),
    maxDate: dateParameter.nullish(),
    batchID: idField.nullish(),
  }),
);

const increase = z.strictObject({
  resource: z.enum(["tariffs", "fixedFeeTariffs", "standardFeatures"]),
  id: idField,
  increasePercent: z.union([z.string(), z.number()]).nullish(),
  increaseAmount: z.union([z.string(), z.number()]).nullish(),
  increaseScope: z.string().nullish(),
  effectiveDate: z.string().nullish(),
});

const listsOf = (schema: z.ZodType): z.ZodType =>
  z.strictObject(Object.fromEntries(BOOK_LIST_NAMES.map((list) => [list, z.array(schema).nullish()])));

const previewBody = z
  .strictObject({
    increases: z.array(increase).min(1, "needs an increase at least").nullish(),
    upsert: listsOf(anyObject).nullish(),
    remove: listsOf(z.union([z.string(), z.number(), anyObject])).nullish(),
    calls: callsField.nullish(),
    discounts: z.boolean().nullish(),
  })
  .refine((body) => !body.increases || (!body.upsert && !body.remove), {
    path: ["increases"],
    message: "is not given together with upsert and remove: a preview is of one change",
  })
  .refine((body) => body.increases || body.upsert || body.remove, {
    path: ["increases"],
    message: "is missing: name increases, or records to upsert or remove",
  });

const previewRoute = route({
  method: "POST",
  path: "/tollbook/previews",
  name: "preview",
  summary: "What a change of prices would have cost over stored calls; it changes nothing",
  tag: TAG,
  access: "read",
  body: previewBody,
  produces: ["text/html"],
  answers: { 200: anyObject },
  async handle(request) {
    const { store, body, accepted, signal } = request;
    const present = await store.present();
    const change: ProposedChange = body.increases
      ? { increases: body.increases as IncreaseRequest[] }
      : { revision: revisionIn(request.json) };
    const report = await store.read((sql) =>
      previewStoredCalls(sql, {
        before: present,
        after: changedBook(present, change),
        change: changeInWords(present, change),
        discounts: body.discounts === true,
        calls: body.calls ?? {},
        signal,
      }),
    );
    if (accepted === "text/html") return { type: "text/html", body: formatPreviewPage(report) };
    return { body: report };
  },
});

const activationBody = z.strictObject({
  resource: z.enum(["tariffs", "fixedFeeTariffs"]).nullish(),
  id: idField,
  effectiveDate: dateParameter.nullish(),
  calls: callsField.nullish(),
  dryRun: z.boolean().nullish(),
});

/** The ids of a version of an increase and of its source. */
function versionOf(
  { data }: Present,
  resource: "tariffs" | "fixedFeeTariffs",
  { id, effectiveDate }: { readonly id: string; readonly effectiveDate?: string | null | undefined },
): { readonly from: string; readonly to: string } {
  const records = (data[resource] ?? []) as readonly Readonly<Record<string, unknown>>[];
  const version = records.find((one) => String(one.id) === id);
  if (version === undefined) throw new ServerError(404001, `No record of ${resource} has the id ${id}.`);
  const { increaseOriginalID: original, effectiveDate: versionDate, name } = version;
  if (original === undefined || original === null || original === "" || String(original) === id) {
    throw new ServerError(
      409002,
      `${String(name)} is no version of an increase: createIncreaseVersion makes one.`,
    );
  }
  if (effectiveDate && effectiveDate !== versionDate) {
    const told = versionDate ? `holds from ${String(versionDate)}` : "holds from its first call on";
    throw new ServerError(
      409002,
      `${String(name)} ${told}; a record names one tariff for all days, so make a version with the effectiveDate ${effectiveDate}.`,
    );
  }
  return { from: String(original), to: id };
}

/** The moved customers of a book, and the records to upsert into it. */
function movedIn(book: BookData, move: CustomerMove): MovedCustomers & { readonly upsert: BookData } {
  const moved = moveCustomers(book, [move]);
  if (isActionError(moved)) throw actionFailure(moved);
  return { ...moved, upsert: changedRecords(book, moved.book) };
}

const activationRoute = route({
  method: "POST",
  path: "/tollbook/activations",
  name: "activateVersion",
  summary: "Moves customers, numbers and features from a record to the version of it that an increase made",
  description:
    "In one revision. A version with an effectiveDate prices earlier calls as its source does. The answer lists who pays how much more, over the stored calls that are asked for.",
  tag: TAG,
  access: "write",
  level: 5,
  body: activationBody,
  answers: { 200: anyObject },
  async handle(request) {
    const { store, body, signal } = request;
    const present = await store.present();
    const resource = body.resource ?? "tariffs";
    const move = { resource, ...versionOf(present, resource, body) };
    const { moves, customers, numbers, upsert } = movedIn(present.data, move);
    const report = await store.read((sql) =>
      previewStoredCalls(sql, {
        before: present,
        after: changedBook(present, { revision: { upsert } }),
        change: moves.map(({ from, to }) => `${from} becomes ${to}`).join("; "),
        discounts: false,
        calls: body.calls ?? {},
        signal,
      }),
    );
    const { revision, digest } =
      body.dryRun === true
        ? present
        : await writeFor(request, async (writing) => {
            if (writing.present.revision !== present.revision) {
              throw new ServerError(409003, "The book was changed meanwhile; look at the figures again.");
            }
            // H12: labels make no revision, and may have changed since the preview.
            writing.revise({ upsert: movedIn(writing.present.data, move).upsert });
            return writing.outcome();
          });
    return { body: { revision, digest, moves, customers, numbers, payers: payersOf(report) } };
  },
});

/** The extra costs of each customer, from the customers' lines of a preview; R24: `currency` where it is not the book's. */
function payersOf(report: PreviewReport): readonly object[] {
  const { breakdowns, otherCurrencies = [] } = report;
  const linesOf = (lines: typeof breakdowns.customer, currency?: string): readonly object[] =>
    lines.map(({ key, name, calls, retail }) => ({
      customerID: key,
      name,
      calls,
      ...retail,
      ...(currency !== undefined && { currency }),
    }));
  return [
    ...linesOf(breakdowns.customer),
    ...otherCurrencies.flatMap((part) => linesOf(part.breakdowns.customer, part.currency)),
  ];
}

export const previewRoutes: readonly Route[] = [previewRoute, activationRoute, sheetRoute];
