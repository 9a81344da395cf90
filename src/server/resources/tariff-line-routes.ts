/** The lines of a tariff, page by page: a rate deck has hundreds of thousands of lines. */
import * as z from "zod";
import { integerParameter, type Route, route, textParameter, unknownID } from "../http/index.ts";
import { nextLink } from "./list-records.ts";
import { RESOURCES } from "./resources.ts";
import { valueOut } from "./values.ts";

/** Most lines of one answer; also the default limit. */
const MOST_LINES = 1_000;

/** Lines of a revision that match a search, in their order. */
const LINES = `SELECT line FROM tariff_lines
  WHERE tariff = $1 AND from_revision <= $2 AND (to_revision IS NULL OR to_revision > $2)
    AND ($3 = '' OR starts_with(line::json->>'prefix', $3) OR starts_with($3, line::json->>'prefix'))
    AND ($4 = '' OR strpos(lower(line::json->>'tariffType'), lower($4)) > 0)
  ORDER BY position LIMIT $5 OFFSET $6`;

/** Digits, with any spaces and hyphens, search for prefixes; other text searches for call types. */
function searchOf(text: string): { readonly digits: string; readonly type: string } {
  const digits = text.replace(/^\+|[\s-]/g, "");
  return /^[0-9]+$/.test(digits) ? { digits, type: "" } : { digits: "", type: text.trim() };
}

export const tariffLineRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/tollbook/tariffs/{id}/lines",
    name: "listLinesOfTariff",
    summary: "Lists the lines of a tariff in their order, a page at a time.",
    description:
      "Of `search`, digits find the lines whose prefix begins with them and those that a number of these digits falls under; other text finds the lines whose call type has it.",
    tag: "tariffs",
    access: "read",
    query: {
      search: textParameter,
      limit: integerParameter(1, MOST_LINES),
      offset: integerParameter(0, Number.MAX_SAFE_INTEGER),
    },
    answers: { 200: z.array(z.looseObject({})) },
    async handle({ store, ids: { id }, query, target }) {
      const { search = "", limit = MOST_LINES, offset = 0 } = query;
      const present = await store.present();
      if (present.record("tariffs", id) === undefined) throw unknownID(id);
      const { digits, type } = searchOf(search);
      const { revision } = present;
      const rows = await store.read((sql) =>
        sql.query<{ line: string }>(LINES, [id, revision, digits, type, limit + 1, offset]),
      );
      const lines = rows.slice(0, limit).map(({ line }) => JSON.parse(line));
      const next = rows.length > limit ? new Map([["offset", String(offset + limit)]]) : undefined;
      return {
        headers: nextLink(target, { listed: [], next }),
        body: valueOut(RESOURCES.tariffs.fields.rates ?? "text", lines),
      };
    },
  }),
];
