import { defineConfig } from "tsup";

/** The benchmarks as JavaScript; `tollbook` stays an import, so the built package is what is measured. */
export default defineConfig({
  entry: { run: "bench/run.ts", peers: "bench/peers/run.ts" },
  outDir: "bench/.build",
  format: ["esm"],
  target: "es2022",
  platform: "node",
  clean: true,
  external: ["tollbook"],
});
