/** Puts carriers' rate sheets into tariffs (H29). */
import * as z from "zod";
import {
  type AppliedSheet,
  applySheet,
  FileError,
  implausibleJumps,
  inCurrencyOf,
  type RateSheet,
  readRateSheet,
  type SheetMapping,
} from "../../files/index.ts";
import { fieldError, ServerError } from "../errors.ts";
import { anyObject, dateParameter, MOST_BATCH_BYTES, route, unknownID } from "../http/index.ts";
import { revise, writeFor } from "../resources/index.ts";
import type { Present } from "../store/index.ts";
import { changedRecords } from "./changed-book.ts";

const sheetBody = z
  .strictObject({
    sheet: z.string().nullish(),
    sheetBase64: z.base64("is not Base64").nullish(),
    mapping: z.union([z.string(), anyObject], "is the name of a mapping, or one"),
    /** The first day, for rows without a date of their own. */
    from: dateParameter.nullish(),
    acceptJumps: z.boolean().nullish(),
    dryRun: z.boolean().nullish(),
  })
  .refine(({ sheet, sheetBase64 }) => !sheet !== !sheetBase64, {
    path: ["sheet"],
    message: "is given as sheet or as sheetBase64, one of the two",
  });

type SheetBody = z.output<typeof sheetBody>;

/** Reads the sheet of a body in the currency of the book. The mapping is a name or an object; no path is read. */
async function readSheet({ data }: Present, { sheet, sheetBase64, mapping }: SheetBody): Promise<RateSheet> {
  const source = sheet ?? Buffer.from(sheetBase64 ?? "", "base64");
  try {
    return await readRateSheet(source, inCurrencyOf(data, mapping as SheetMapping | string), "sheet");
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    if (error.file === "sheet") throw fieldError([{ path: "sheet", message: error.message }]);
    // A mapping has several faults as lines below a heading.
    const [reason = "", ...faults] = error.reason.split("\n").map((line) => line.trim());
    const messages = faults.length === 0 ? [reason] : faults;
    throw fieldError(messages.map((message) => ({ path: "mapping", message })));
  }
}

/** The book with the sheet in a tariff. */
function applied({ data }: Present, id: string, sheet: RateSheet, body: SheetBody): AppliedSheet {
  const result = applySheet(data, id, sheet, { from: body.from ?? undefined });
  if (result.problems.length > 0) {
    throw fieldError(
      result.problems.map(({ row, column, message }) => ({
        path: row === undefined ? "sheet" : `sheet:${row}${column === undefined ? "" : ` ${column}`}`,
        message,
      })),
    );
  }
  const { reasons } = implausibleJumps(result.comparison);
  if (reasons.length > 0 && body.acceptJumps !== true) {
    throw new ServerError(
      409006,
      `${reasons.join("; ")}. Look for a lost decimal point, another unit or a sheet cut short; acceptJumps takes it as it is.`,
    );
  }
  return result;
}

function comparisonOf(sheet: RateSheet, result: AppliedSheet): Readonly<Record<string, unknown>> {
  const { rows, usedRows, notes, unreadColumns } = sheet;
  return {
    rows,
    usedRows,
    notes,
    unreadColumns,
    ...result.comparison,
    ended: result.ended,
    untouched: result.untouched,
    withdrawn: result.withdrawn,
    destinations: result.destinations,
    chargeBands: result.chargeBands,
    callTypes: result.callTypes,
    goneDestinations: result.goneDestinations,
    warnings: result.warnings,
    reasons: implausibleJumps(result.comparison).reasons,
  };
}

export const sheetRoute = route({
  method: "POST",
  path: "/tollbook/tariffs/{id}/sheet",
  name: "applySheet",
  summary: "Puts a carrier's rate sheet into a tariff and compares its lines with those before",
  tag: "Tollbook: increases",
  access: "write",
  body: sheetBody,
  mostBytes: MOST_BATCH_BYTES,
  answers: { 200: anyObject },
  async handle(request) {
    const { store, body } = request;
    const { id } = request.ids;
    const present = await store.present();
    if (present.record("tariffs", id) === undefined) throw unknownID(id);
    const sheet = await readSheet(present, body);
    if (body.dryRun === true) {
      const { revision, digest } = present;
      return { body: { revision, digest, ...comparisonOf(sheet, applied(present, id, sheet, body)) } };
    }
    return writeFor(request, async (writing) => {
      const result = applied(writing.present, id, sheet, body);
      revise(writing, { upsert: changedRecords(writing.present.data, result.data) });
      const { revision, digest } = writing.outcome();
      return { body: { revision, digest, ...comparisonOf(sheet, result) } };
    });
  },
});
