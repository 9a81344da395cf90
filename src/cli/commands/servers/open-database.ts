/** The database of a server or a worker, with sentences for what cannot be opened. */
import type { Database } from "../../../server/index.ts";
import { CliError, EXIT } from "../../cli-io.ts";

type ServerModule = typeof import("../../../server/index.ts");

/** Opens what `open` opens; `isServer`: by a URL, of which no sentence tells. */
export async function openDatabase(
  { MissingPackage }: Pick<ServerModule, "MissingPackage">,
  open: () => Promise<Database>,
  isServer: boolean,
): Promise<Database> {
  try {
    return await open();
  } catch (error) {
    if (error instanceof MissingPackage) throw new CliError(EXIT.unreadable, error.message);
    const { code, message } = error as { readonly code?: unknown; readonly message?: string };
    if (!isServer || typeof code !== "string") throw error;
    // Not the URL, which may hold a password.
    throw new CliError(EXIT.unreadable, `the database of --database cannot be opened: ${message || code}`);
  }
}
