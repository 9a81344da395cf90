/** A worker built for tests: Node cannot start a thread from TypeScript. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "tsup";
import { COPIED } from "../tsup.config.ts";

const ROOT = join(import.meta.dirname, "..");

/** A worker's script, in a folder of its own. */
export interface BuiltWorker {
  readonly url: URL;
  readonly remove: () => Promise<void>;
}

/** Builds the worker that is at `path` of the project, within the project so that it finds its packages. */
export async function builtWorker(path: string): Promise<BuiltWorker> {
  const folder = await mkdtemp(join(ROOT, "node_modules", ".tollbook-worker-"));
  // As the package says of itself; Node 22 takes a file without a word of import for CommonJS.
  await writeFile(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  await build({
    entry: { worker: join(ROOT, path) },
    outDir: folder,
    format: ["esm"],
    target: "es2022",
    platform: "node",
    config: false,
    silent: true,
    dts: false,
    clean: false,
    // As the package is built: most of a start would go to loading the modules of packages one by one.
    ...COPIED,
  });
  return {
    url: pathToFileURL(join(folder, "worker.js")),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
