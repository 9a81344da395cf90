/** What keeps `tollbook serve` and `tollbook worker` from starting: each a sentence, with what to do about it. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { migrate, openPglite, openPostgres } from "../../../src/server/database/index.ts";
import { builtWorker } from "../../built-worker.ts";
import { ENGINES, emptyPostgres, fillPgliteFolder } from "../../server/databases.ts";
import { PostgresServer, postgresFolder } from "../../server/postgres-server.ts";
import { type Ran, Workplace } from "../command.ts";

/** What a command that cannot start says; it says nothing to standard output. */
async function refused(place: Workplace, words: readonly string[]): Promise<Ran["err"]> {
  const { code, out, err } = await place.run(words);
  expect([code, out], err).toEqual([1, ""]);
  return err;
}

test("a port that is taken", async () => {
  const place = await Workplace.with({});
  await fillPgliteFolder(join(place.folder, "data"));
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const { port } = other.address() as { port: number };
  expect(await refused(place, ["serve", "--data", "@data", "--port", String(port)])).toBe(
    `tollbook: 127.0.0.1:${port} is taken by another program.\n`,
  );
  other.close();
  // What was opened before is let go: the folder is not in use.
  await (await openPglite(join(place.folder, "data"))).close();
});

describe("folders", () => {
  test("a file, or a folder below one", async () => {
    const place = await Workplace.with({ file: "x" });
    for (const [name, reason] of [
      ["file", "is a file, not a folder"],
      ["file/below", "is no folder and cannot become one; a part of its path is a file"],
    ] as const) {
      expect(await refused(place, ["serve", "--data", `@${name}`])).toBe(
        `tollbook: ${join(place.folder, name)}: ${reason}\n`,
      );
    }
  });

  test.runIf(process.platform === "linux")("a folder that may not be written to", async () => {
    const place = await Workplace.with({});
    expect(await refused(place, ["serve", "--data", "/sys/tollbook"])).toMatch(
      /^tollbook: \/sys\/tollbook: (?:may not be used; permission was denied|cannot be written; the disk is read-only)\n$/,
    );
  });

  test("a name that is too long for the system", async () => {
    const place = await Workplace.with({});
    const name = "a".repeat(300);
    expect(await refused(place, ["serve", "--data", `@${name}`])).toBe(
      `tollbook: ${join(place.folder, name)}: has too long a name\n`,
    );
  });

  test.runIf(process.platform === "linux")("a folder where the system makes none", async () => {
    const place = await Workplace.with({});
    expect(await refused(place, ["serve", "--data", "/proc/tollbook/data"])).toBe(
      "tollbook: /proc/tollbook/data: cannot be made; the folder above it takes no new folders\n",
    );
  });

  test("a folder of something else, and a database that cannot be opened, stay as they are", async () => {
    const place = await Workplace.with({});
    for (const [name, file, text] of [
      ["other", "notes.txt", "is no database, and not empty; empty it, or name another folder"],
      ["old", "PG_VERSION", "is a database of PostgreSQL 9.6 that cannot be opened ("],
    ] as const) {
      const database = join(place.folder, name, "database");
      await mkdir(database, { recursive: true });
      await place.write(`${name}/database/${file}`, "9.6\n");
      expect(await refused(place, ["serve", "--data", `@${name}`])).toContain(
        `tollbook: ${database}: ${text}`,
      );
      expect(await place.files(`${name}/database`)).toContain(file);
      expect(await place.read(`${name}/database/${file}`)).toBe("9.6\n");
    }
    expect(await place.files("other/database")).toEqual(["notes.txt"]);
  });

  test("a folder of a newer Tollbook", async () => {
    const place = await Workplace.with({});
    await fillPgliteFolder(join(place.folder, "data"));
    const database = await openPglite(join(place.folder, "data"));
    await migrate(database);
    await database.query("INSERT INTO migrations (number, name) VALUES (99, 'later')");
    await database.close();
    expect(await refused(place, ["serve", "--data", "@data"])).toMatch(
      /^tollbook: The database has migration 99 \(later\) of a later version of tollbook; this one knows \d+\. Start that version\.\n$/,
    );
  });
});

describe.runIf(ENGINES.length > 1)("PostgreSQL", () => {
  /** What both commands say of a database. */
  async function both(place: Workplace, url: string): Promise<string> {
    const server = await refused(place, ["serve", "--database", url, "--port", "0"]);
    expect(await refused(place, ["worker", "--database", url])).toBe(server);
    return server;
  }

  test("a database of a newer Tollbook, of something else, without rights, that may only be read, that is not there", async () => {
    const place = await Workplace.with({});
    const newer = await emptyPostgres();
    const database = await openPostgres(newer);
    await migrate(database);
    await database.query("INSERT INTO migrations (number, name) VALUES (99, 'later')");
    expect(await both(place, newer)).toContain("of a later version of tollbook; this one knows");

    const name = `tollbook_weak_${process.pid}`;
    await database.script(`CREATE ROLE ${name} LOGIN`);
    for (const [right, told] of [
      ["CREATE", "permission denied for schema public"],
      ["USAGE", "no schema has been selected to create in"],
    ] as const) {
      await database.script(`REVOKE ${right} ON SCHEMA public FROM PUBLIC`);
      expect(await both(place, newer.replace("tollbook@", `${name}@`))).toBe(
        `tollbook: the database cannot be used: ${told}\nIts user makes tables: let it own the database.\n`,
      );
    }
    await database.close();

    const foreign = await emptyPostgres();
    const other = await openPostgres(foreign);
    await other.script("CREATE TABLE records (number integer)");
    expect(await both(place, foreign)).toBe(
      'tollbook: the database cannot be used: relation "records" already exists\nTollbook needs a database of its own: name one that is empty.\n',
    );
    await other.close();

    const copy = await emptyPostgres();
    const readOnly = await openPostgres(copy);
    await readOnly.script(
      `ALTER DATABASE ${new URL(copy).pathname.slice(1)} SET default_transaction_read_only = on`,
    );
    await readOnly.close();
    expect(await both(place, copy)).toMatch(
      /^tollbook: the database cannot be used: cannot execute CREATE TABLE in a read-only transaction\nName the server that is written to, not a copy of it\.\n$/,
    );

    expect(await both(place, `${copy}_not`)).toMatch(
      /^tollbook: the database of --database cannot be opened: database "\w+_not" does not exist\n$/,
    );
  });

  test.runIf(postgresFolder() !== undefined)(
    "no password, a wrong one, a server that was stopped",
    async () => {
      const place = await Workplace.with({});
      const server = await PostgresServer.start({ password: "right" });
      const { PGPASSWORD } = process.env;
      delete process.env.PGPASSWORD;
      try {
        expect(await both(place, `${server.url}/postgres`)).toBe(
          "tollbook: the database of --database asks for a password, and takes none that it was given\nSet PGPASSWORD.\n",
        );
        const wrong = await both(place, `${server.url.replace("@", ":hidden@")}/postgres`);
        expect(wrong).toBe(
          'tollbook: the database of --database cannot be opened: password authentication failed for user "tollbook"\n',
        );
        await server.stop();
        expect(await both(place, `${server.url.replace("@", ":hidden@")}/postgres`)).toMatch(
          /^tollbook: the database of --database cannot be opened: connect ECONNREFUSED 127\.0\.0\.1:\d+\n$/,
        );
      } finally {
        if (PGPASSWORD !== undefined) process.env.PGPASSWORD = PGPASSWORD;
        await server.remove();
      }
    },
  );
});

/** A module that tells Node that some packages are not installed. */
function without(names: readonly string[]): string {
  const hooks = `export async function resolve(name, context, next) {
    if (${JSON.stringify(names)}.includes(name))
      throw Object.assign(new Error("Cannot find package " + name), { code: "ERR_MODULE_NOT_FOUND" });
    return next(name, context);
  }`;
  const asURL = (text: string): string => `data:text/javascript,${encodeURIComponent(text)}`;
  return asURL(`import { register } from "node:module"; register(${JSON.stringify(asURL(hooks))});`);
}

test("packages that are not installed are named all at once, with what installs them", async () => {
  const place = await Workplace.with({});
  const command = await builtWorker("src/cli/main.ts");
  const server = ["--database", "postgres://127.0.0.1:1/none"];
  try {
    for (const [missing, words, told] of [
      [
        ["@electric-sql/pglite"],
        ["serve", "--data", "data"],
        "tollbook serve --data needs @electric-sql/pglite: npm install @electric-sql/pglite@0.5.16",
      ],
      [["pg"], ["serve", ...server], "tollbook serve --database needs pg: npm install pg@8.23.1"],
      [["pg-boss"], ["worker", ...server], "tollbook worker needs pg-boss: npm install pg-boss@10.4.2"],
      [
        ["pg", "pg-copy-streams"],
        ["serve", ...server],
        "tollbook serve --database needs pg and pg-copy-streams: npm install pg@8.23.1 pg-copy-streams@7.0.0",
      ],
      [
        ["pg-boss", "pg-copy-streams", "pg"],
        ["worker", ...server],
        "tollbook worker needs pg, pg-copy-streams and pg-boss: npm install pg@8.23.1 pg-copy-streams@7.0.0 pg-boss@10.4.2",
      ],
    ] as const) {
      const child = spawn(
        process.execPath,
        ["--import", without(missing), fileURLToPath(command.url), ...words],
        { cwd: place.folder, stdio: ["ignore", "ignore", "pipe"] },
      );
      const ended = once(child, "exit");
      const err = Buffer.concat(await child.stderr.toArray()).toString();
      expect([(await ended)[0], err], `${missing} ${words[0]}`).toEqual([
        1,
        expect.stringContaining(`tollbook: ${told}\n`),
      ]);
    }
  } finally {
    await command.remove();
  }
});
