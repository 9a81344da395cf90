/** The database of a server or a worker, with sentences for what cannot be opened or used. */
import type { Database } from "../../../server/index.ts";
import { CliError, EXIT } from "../../cli-io.ts";

type ServerModule = typeof import("../../../server/index.ts");

const NO_RIGHT = "Its user makes tables: let it own the database.";
/** What keeps a server or a worker from a database that was opened, by PostgreSQL's codes, and what to do about it. */
const UNFIT: Readonly<Record<string, string>> = {
  "42501": NO_RIGHT,
  "3F000": NO_RIGHT,
  "42P07": "Tollbook needs a database of its own: name one that is empty.",
  "25006": "Name the server that is written to, not a copy of it.",
};

/** Opens what `open` opens; `isServer`: by a URL, of which no sentence tells. */
export async function openDatabase(
  server: Pick<ServerModule, "MissingPackage" | "NewerDatabase">,
  open: () => Promise<Database>,
  isServer: boolean,
): Promise<Database> {
  try {
    return await open();
  } catch (error) {
    const { code, message = "" } = error as { readonly code?: unknown; readonly message?: string };
    // The driver's own words for a server that asks, and a URL that does not say.
    if (isServer && message.startsWith("SASL:")) {
      const told = "the database of --database asks for a password, and takes none that it was given";
      throw new CliError(EXIT.unreadable, told, "Set PGPASSWORD.");
    }
    // Not the URL, which may hold a password.
    if (isServer && typeof code === "string" && !(error instanceof server.MissingPackage))
      throw new CliError(EXIT.unreadable, `the database of --database cannot be opened: ${message || code}`);
    throw startFailure(server, error);
  }
}

/** A sentence for what keeps a server or a worker from its work once the database is open; another error as it is. */
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
