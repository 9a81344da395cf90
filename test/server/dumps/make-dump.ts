/**
 * Fills an empty database for a dump of the present tables: `make-dump URL`. A dump is made once, by the last commit
 * whose tables they are, and never again:
 *
 *     npx tsup test/server/dumps/make-dump.ts --no-config --format esm --platform node -d node_modules/.dump
 *     node node_modules/.dump/make-dump.js postgres://user@host/empty
 *     pg_dump --inserts --no-owner --no-privileges --no-comments -N tollbook_queue postgres://user@host/empty
 *
 * of which lines of psql (`\restrict`) and of comments are left out, and settings that PostgreSQL 14 does not know.
 */
import { createHandler, openPostgres, openStore } from "../../../src/server/index.ts";
import { workAMonth } from "./work-a-month.ts";

const [url = ""] = process.argv.slice(2);
const store = await openStore(await openPostgres(url));
const handler = createHandler({ store, authorize: () => ({ user: "office", level: 5, access: "write" }) });
const migrations = await store.database.query("SELECT FROM migrations");
await workAMonth(async (method, path, body, headers = {}) => {
  const answer = await handler(
    new Request(`http://localhost/backend/api/v1${path}`, {
      method,
      headers: { "Content-Type": "application/json", ...headers },
      body: JSON.stringify(body),
    }),
  );
  return { status: answer.status, text: await answer.text() };
}, migrations.length >= 3);
await store.close();
