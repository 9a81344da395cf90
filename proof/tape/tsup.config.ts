import { defineConfig } from "tsup";

/** The tape as JavaScript; it runs the built command as a process of its own. */
export default defineConfig({
  entry: { run: "proof/tape/run.ts" },
  outDir: "proof/tape/.build",
  format: ["esm"],
  target: "es2022",
  platform: "node",
  clean: true,
  external: [/^tollbook/],
});
