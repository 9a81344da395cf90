import { defineConfig } from "tsup";

/** The fuzzer as JavaScript; `tollbook` stays an import, so the built package is what is held to it. */
export default defineConfig({
  entry: { run: "proof/fuzz/run.ts" },
  // As deep in the tree as the tests whose generators it shares: they find the fixtures from where they are.
  outDir: "proof/fuzz/.build",
  format: ["esm"],
  target: "es2022",
  platform: "node",
  clean: true,
  external: [/^tollbook/, "fast-check"],
});
