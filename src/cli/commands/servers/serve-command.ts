import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { FileError, fileErrorOf } from "../../../files/index.ts";
import type { Database, Key } from "../../../server/index.ts";
import { openBookFile } from "../../book-file.ts";
import { CliError, type CliIO, EXIT, interrupted, tell, wrongUsage } from "../../cli-io.ts";
import { declareCommand, flag, type Given, named, numberOption, optional } from "../../declare-command.ts";
import { openDatabase, type ServerModule, startFailure } from "./open-database.ts";

const DEFAULT_HOST = "127.0.0.1";
const DEFAULT_PORT = 8080;

const OPTIONS = {
  data: named(
    "<folder>",
    "keep everything in this folder, by PostgreSQL in the process; it need not be there yet",
  ),
  database: optional(
    "<url>",
    "keep everything in a PostgreSQL server, 14 or later: postgres://user@host/database",
  ),
  book: named("<file>", "begin with this book where the database has none yet"),
  host: optional("<host>", `listen there; without it ${DEFAULT_HOST}, this machine alone`),
  port: numberOption("<port>", `listen on this port, 0 for any; without it ${DEFAULT_PORT}`, {
    most: 65_535,
  }),
  keys: named(
    "<file>",
    "who may ask, JSON: [{ name, sha256, level, access }]; or TOLLBOOK_KEYS, name:level:secret",
  ),
  level: numberOption("<n>", "expert level of requests where there are no keys, 0 to 5; without it 0", {
    most: 5,
  }),
  cert: named("<file>", "certificate for HTTPS, PEM; with --key"),
  key: named("<file>", "key of the certificate, PEM"),
  queueOnly: flag("leave queued batches to tollbook worker; with --database"),
  behindProxy: flag("listen off this machine without HTTPS, because a proxy in front has it"),
};

export const serveCommand = declareCommand({
  name: "serve",
  description: "answer the platform's pricing requests over HTTP, from a database",
  options: OPTIONS,
  examples: `
Examples:
  tollbook serve --data ./tollbook-data --book book.json
  TOLLBOOK_KEYS=billing:5:a-long-secret tollbook serve --database postgres://tollbook@localhost/tollbook --port 9000
  curl http://127.0.0.1:8080/backend/api/v1/tariffs/

Every request is a line of JSON on standard error. SIGTERM or Ctrl-C lets running requests end.
`,
  run: serveRequests,
});

async function serveRequests(given: Given<typeof OPTIONS>, io: CliIO): Promise<number> {
  // Loaded here: other commands do not use the server.
  const server = await import("../../../server/index.ts");
  const { host = DEFAULT_HOST, port = DEFAULT_PORT, level } = given;
  const keys = await keysOf(given, io, server);
  const tls = await certificateOf(given);
  if (keys !== undefined && level !== undefined) {
    throw wrongUsage("--level is for a server without keys; each key has its own.", "Leave out --level.");
  }
  if (!server.isLoopback(host)) {
    if (keys === undefined) {
      throw wrongUsage(
        `${host} is reached from elsewhere, so the server needs keys.`,
        "Add --keys FILE, or set TOLLBOOK_KEYS.",
      );
    }
    if (tls === undefined && !given.behindProxy) {
      throw wrongUsage(
        `${host} is reached from elsewhere, where keys would be readable on their way.`,
        "Add --cert FILE and --key FILE, or --behind-proxy where a proxy in front has HTTPS.",
      );
    }
  }
  const book = given.book === undefined ? undefined : (await openBookFile(given.book, io)).data;
  const { data, database: url } = given;
  if ((data === undefined) === (url === undefined)) {
    throw wrongUsage(
      data === undefined ? "The server needs a database." : "The server keeps everything in one database.",
      "Write --data FOLDER or --database URL.",
    );
  }
  if (given.queueOnly && url === undefined) {
    throw wrongUsage(
      "--queue-only leaves queued batches to tollbook worker, which needs a PostgreSQL server.",
      "Write --database URL, or leave out --queue-only.",
    );
  }
  const open = (): Promise<Database> =>
    url === undefined
      ? server.openPglite(data)
      : server.openPostgres(url, { command: "tollbook serve --database" });
  const database = await openDatabase(server, open, url);
  try {
    const log = (line: string): void => void io.stderr.write(line);
    const isWorking = !given.queueOnly;
    const asked = { host, port, tls, keys, level, book, isWorking };
    const served = await server.serve({ database, ...asked, log, now: io.now });
    const api = `${served.url}/backend/api/v1/`;
    tell(
      io,
      `tollbook: listening at ${api} (console at ${served.url}/, documentation at ${api}tollbook/docs)\n`,
    );
    await interrupted(io);
    tell(io, "tollbook: stopping; running requests have 20 seconds\n");
    await served.stop();
    return EXIT.ok;
  } catch (error) {
    await database.close().catch(() => undefined);
    throw listenFailure(startFailure(server, error), { host, port });
  }
}

async function keysOf(
  { keys }: Given<typeof OPTIONS>,
  { env }: CliIO,
  { keysOfFile, keysOfText, KeyError }: ServerModule,
): Promise<readonly Key[] | undefined> {
  const text = env?.TOLLBOOK_KEYS;
  if (keys !== undefined && text !== undefined) {
    throw wrongUsage("Keys come from --keys or from TOLLBOOK_KEYS, not from both.", "Leave out one of them.");
  }
  try {
    if (keys !== undefined) return keysOfFile(await textOf(keys));
    return text === undefined ? undefined : keysOfText(text);
  } catch (error) {
    if (!(error instanceof KeyError)) throw error;
    throw keys === undefined ? wrongUsage(`${error.message}.`) : new FileError(keys, error.message);
  }
}

async function certificateOf({
  cert,
  key,
}: Given<typeof OPTIONS>): Promise<{ readonly cert: string; readonly key: string } | undefined> {
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined || key === undefined) {
    throw wrongUsage("HTTPS needs a certificate and its key.", "Write both --cert FILE and --key FILE.");
  }
  const pair = { cert: await textOf(cert), key: await textOf(key) };
  const certificate = readOr(cert, "is no certificate, PEM", () => new X509Certificate(pair.cert));
  const secret = readOr(key, "is no private key without a passphrase, PEM", () => createPrivateKey(pair.key));
  if (!certificate.checkPrivateKey(secret)) throw new FileError(key, `is not the key of ${cert}`);
  return pair;
}

/** The result of `read`, or an error about the file. */
function readOr<T>(path: string, reason: string, read: () => T): T {
  try {
    return read();
  } catch {
    throw new FileError(path, reason);
  }
}

async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw fileErrorOf(error, path);
  }
}

const LISTEN_FAULTS: Readonly<Record<string, string>> = {
  EADDRINUSE: "is taken by another program",
  EACCES: "may not be listened on; ports below 1024 need rights",
  EADDRNOTAVAIL: "is no address of this machine",
  ENOTFOUND: "is no name of a host",
};

function listenFailure(
  error: unknown,
  { host, port }: { readonly host: string; readonly port: number },
): unknown {
  const fault = LISTEN_FAULTS[String((error as { readonly code?: unknown }).code)];
  return fault === undefined ? error : new CliError(EXIT.unreadable, `${host}:${port} ${fault}.`);
}
