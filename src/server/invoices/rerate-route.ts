/** Rates stored calls again (H26); invoices that are not raised are made anew. */
import * as z from "zod";
import { rerate, shownTotals, writerOf } from "../calls/index.ts";
import { anyObject, dateParameter, idField, route, unknownID, withRange } from "../http/index.ts";
import { remakeUnsent } from "./write-invoice.ts";

export const rerateRoute = route({
  method: "POST",
  path: "/tollbook/rerate",
  name: "rerate",
  summary:
    "Rates unbilled calls again by the present book; earlier results are kept, and invoices that are not raised follow",
  tag: "Tollbook: calls",
  access: "write",
  body: withRange(
    z.strictObject({
      customerID: idField.nullish(),
      minDate: dateParameter.nullish(),
      maxDate: dateParameter.nullish(),
      errorsOnly: z.boolean().nullish(),
    }),
  ),
  bodyMayBeEmpty: true,
  answers: { 200: anyObject },
  async handle(request) {
    const { store, body, signal } = request;
    const customerID = body.customerID ?? undefined;
    if (customerID !== undefined && (await store.present()).record("customers", customerID) === undefined) {
      throw unknownID(customerID);
    }
    const { report, redrawn, revision, digest, engine } = await rerate(
      store,
      {
        customerID,
        minDate: body.minDate ?? undefined,
        maxDate: body.maxDate ?? undefined,
        errorsOnly: body.errorsOnly ?? undefined,
      },
      { writer: writerOf(request), signal, follow: remakeUnsent },
    );
    const { read, rated, errors, ignored } = report;
    const totals = shownTotals(report);
    return { body: { revision, digest, engine, read, rated, errors, ignored, redrawn, totals } };
  },
});
