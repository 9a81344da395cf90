/** Headers of requests that routes take beside those of HTTP itself, for the documentation. */
import * as z from "zod";
import { ServerError } from "../errors.ts";
import type { QueryTable, RouteRequest } from "./route.ts";

/** The header of requests that change a single record (H12). */
export const IF_MATCH: QueryTable = {
  "If-Match": z.string().optional().meta({
    description: "ETag of the record as it was read; where it has another by now, 409003. `*` takes any.",
  }),
};

/**
 * Checks the ETag of a stored record against `If-Match` (H12).
 *
 * @throws ServerError 409003 where the record has changed since the caller read it
 */
export function checkMatch(request: Pick<RouteRequest, "header">, etag: string): void {
  const wanted = request.header("if-match");
  if (wanted === undefined || wanted.trim() === "*") return;
  if (wanted.split(",").some((tag) => tag.trim() === etag)) return;
  throw new ServerError(409003, "The record was changed meanwhile; read it again.");
}
