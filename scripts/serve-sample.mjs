/**
 * `npm run serve:sample`: a server with the sample reseller's book and October's calls, and three requests to try. It serves
 * until Ctrl-C; with `--once` it sends the requests itself and stops.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BOOK, sampleCalls } from "./sample-preview.mjs";

const root = join(import.meta.dirname, "..");
const folder = mkdtempSync(join(tmpdir(), "tollbook-serve-"));
const isOnce = process.argv.includes("--once");
const explained = process.argv.find((word) => /^[0-9]+$/.test(word)) ?? "261000000002";

const server = spawn(
  process.execPath,
  [
    join(root, "dist", "cli.js"),
    ...["serve", "--data", join(folder, "data"), "--book", BOOK],
    ...(isOnce ? ["--port", "0"] : []),
  ],
  { stdio: ["ignore", "inherit", "pipe"] },
);
// Ctrl-C reaches the server, too: it ends in order, and this after it.
process.on("SIGINT", () => undefined);
server.on("exit", (code, signal) => {
  rmSync(folder, { recursive: true, force: true });
  process.exitCode ||= code ?? (signal === null ? 0 : 1);
});

/** The address of the server, once it listens; its log goes on to standard error. */
function listening() {
  return new Promise((resolve, reject) => {
    let text = "";
    server.stderr.setEncoding("utf8");
    server.stderr.on("data", (chunk) => {
      process.stderr.write(chunk);
      text = `${text}${chunk}`.slice(-10_000);
      const base = /listening at (http:\S+\/api\/v1)\//.exec(text)?.[1];
      if (base !== undefined) resolve(base);
    });
    server.on("exit", () => reject(new Error("The server did not start.")));
  });
}

async function ask(method, url, { body, ...headers } = {}) {
  const init = { method, headers: { "Content-Type": "application/json", ...headers } };
  const answer = await fetch(url, body === undefined ? init : { ...init, body: JSON.stringify(body) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${text}`);
  return text;
}

try {
  console.log(
    "A server with the sample reseller's book (the first opening of its database takes some seconds):",
  );
  const base = await listening();
  const batch = await ask("POST", `${base}/tollbook/batches`, {
    "Idempotency-Key": "october-2026",
    body: { calls: sampleCalls() },
  });
  const { read, rated, errors, ignored } = JSON.parse(batch).batch;
  console.log(`\nOctober's calls: ${read} read = ${rated} rated + ${errors} in error + ${ignored} ignored`);
  const requests = [
    ["A call as it was priced", `${base}/calls/${explained}`, "application/json"],
    ["How its price came about", `${base}/tollbook/calls/${explained}/explanation`, "text/plain"],
    ["The tariffs, two of them", `${base}/tariffs/?limit=2`, "application/json"],
  ];
  console.log("\nThree requests to try:");
  for (const [what, url, type] of requests) {
    const accept = type === "application/json" ? "" : ` -H 'Accept: ${type}'`;
    console.log(`\n  # ${what}\n  curl${accept} '${url}'`);
    if (isOnce) console.log(`\n${(await ask("GET", url, { Accept: type })).slice(0, 1_000)}`);
  }
  console.log(`\nEverything else: ${base}/tollbook/docs`);
  if (!isOnce) console.log("\nCtrl-C stops it.");
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
if (isOnce || process.exitCode === 1) server.kill("SIGTERM");
