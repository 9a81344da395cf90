import { defineConfig } from "tsup";

/** The soak as JavaScript; `tollbook` stays an import, so the built package is what is soaked. */
export default defineConfig({
  entry: { run: "proof/soak/run.ts" },
  // As deep in the tree as what it shares with the tests.
  outDir: "proof/soak/.build",
  format: ["esm"],
  target: "es2022",
  platform: "node",
  clean: true,
  external: [/^tollbook/],
});
