/** The database of a server or a worker, with messages for a database that cannot be opened or used. */
import type { Database } from "../../../server/index.ts";
import { CliError, EXIT, wrongUsage } from "../../cli-io.ts";

export type ServerModule = typeof import("../../../server/index.ts");

const NO_RIGHT = "Its user makes tables: let it own the database.";
/** Hints by PostgreSQL's error code, for a database that was opened and cannot be used. */
const UNFIT: Readonly<Record<string, string>> = {
  "42501": NO_RIGHT,
  "3F000": NO_RIGHT,
  "42P07": "Tollbook needs a database of its own: name one that is empty.",
  "25006": "Name the server that is written to, not a copy of it.",
};

/** URLs of PostgreSQL servers, and what the driver takes for a socket: its folder, or `socket:`. */
const DATABASE_URL = /^(?:postgres(?:ql)?:\/\/|socket:|\/)/i;

/** Opens a database by `open`, of a server by its URL, which no message contains, because it may have a password. */
export async function openDatabase(
  server: Pick<ServerModule, "MissingPackage" | "NewerDatabase">,
  open: () => Promise<Database>,
  url: string | undefined,
): Promise<Database> {
  const isServer = url !== undefined;
  if (isServer && !DATABASE_URL.test(url)) {
    throw wrongUsage(
      "--database is no URL of a PostgreSQL server.",
      "Write --database postgres://USER@HOST/DATABASE.",
    );
  }
  try {
    return await open();
  } catch (error) {
    const { code, message = "" } = error as { readonly code?: unknown; readonly message?: string };
    // The driver's message for a server that asks for a password, and a URL without a password.
    if (isServer && message.startsWith("SASL:")) {
      const told = "the database of --database asks for a password, and takes none that it was given";
      throw new CliError(EXIT.unreadable, told, "Set PGPASSWORD.");
    }
    if (isServer && typeof code === "string" && !(error instanceof server.MissingPackage))
      throw new CliError(EXIT.unreadable, `the database of --database cannot be opened: ${message || code}`);
    throw startFailure(server, error);
  }
}

/** The message for an error that stops a server or a worker after the database was opened; other errors unchanged. */
export function startFailure(
  { MissingPackage, NewerDatabase }: Pick<ServerModule, "MissingPackage" | "NewerDatabase">,
  error: unknown,
): unknown {
  if (error instanceof MissingPackage || error instanceof NewerDatabase)
    return new CliError(EXIT.unreadable, error.message);
  const { code, message } = (error ?? {}) as { readonly code?: unknown; readonly message?: string };
  const hint = UNFIT[String(code)];
  return hint === undefined
    ? error
    : new CliError(EXIT.unreadable, `the database cannot be used: ${message}`, hint);
}
