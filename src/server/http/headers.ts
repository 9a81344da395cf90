/** Headers of requests that routes take beside those of HTTP itself, for the documentation. */
import * as z from "zod";
import type { QueryTable } from "./route.ts";

/** The header of requests that change a single record (H12). */
export const IF_MATCH: QueryTable = {
  "If-Match": z.string().optional().meta({
    description: "ETag of the record as it was read; where it has another by now, 409003. `*` takes any.",
  }),
};
