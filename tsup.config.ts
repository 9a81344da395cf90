import { defineConfig, type Options } from "tsup";

const OPTIONS = {
  format: ["esm"],
  target: "es2022",
  platform: "node",
  sourcemap: true,
  plugins: [
    { name: "const, ASCII", renderChunk: (code: string) => ({ code: inAscii(withConstants(code)) }) },
  ],
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

/** The command's first file loads another one of `dist/`, by the word it is given. */
const RUNS_BESIDE: NonNullable<Options["esbuildPlugins"]>[number] = {
  name: "runs beside",
  setup(build) {
    build.onResolve({ filter: /^\.\/run(-rate)?\.ts$/ }, ({ path, kind }) =>
      kind === "dynamic-import" ? { path: path.replace(/ts$/, "js"), external: true } : undefined,
    );
  },
};

export default defineConfig([
  {
    ...OPTIONS,
    ...COPIED,
    entry: {
      index: "src/index.ts",
      files: "src/files/index.ts",
      report: "src/report/index.ts",
      server: "src/server/index.ts",
      run: "src/cli/run.ts",
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
    // Apart, because what entries share is loaded whole: a start of `rate`, and of each of its threads, loads what rating
    // needs, and none of the bills, previews and pages, which are a third.
    ...OPTIONS,
    ...COPIED,
    entry: { "run-rate": "src/cli/run-rate.ts", "rate-worker": "src/files/rate-run/rate-worker.ts" },
    splitting: true,
    sourcemap: false,
    // Nothing that is kept imports it; esbuild would copy it all the same.
    external: [/\/live-assets\.js$/],
  },
  { ...OPTIONS, esbuildPlugins: [RUNS_BESIDE], entry: { cli: "src/cli/main.ts" } },
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

/**
 * esbuild leaves what is not ASCII in comments, templates and regular expressions, and one such letter makes the engine keep
 * and read a whole file in two bytes a letter. An escape says the same, for nothing here reads a template raw.
 */
function inAscii(code: string): string {
  return code.replace(
    /[\u0080-\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
