/**
 * `npm run soak -- [--minutes 10] [--database pglite|postgres] [--seed 1] [--clients 8]`: the built server under mixed
 * load, with clients that go away and hostile bodies, and on PostgreSQL a worker beside it and connections that are cut. At
 * the end nothing that was acknowledged may be lost or double, and memory may not have grown since it was warm.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { openPostgres } from "tollbook/server";
import { emptyPostgres } from "../../test/server/databases.ts";
import { thousands } from "../words.ts";
import { isFlat, type MemoryFigures, type MemorySample, memoryCourse } from "./memory-figures.ts";
import { type SoakReport, soak } from "./soak.ts";
import { soakBook } from "./soak-book.ts";
import { SoakClient } from "./soak-client.ts";
import { SoakProcess } from "./soak-process.ts";

const USAGE = "npm run soak -- [--minutes 10] [--database pglite|postgres] [--seed 1] [--clients 8]";
const SAMPLE_MILLISECONDS = 1_000;
const MOST_FAULTS = 20;
const MEBIBYTE = 2 ** 20;
const COMMAND = resolve("dist/cli.js");

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "10" },
    database: { type: "string", default: "pglite" },
    seed: { type: "string", default: "1" },
    clients: { type: "string", default: "8" },
  },
});
const minutes = Number(values.minutes);
if (!(minutes > 0) || !["pglite", "postgres"].includes(values.database)) {
  console.error(USAGE);
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), "tollbook-soak-"));
const book = join(folder, "book.json");
writeFileSync(book, JSON.stringify(soakBook()));
const url = values.database === "postgres" ? await emptyPostgres() : undefined;
const place = url === undefined ? ["--data", join(folder, "data")] : ["--database", url];
const server = new SoakProcess([COMMAND, "serve", ...place, "--book", book, "--port", "0", "--level", "5"]);
const client = new SoakClient(await server.address());
const worker = url === undefined ? undefined : new SoakProcess([COMMAND, "worker", "--database", url]);
const cutter = url === undefined ? undefined : await openPostgres(url, { poolSize: 1 });
const processes = { server, ...(worker && { worker }) };
const samples = new Map<string, MemorySample[]>(Object.keys(processes).map((name) => [name, []]));

const startedAt = performance.now();
const elapsed = (): number => performance.now() - startedAt;
const sampling = setInterval(sample, SAMPLE_MILLISECONDS);
const soaking = soak({
  client,
  seed: Number(values.seed),
  clients: Number(values.clients),
  isOver: () => elapsed() > minutes * 60_000,
  onLoadEnded: () => clearInterval(sampling),
  // All but the one that cuts.
  ...(cutter && {
    async cutConnections() {
      await cutter.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
      );
    },
  }),
});
const report = await soaking.catch((error: unknown) => {
  for (const [name, { lastWords }] of Object.entries(processes)) {
    if (lastWords.length > 0) console.error(`The ${name} has ended:\n${lastWords.join("\n")}`);
  }
  throw error;
});
const statuses = await Promise.all(Object.values(processes).map((one) => one.stop()));
await cutter?.close();
rmSync(folder, { recursive: true, force: true });
const isRight = tell(report);
process.exitCode = isRight && statuses.every((status) => status === 0) ? 0 : 1;

async function sample(): Promise<void> {
  const at = elapsed();
  const heap = await heapOfServer();
  for (const [name, one] of Object.entries(processes)) {
    const residentBytes = one.residentBytes();
    if (residentBytes === undefined) continue;
    samples.get(name)?.push({ at, residentBytes, heapBytes: name === "server" ? heap : undefined });
  }
}

/** As the server tells Prometheus. */
async function heapOfServer(): Promise<number | undefined> {
  const answer = await client.ask("GET", "/tollbook/metrics").catch(() => undefined);
  const line = /^nodejs_heap_size_used_bytes ([0-9]+)$/m.exec(String(answer?.body))?.[1];
  return line === undefined ? undefined : Number(line);
}

/** Prints what came of it; whether all of it is right. */
function tell({ requests, answers, end, faults }: SoakReport): boolean {
  console.log(
    `${thousands(requests)} requests in ${minutes} minutes over ${values.database}, seed ${values.seed}`,
  );
  for (const [name, statuses] of [...answers].sort()) {
    const told = [...statuses].map(([status, times]) => `${status} ${thousands(times)}`);
    console.log(`  ${name}: ${told.sort().join(", ")}`);
  }
  const { batches, calls, rated, inError, ignored, onInvoices } = end;
  console.log(
    `${thousands(batches)} batches acknowledged; ${thousands(calls)} calls stored = ${thousands(rated)} rated + ${thousands(inError)} in error + ${thousands(ignored)} ignored, ${thousands(onInvoices)} on invoices`,
  );
  let isEveryFlat = true;
  for (const [name, own] of samples) {
    const course = memoryCourse(own);
    if (course === undefined) continue;
    const flat = isFlat(course);
    isEveryFlat &&= flat;
    const verdict = flat ? "flat" : "GROWN";
    console.log(
      `memory of the ${name}: warm ${shown(course.warm)}, at the end ${shown(course.end)}: ${verdict}`,
    );
  }
  for (const [name, { errors }] of Object.entries(processes)) {
    console.log(`lines of level error in the log of the ${name}: ${thousands(errors)}`);
  }
  console.log(`${thousands(faults.length)} faults`);
  for (const fault of faults.slice(0, MOST_FAULTS)) console.log(`  ${fault}`);
  return faults.length === 0 && isEveryFlat;
}

function shown({ residentBytes, heapBytes }: MemoryFigures): string {
  const heap = heapBytes === undefined ? "" : `, heap ${(heapBytes / MEBIBYTE).toFixed(0)} MiB`;
  return `${(residentBytes / MEBIBYTE).toFixed(0)} MiB resident${heap}`;
}
