/** The worker of `rateFile`, built for tests: Node cannot start a thread from TypeScript. */
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "tsup";

const ROOT = join(import.meta.dirname, "..", "..", "..");

/** Builds the worker into a folder of its own, within the project so that it finds its packages. */
export async function builtWorker(): Promise<{ url: URL; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(ROOT, "node_modules", ".tollbook-worker-"));
  await build({
    entry: { "rate-worker": join(ROOT, "src/files/rate-run/rate-worker.ts") },
    outDir: folder,
    format: ["esm"],
    target: "es2022",
    platform: "node",
    config: false,
    silent: true,
    dts: false,
    clean: false,
  });
  return {
    url: pathToFileURL(join(folder, "rate-worker.js")),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
