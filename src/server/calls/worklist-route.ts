/** Stored calls in error, grouped by the repair that they need: the library's worklist over the database. */
import * as z from "zod";
import { createWorklist, type ResultRecord } from "../../index.ts";
import { dateParameter, idParameter, type Route, route, unknownID } from "../http/index.ts";
import { callOf, storedCalls, wantedCalls } from "./call-rows.ts";

const CALLS_AT_ONCE = 1_000;

export const worklistRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/tollbook/worklist",
    name: "listWork",
    summary: "Calls in error that are on no raised invoice, grouped by what has to be set right",
    description:
      "In the order in which they are worked, as each repair can bring later errors to light. Of a customer: the calls that were found to be his; those of unregistered numbers are nobody's.",
    tag: "Tollbook: calls",
    access: "read",
    query: { customerID: idParameter, minDate: dateParameter, maxDate: dateParameter },
    answers: { 200: z.array(z.looseObject({ title: z.string(), calls: z.number() })) },
    async handle({ store, query, signal }) {
      const { customerID } = query;
      const present = await store.present();
      if (customerID !== undefined && present.record("customers", customerID) === undefined) {
        throw unknownID(customerID);
      }
      const worklist = createWorklist();
      await store.read(async (sql) => {
        for (let after = "0"; ; ) {
          const where = wantedCalls(query).add("r.outcome = 'error'");
          where.add("i.invoice_number IS NULL");
          where.add("c.id > ?::bigint", after);
          const calls = await storedCalls(sql, where, { limit: CALLS_AT_ONCE });
          for (const call of calls) {
            worklist.add(callOf(call), JSON.parse(call.record as string) as ResultRecord);
          }
          const last = calls.at(-1);
          if (last === undefined || calls.length < CALLS_AT_ONCE) return;
          after = last.id;
          signal.throwIfAborted();
        }
      });
      return { body: worklist.report() };
    },
  }),
];
