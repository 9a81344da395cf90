/** The examples of the pages are right for TypeScript, too, under the settings of this project. */
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { examplesOf } from "./markdown.ts";
import { ROOT, readPages } from "./pages.ts";

test("the examples of the pages type-check", { timeout: 180_000 }, async () => {
  const programs = new Map<string, string>();
  for (const page of await readPages()) {
    const examples = examplesOf(page.text, "ts");
    if (examples.length === 0) continue;
    const name = join(ROOT, "test", "docs", `${page.path.replaceAll(/\W/g, "-")}.example.ts`);
    programs.set(name, pageProgram(examples.map(({ block }) => block.text)));
  }
  expect(programs.size).toBeGreaterThan(3);
  expect(faultsOf(programs)).toEqual([]);
});

/** The examples of a page as one module, each within the block of the one before it: it may use its names. */
function pageProgram(examples: readonly string[]): string {
  const imports = new Map<string, Set<string>>();
  const bodies = examples.map((text) =>
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
  return `${head.join("\n")}\nexport {};\n${bodies.map((body) => `{\n${body}`).join("\n")}\n${"}".repeat(bodies.length)}\n`;
}

function faultsOf(programs: ReadonlyMap<string, string>): string[] {
  const { config } = ts.readConfigFile(join(ROOT, "tsconfig.json"), ts.sys.readFile) as { config: object };
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: [] }, ts.sys, ROOT);
  const own = { ...options, noUnusedLocals: false, noUnusedParameters: false, declaration: false };
  const host = ts.createCompilerHost(own);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (name) => programs.has(name) || fileExists(name);
  host.readFile = (name) => programs.get(name) ?? readFile(name);
  host.getSourceFile = (name, version, ...rest) => {
    const text = programs.get(name);
    return text === undefined
      ? getSourceFile(name, version, ...rest)
      : ts.createSourceFile(name, text, version);
  };
  const program = ts.createProgram([...programs.keys()], own, host);
  return [...programs.keys()].flatMap((name) => {
    const source = program.getSourceFile(name);
    return ts.getPreEmitDiagnostics(program, source).map((fault) => {
      const line = source === undefined ? 0 : source.getLineAndCharacterOfPosition(fault.start ?? 0).line;
      const text = programs.get(name)?.split("\n")[line]?.trim();
      return `${text} // ${ts.flattenDiagnosticMessageText(fault.messageText, " ")}`;
    });
  });
}
