/**
 * Runs an example as a reader would, and compares what it says with what it does. In an example
 *
 *     sum(2, 3); // => 5
 *
 * the comment is an expression; the value of the statement before it must equal its value. It may also
 * stand on the next lines. What `console.log` prints is collected.
 */
import { format } from "node:util";
import ts from "typescript";
import { expect } from "vitest";
import * as files from "../../src/files/index.ts";
import * as tollbook from "../../src/index.ts";
import * as report from "../../src/report/index.ts";
import * as schemas from "../../src/schemas/index.ts";
import * as server from "../../src/server/index.ts";

/** Names an example can use without declaring them. */
export type Scope = Readonly<Record<string, unknown>>;

/** What an example did. */
export interface ExampleRun {
  readonly printed: string;
  /** How many `// =>` were compared. */
  readonly checks: number;
  /** The names it declared or imported, for the examples after it. */
  readonly declared: Scope;
}

/** What examples import, from the sources: no build is needed. */
const PUBLIC_ENTRIES: Readonly<Record<string, Scope>> = {
  tollbook,
  "tollbook/files": files,
  "tollbook/report": report,
  "tollbook/schemas": schemas,
  "tollbook/server": server,
};

/** What the example that runs has printed, also by functions that an example before it declared. */
let printing: string[] = [];

/** Runs an example; throws where a value is not what its comment says. */
export async function runExample(text: string, scope: Scope): Promise<ExampleRun> {
  const source = ts.createSourceFile("example.ts", text, ts.ScriptTarget.ES2022, true, ts.ScriptKind.TS);
  const imported = await importsOf(source);
  const { code, names, checks } = instrumented(source);
  const compiled = ts.transpileModule(code, {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
    reportDiagnostics: true,
  });
  const fault = compiled.diagnostics?.[0];
  if (fault !== undefined) throw new SyntaxError(ts.flattenDiagnosticMessageText(fault.messageText, "\n"));

  const lines: string[] = [];
  printing = lines;
  let declared: Scope = {};
  let compared = 0;
  const tools: Scope = {
    console: { log: (...values: unknown[]) => printing.push(format(...values)) },
    __check: (at: number, actual: unknown, expected: () => unknown) => {
      compared++;
      expect(actual, `// => ${checks[at]}`).toEqual(expected());
    },
    __declared: (own: Scope) => {
      declared = own;
    },
  };
  const all = { ...scope, ...imported, ...tools };
  const body = `{${compiled.outputText.replace(/^export \{\};?$/m, "")}\n;__declared({${names.join()}});}`;
  const run = new AsyncFunction(...Object.keys(all), `"use strict";${body}`);
  await run(...Object.values(all));
  if (compared !== checks.length)
    throw new Error(`${checks.length - compared} of its values were not reached`);
  return {
    printed: lines.map((line) => `${line}\n`).join(""),
    checks: compared,
    declared: { ...imported, ...declared },
  };
}

const AsyncFunction = (async () => {}).constructor as new (
  ...words: string[]
) => (...values: unknown[]) => Promise<void>;

async function importsOf(source: ts.SourceFile): Promise<Scope> {
  const scope: Record<string, unknown> = {};
  for (const statement of source.statements.filter(ts.isImportDeclaration)) {
    const specifier = (statement.moduleSpecifier as ts.StringLiteral).text;
    const clause = statement.importClause;
    if (clause === undefined || clause.phaseModifier === ts.SyntaxKind.TypeKeyword) continue;
    const module = PUBLIC_ENTRIES[specifier] ?? ((await import(specifier)) as Scope);
    if (clause.name !== undefined) scope[clause.name.text] = module.default;
    const bindings = clause.namedBindings;
    if (bindings !== undefined && ts.isNamespaceImport(bindings)) scope[bindings.name.text] = module;
    if (bindings === undefined || !ts.isNamedImports(bindings)) continue;
    for (const { name, propertyName, isTypeOnly } of bindings.elements) {
      if (isTypeOnly) continue;
      const wanted = (propertyName ?? name).text;
      if (!(wanted in module)) throw new Error(`${specifier} exports no ${wanted}`);
      scope[name.text] = module[wanted];
    }
  }
  return scope;
}

/** The code without its imports, with a comparison for each `// =>`; and the names it declares. */
function instrumented(source: ts.SourceFile): {
  readonly code: string;
  readonly names: readonly string[];
  readonly checks: readonly string[];
} {
  const text = source.text;
  const names: string[] = [];
  const checks: string[] = [];
  let code = "";
  for (const [at, statement] of source.statements.entries()) {
    if (ts.isImportDeclaration(statement)) continue;
    const own = statement.getText(source);
    names.push(...declaredBy(statement));
    const gap = text.slice(statement.end, source.statements[at + 1]?.getStart(source) ?? text.length);
    const expected = expectationIn(gap);
    const value = expected === undefined ? undefined : valueText(statement, source);
    if (expected === undefined) code += `${own}\n`;
    else if (value === undefined)
      throw new Error(`// => ${expected} stands behind something without a value`);
    else {
      const check = `__check(${checks.push(expected) - 1}, ${value}, () => (${expected}\n));\n`;
      code += ts.isVariableStatement(statement) ? `${own}\n${check}` : check;
    }
  }
  const said = text.match(/\/\/ ?=>/g)?.length ?? 0;
  if (said !== checks.length)
    throw new Error(`${said - checks.length} of ${said} "// =>" stand where nothing is compared`);
  return { code, names, checks };
}

/** The expression behind `// =>`, with the comment lines that go on with it. */
function expectationIn(gap: string): string | undefined {
  const found = /\/\/ ?=>(.*(?:\n[ \t]*\/\/(?! ?=>).*)*)/.exec(gap);
  return found?.[1]?.replace(/\n[ \t]*\/\//g, "\n").trim();
}

function valueText(statement: ts.Statement, source: ts.SourceFile): string | undefined {
  if (ts.isExpressionStatement(statement)) return `(${statement.expression.getText(source)})`;
  if (!ts.isVariableStatement(statement)) return undefined;
  const [declaration, ...others] = statement.declarationList.declarations;
  return others.length === 0 && declaration !== undefined && ts.isIdentifier(declaration.name)
    ? declaration.name.text
    : undefined;
}

function declaredBy(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.flatMap(({ name }) => namesIn(name));
  }
  if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) {
    return statement.name === undefined ? [] : [statement.name.text];
  }
  return [];
}

function namesIn(name: ts.BindingName): string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) => (ts.isOmittedExpression(element) ? [] : namesIn(element.name)));
}
