/**
 * Checks the package as a user gets it: packs it, lints the tarball, installs it into an empty folder and
 * uses it there by import, by require and by its command.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, posix, resolve } from "node:path";

const root = resolve(import.meta.dirname, "..");
const folder = mkdtempSync(join(tmpdir(), "tollbook-package-"));
/** Links of the package's pages to files that are not in it: whoever reads them there has nothing else. */
function brokenLinks(paths) {
  const packed = new Set(paths);
  return paths
    .filter((path) => path.endsWith(".md"))
    .flatMap((page) => {
      const text = readFileSync(join(root, page), "utf8").replace(/^```[\s\S]*?^```$/gm, "");
      return [...text.matchAll(/\[[^\]]*\]\(([^)\s#]+)[^)]*\)/g)]
        .map(([, target]) => target)
        .filter((target) => !/^[a-z]+:/.test(target) && !packed.has(posix.join(posix.dirname(page), target)))
        .map((target) => `${page}: ${target}`);
    });
}
const run = (command, words, cwd) =>
  execFileSync(command, words, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });

try {
  run("npm", ["run", "--silent", "build"], root);
  const [{ filename, files, size }] = JSON.parse(
    run("npm", ["pack", "--json", "--pack-destination", folder], root),
  );
  const tarball = join(folder, filename);
  console.log(`packed ${files.length} files, ${Math.round(size / 1024)} kB`);
  const strays = files.filter(
    ({ path }) =>
      !/^(dist|docs)\/|^(package\.json|LICENSE|[A-Z]+\.md|bench\/RESULTS\.md|fixtures\/README\.md)$/.test(
        path,
      ),
  );
  if (strays.length > 0)
    throw new Error(
      `files that do not belong into the package: ${strays.map(({ path }) => path).join(", ")}`,
    );

  for (const worker of ["dist/rate-worker.js"]) {
    if (!files.some(({ path }) => path === worker)) throw new Error(`the package lacks ${worker}`);
  }

  const broken = brokenLinks(files.map(({ path }) => path));
  if (broken.length > 0) throw new Error(`links that lead out of the package:\n  ${broken.join("\n  ")}`);

  console.log(run("npx", ["publint", "--strict", tarball], root).trim());
  console.log(run("npx", ["attw", "--profile", "esm-only", tarball], root).trim());

  const user = join(folder, "user");
  run("mkdir", [user], folder);
  writeFileSync(join(user, "package.json"), JSON.stringify({ name: "user", private: true, type: "module" }));
  run("npm", ["install", "--no-audit", "--no-fund", "--silent", tarball], user);
  writeFileSync(
    join(user, "import.mjs"),
    `import { openBook, quote } from "tollbook";
import { readBook } from "tollbook/files";
import { formatQuote } from "tollbook/report";
import { MissingPackage, openPglite } from "tollbook/server";
const book = openBook({
  callTypes: [{ name: "UK", tariffClass: "national" }],
  tariffs: [{ id: 1, name: "Business", tariffClass: "national", baseCost: "1.2", baseCostConnection: 2 }],
});
const quoted = quote(book, { tariff: "Business", callType: "UK", duration: 91, at: "2026-10-01T10:00:00" });
if (quoted.cost !== "3.82" || typeof readBook !== "function" || !formatQuote(quoted).includes("3.82")) process.exit(1);
console.log("import: a call of 91 s costs", quoted.cost);
const missing = await openPglite().catch((error) => error);
if (!(missing instanceof MissingPackage)) process.exit(1);
console.log("without its packages:", missing.message);
`,
  );
  process.stdout.write(run(process.execPath, ["import.mjs"], user));
  writeFileSync(
    join(user, "require.cjs"),
    `const { toPounds } = require("tollbook");
if (toPounds("1234.5") !== "12.35") process.exit(1);
console.log("require: 1234.5 p is", toPounds("1234.5"));
`,
  );
  process.stdout.write(run(process.execPath, ["require.cjs"], user));
  const version = run(join(user, "node_modules", ".bin", "tollbook"), ["--version"], user).trim();
  console.log(`command: tollbook ${version}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
