import { type CliIO, EXIT, interrupted, tell } from "../../cli-io.ts";
import { declareCommand, type Given, required } from "../../declare-command.ts";
import { openDatabase, startFailure } from "./open-database.ts";

const OPTIONS = {
  database: required("<url>", "the PostgreSQL server of tollbook serve: postgres://user@host/database"),
};

export const workerCommand = declareCommand({
  name: "worker",
  description: "price the batches that tollbook serve has queued in a PostgreSQL server",
  options: OPTIONS,
  examples: `
Examples:
  tollbook worker --database postgres://tollbook@localhost/tollbook

Prices batches that tollbook serve has queued, on as many machines as you like. Every part of a batch is a line of
JSON on standard error. SIGTERM or Ctrl-C lets the part under way end; a second signal ends at once, and nothing
of that part is stored.
`,
  run: priceParts,
});

async function priceParts({ database: url }: Given<typeof OPTIONS>, io: CliIO): Promise<number> {
  // Loaded here: other commands do not use the server.
  const server = await import("../../../server/index.ts");
  const database = await openDatabase(
    server,
    () => server.openPostgres(url, { command: "tollbook worker" }),
    url,
  );
  try {
    const log = (line: string): void => void io.stderr.write(line);
    const worker = await server.work({ store: await server.openStore(database), log, now: io.now });
    tell(io, "tollbook: working\n");
    await interrupted(io);
    tell(io, "tollbook: stopping; the part under way ends\n");
    await worker.stop();
    return EXIT.ok;
  } catch (error) {
    throw startFailure(server, error);
  } finally {
    await database.close().catch(() => undefined);
  }
}
