/**
 * The examples of the pages are right for TypeScript, too, and the public types are what `test/types` says they are,
 * under the settings of this project. One compilation tells both.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { beforeAll, expect, test } from "vitest";
import { blocksOf, examplesOf } from "./markdown.ts";
import { ROOT, readPages } from "./pages.ts";
import { publicOptions } from "./public-options.ts";

const TYPES = join(ROOT, "test", "types");
const typeTests = readdirSync(TYPES).filter((name) => name.endsWith(".test-d.ts"));

const pages = new Map<string, string>();
let program: ts.Program;

beforeAll(async () => {
  for (const page of await readPages()) {
    const examples = examplesOf(page.text, "ts");
    if (examples.length === 0) continue;
    const name = join(ROOT, "test", "docs", `${page.path.replaceAll(/\W/g, "-")}.example.ts`);
    pages.set(name, pageProgram(examples.map(({ block }) => block.text)));
  }
  program = programOf(
    pages,
    typeTests.map((name) => join(TYPES, name)),
  );
});

test("the examples of the pages type-check", () => {
  expect(pages.size).toBeGreaterThan(3);
  expect([...pages.keys()].flatMap(faultsOf)).toEqual([]);
});

test.each(typeTests)("R1 R30 %s type-checks", (name) => {
  expect(faultsOf(join(TYPES, name))).toEqual([]);
});

test("every option of a public function is named in a page", async () => {
  const named = new Set((await readPages()).flatMap(({ text }) => wordsInCode(text)));
  const entries = ["src/index.ts", "src/files/index.ts", "src/report/index.ts", "src/schemas/index.ts"].map(
    (path) => join(ROOT, path),
  );
  const options = publicOptions(program, entries);
  expect(options.length).toBeGreaterThan(10);
  const unnamed = options.flatMap(({ type, names }) =>
    names.filter((name) => !named.has(name)).map((name) => `${type}.${name}`),
  );
  expect(unnamed).toEqual([]);
});

/** The words of what a page sets as code: its blocks, and what stands in backticks. */
function wordsInCode(page: string): string[] {
  const inline = page.replace(/^```[\s\S]*?^```$/gm, "").match(/`[^`\n]+`/g) ?? [];
  return [...blocksOf(page).map(({ text }) => text), ...inline].flatMap((code) => code.match(/\w+/g) ?? []);
}

/** The examples of a page as one module, each within the block of the one before it: it may use its names. */
function pageProgram(examples: readonly string[]): string {
  const imports = new Map<string, Set<string>>();
  const defaults = new Set<string>();
  const withoutDefaults = examples.map((text) =>
    text.replace(/^import \w+ from "[^"]+";?$/gm, (whole) => {
      defaults.add(whole);
      return "";
    }),
  );
  const bodies = withoutDefaults.map((text) =>
    text.replace(
      /^import (type )?\{([^}]*)\} from ("[^"]+");?$/gm,
      (_whole, type: string | undefined, names: string, from: string) => {
        const known = imports.get(from) ?? new Set();
        for (const name of names.split(",")) {
          const own = name.trim();
          if (own !== "") known.add(type === undefined ? own : `type ${own.replace(/^type /, "")}`);
        }
        imports.set(from, known);
        return "";
      },
    ),
  );
  const head = [...imports].map(
    ([from, names]) =>
      `import { ${[...names].filter((name) => !names.has(name.replace(/^type /, "")) || !name.startsWith("type ")).join(", ")} } from ${from};`,
  );
  return `${[...defaults, ...head].join("\n")}\nexport {};\n${bodies.map((body) => `{\n${body}`).join("\n")}\n${"}".repeat(bodies.length)}\n`;
}

/** All modules compiled together: some as texts that stand in no file, and some files. */
function programOf(texts: ReadonlyMap<string, string>, files: readonly string[]): ts.Program {
  const { config } = ts.readConfigFile(join(ROOT, "tsconfig.json"), ts.sys.readFile) as { config: object };
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: [] }, ts.sys, ROOT);
  const own = { ...options, noUnusedLocals: false, noUnusedParameters: false, declaration: false };
  const host = ts.createCompilerHost(own);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (name) => texts.has(name) || fileExists(name);
  host.readFile = (name) => texts.get(name) ?? readFile(name);
  host.getSourceFile = (name, version, ...rest) => {
    const text = texts.get(name);
    return text === undefined
      ? getSourceFile(name, version, ...rest)
      : ts.createSourceFile(name, text, version);
  };
  return ts.createProgram([...texts.keys(), ...files], own, host);
}

/** What the compiler says of a module, each with the line it is about. */
function faultsOf(name: string): string[] {
  const source = program.getSourceFile(name);
  if (source === undefined) return [`${name} is not in the program`];
  return ts.getPreEmitDiagnostics(program, source).map((fault) => {
    const { line } = source.getLineAndCharacterOfPosition(fault.start ?? 0);
    const text = source.text.split("\n")[line]?.trim();
    return `${text} // ${ts.flattenDiagnosticMessageText(fault.messageText, " ")}`;
  });
}
