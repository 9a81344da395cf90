/** The list of batches, for monitoring of queued ones. */
import * as z from "zod";
import { addListConditions, type BatchRow, batchSummary, Conditions, listPage } from "../calls/index.ts";
import { flagParameter, route } from "../http/index.ts";
import { PAGE_PARAMETERS } from "../resources/index.ts";
import type { PartsOfBatch } from "../work/index.ts";

const BATCH_FIELDS =
  "b.id, b.key, b.revision, b.digest, b.engine, b.state, b.read, b.rated, b.errors, b.ignored, b.repeated, b.totals, b.others";

type ListedBatch = BatchRow & Omit<PartsOfBatch, "faults">;

/** When a batch changed last: a part has a stamp when it is priced, parked or opened again. */
const UPDATED = "greatest(b.stamp, (SELECT max(p.stamp) FROM parts p WHERE p.batch_id = b.id))";

function partsIn(state: "open" | "done" | "parked"): string {
  return `(SELECT count(*)::integer FROM parts p WHERE p.batch_id = b.id AND p.turn IS NOT NULL AND p.state = '${state}') AS ${state}`;
}

/** Batches in order of their ids; the counts of an open batch are those of its intake. */
export const listBatchesRoute = route({
  method: "GET",
  path: "/tollbook/batches",
  name: "listBatches",
  summary: "Batches, with how many of their parts wait, are priced and are parked",
  tag: "Tollbook: calls",
  access: "read",
  query: { ...PAGE_PARAMETERS, unfinished: flagParameter },
  answers: { 200: z.array(z.looseObject({ id: z.string(), state: z.string() })) },
  async handle(request) {
    const { store, query } = request;
    const where = new Conditions();
    if (query.unfinished === true) where.add("b.state <> 'done'");
    addListConditions(where, query, { id: "b.id", created: "b.stamp", updated: UPDATED });
    return store.read((sql) =>
      listPage(
        request,
        ({ limit, offset }) =>
          sql.query<ListedBatch>(
            `SELECT ${BATCH_FIELDS}, ${partsIn("open")}, ${partsIn("done")}, ${partsIn("parked")}
             FROM batches b ${where.text} ORDER BY b.id LIMIT ${Number(limit)} OFFSET ${Number(offset)}`,
            where.values,
          ),
        ({ open, done, parked, ...batch }) => ({
          state: batch.state,
          ...batchSummary(batch),
          parts: { open, done, parked },
        }),
      ),
    );
  },
});
