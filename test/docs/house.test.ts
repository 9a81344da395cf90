/** What keeps `src` easy to find one's way in: the size of its folders, names that are said once, short lists of parameters. */
import { readdir, readFile } from "node:fs/promises";
import { join, posix } from "node:path";
import * as ts from "typescript";
import { expect, test } from "vitest";

const SRC = join(import.meta.dirname, "..", "..", "src");
const MOST_FILES = 20;
const MOST_PARAMETERS = 6;

interface Source {
  /** From `src`, with forward slashes. */
  readonly path: string;
  readonly parsed: ts.SourceFile;
}

const sources = await readSources();

test("no folder has more files than a reader takes in at a glance", () => {
  const filesOf = new Map<string, number>();
  for (const { path } of sources) {
    filesOf.set(posix.dirname(path), (filesOf.get(posix.dirname(path)) ?? 0) + 1);
  }
  expect(filesOf.size).toBeGreaterThan(20);
  expect([...filesOf].filter(([, files]) => files > MOST_FILES)).toEqual([]);
});

test("no two files have one name, but for the faces of folders", () => {
  const names = sources.map(({ path }) => posix.basename(path)).filter((name) => name !== "index.ts");
  expect(names.length).toBeGreaterThan(200);
  expect(repeated(names)).toEqual([]);
});

test("no two classes have one name", () => {
  const classes = sources.flatMap(({ parsed }) =>
    nodesOf(parsed, ts.isClassDeclaration).flatMap(({ name }) => (name === undefined ? [] : [name.text])),
  );
  expect(classes.length).toBeGreaterThan(50);
  expect(repeated(classes)).toEqual([]);
});

test("no function has more than six parameters", () => {
  const long = sources.flatMap(({ path, parsed }) =>
    nodesOf(parsed, hasParameters)
      .filter((node) => parametersOf(node).length > MOST_PARAMETERS)
      .map((node) => `${path}:${parsed.getLineAndCharacterOfPosition(node.getStart()).line + 1}`),
  );
  expect(long).toEqual([]);
});

/** What a caller gives: `this` is none of it. */
function parametersOf({ parameters }: ts.SignatureDeclaration): readonly ts.ParameterDeclaration[] {
  return parameters.filter(({ name }) => !ts.isIdentifier(name) || name.text !== "this");
}

function hasParameters(node: ts.Node): node is ts.SignatureDeclaration {
  return ts.isFunctionLike(node) && "body" in node && node.body !== undefined;
}

function nodesOf<T extends ts.Node>(root: ts.Node, is: (node: ts.Node) => node is T): T[] {
  const found: T[] = [];
  const visit = (node: ts.Node): void => {
    if (is(node)) found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(root);
  return found;
}

function repeated(names: readonly string[]): readonly string[] {
  return [...new Set(names.filter((name, at) => names.indexOf(name) !== at))];
}

async function readSources(): Promise<readonly Source[]> {
  const paths = (await readdir(SRC, { recursive: true }))
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => path.endsWith(".ts"));
  return Promise.all(
    paths.map(async (path) => {
      const text = await readFile(join(SRC, path), "utf8");
      return { path, parsed: ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true) };
    }),
  );
}
