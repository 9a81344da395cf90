/**
 * A server that kills itself with SIGKILL: `killed-server PLACE`, a folder or a URL. A number on its standard input is how
 * many steps of writing it takes until then, each statement, the commit, and what follows it; 0 is none.
 */
import { createInterface } from "node:readline";
import { type Database, openPglite, openPostgres, type Sql } from "../../../src/server/database/index.ts";
import { serve } from "../../../src/server/serving/index.ts";

const [place = ""] = process.argv.slice(2);
/** Steps that are left; it never ends before 0 is reached by counting down. */
let left = 0;

function step(): void {
  if (left > 0 && --left === 0) process.kill(process.pid, "SIGKILL");
}

function counted(sql: Sql): Sql {
  return {
    query(text, values) {
      step();
      return sql.query(text, values);
    },
    script(text) {
      step();
      return sql.script(text);
    },
    copyIn(table, columns, rows) {
      step();
      return sql.copyIn(table, columns, rows);
    },
  };
}

const database = place.startsWith("postgres:") ? await openPostgres(place) : await openPglite(place);
/** The database of one request: a time limit ends nothing here. What the server does by itself, such as looking for queued parts, is no step. */
const ofRequest: Database = {
  kind: database.kind,
  query: (text, values) => database.query(text, values),
  script: (text) => database.script(text),
  copyIn: (table, columns, rows) => database.copyIn(table, columns, rows),
  async transaction(work, options) {
    // What only reads is no step.
    if (options?.isolation !== undefined) return database.transaction(work, options);
    const done = await database.transaction(async (sql) => {
      const result = await work(counted(sql));
      step();
      return result;
    });
    step();
    return done;
  },
  until: () => ofRequest,
  close: () => database.close(),
};
const killing: Database = {
  ...ofRequest,
  transaction: (work, options) => database.transaction(work, options),
};
const served = await serve({
  database: killing,
  host: "127.0.0.1",
  port: 0,
  level: 5,
  log: () => undefined,
  now: () => Date.now(),
});
process.stdout.write(`${served.url}\n`);
for await (const line of createInterface({ input: process.stdin })) {
  left = Number(line);
  process.stdout.write("armed\n");
}
await served.stop();
