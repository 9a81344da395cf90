import { defineConfig, type Options } from "tsup";

const OPTIONS = {
  format: ["esm"],
  target: "es2022",
  platform: "node",
  sourcemap: true,
  plugins: [{ name: "const", renderChunk: (code: string) => ({ code: withConstants(code) }) }],
} satisfies Options;

// tsup 8.5 injects a `baseUrl` into declaration builds, which TypeScript 6 deprecates.
const DECLARATIONS = { ignoreDeprecations: "6.0" };

/** prom-client asks for `util` by `require`, which modules do not have. */
const NODE_MODULES_BY_IMPORT: NonNullable<Options["esbuildPlugins"]>[number] = {
  name: "node modules by import",
  setup(build) {
    build.onResolve({ filter: /^util$/ }, ({ path, kind }) =>
      kind === "require-call" ? { path, namespace: "node-module" } : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: "node-module" }, ({ path }) => ({
      contents: `export * from "node:${path}"; export { default } from "node:${path}";`,
    }));
  },
};

/** What is copied, so that a start does not load its hundred modules; `schemas` imports zod, as its users compose with theirs. */
export const COPIED = {
  noExternal: ["zod", "hono", "@hono/node-server", /^prom-client\//],
  esbuildPlugins: [NODE_MODULES_BY_IMPORT],
} satisfies Options;

export default defineConfig([
  {
    ...OPTIONS,
    ...COPIED,
    entry: {
      index: "src/index.ts",
      files: "src/files/index.ts",
      report: "src/report/index.ts",
      server: "src/server/index.ts",
      cli: "src/cli/main.ts",
      "rate-worker": "src/files/rate-run/rate-worker.ts",
    },
    splitting: true,
    dts: {
      entry: {
        index: "src/index.ts",
        files: "src/files/index.ts",
        report: "src/report/index.ts",
        server: "src/server/index.ts",
      },
      compilerOptions: DECLARATIONS,
    },
  },
  {
    // Apart, because what two entries share becomes a file of its own: the engine has to have the tables of the records
    // in its own file, where they are constants to it. A call takes a tenth less time.
    ...OPTIONS,
    entry: { schemas: "src/schemas/index.ts" },
    dts: { entry: { schemas: "src/schemas/index.ts" }, compilerOptions: DECLARATIONS },
  },
]);

/**
 * esbuild turns every top-level constant into a `var`. The engine takes a `const` for what it is: tables of
 * offsets and limits become numbers in its machine code, and rating a call takes a tenth less time. What is assigned
 * again, in a statement of its own or by `++` and the like, stays as it is. The texts are of one length, so that source maps stay true.
 */
function withConstants(code: string): string {
  const assigned = new Set(
    [
      ...code.matchAll(
        /^ +(\w+) = |(?:\+\+|--)(\w+)|\b(\w+)(?:\+\+|--| (?:[-+*/%&|^]|\*\*|<<|>>>?|&&|\|\||\?\?)= )/gm,
      ),
    ].map(([, stated, before, after]) => stated ?? before ?? after),
  );
  return code.replace(/^var (\w+) = /gm, (own, name) => (assigned.has(name) ? own : `const ${name}=`));
}
