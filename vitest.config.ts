import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const source = (path: string): string => fileURLToPath(new URL(`./src/${path}`, import.meta.url));

/** The share of its cases that a property tries: all in `npm run test:long`, and fewer where somebody waits. */
const share = Number(process.env.TOLLBOOK_RUNS || 0.1);
/** The ordinary run gives one verdict on one tree; a long one looks elsewhere each time. */
const seed = Number(process.env.TOLLBOOK_SEED || (share < 1 ? 1 : Date.now() % 2 ** 31));
if (!(share > 0) || !Number.isInteger(seed))
  throw new Error("TOLLBOOK_RUNS is a number above zero, TOLLBOOK_SEED a whole number.");

/** Far beyond what any test takes: it ends what hangs, and decides nothing on a slow machine. */
const AN_HOUR = 3_600_000;

export default defineConfig({
  resolve: {
    // The package's own names mean its sources here, as they do for the compiler (tsconfig.json, paths).
    alias: [
      { find: /^tollbook$/, replacement: source("index.ts") },
      { find: /^tollbook\/files$/, replacement: source("files/index.ts") },
      { find: /^tollbook\/schemas$/, replacement: source("schemas/index.ts") },
      { find: /^tollbook\/report$/, replacement: source("report/index.ts") },
      { find: /^tollbook\/server$/, replacement: source("server/index.ts") },
    ],
  },
  test: {
    include: ["test/**/*.test.ts"],
    env: { TOLLBOOK_RUNS: String(share), TOLLBOOK_SEED: String(seed) },
    globalSetup: [
      "scripts/page-assets.mjs",
      "scripts/kernel-wasm.mjs",
      "scripts/live-assets.mjs",
      "scripts/console-assets.mjs",
      "test/announce-seed.ts",
    ],
    // The files of a worker share its process, because loading the engine afresh takes longer than most of them. So a
    // test puts back whatever it changes there: the folder it works in, a global.
    isolate: false,
    unstubGlobals: true,
    // Beside properties, where it takes its time: a long run, which has no more cases of it, passes it by.
    tags: [{ name: "example", description: "Has no random cases: the same in every run." }],
    // One worker for each core: the long properties run beside everything else.
    maxWorkers: "100%",
    testTimeout: AN_HOUR * Math.max(1, share),
    hookTimeout: AN_HOUR,
  },
});
