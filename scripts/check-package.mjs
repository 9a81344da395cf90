/**
 * Checks the package as a user gets it: packs it, lints the tarball, installs it into an empty folder and
 * uses it there by import, by require and by its command.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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

/** Bytes of a file of dist, and of all those that it imports at once. */
function bytesLoadedBy(file, loaded = new Set()) {
  if (loaded.has(file)) return 0;
  loaded.add(file);
  const code = readFileSync(join(root, "dist", file), "utf8");
  const imported = [...code.matchAll(/^(?:import|\} from) .*?"\.\/([\w-]+\.js)";$/gm)].map(
    ([, path]) => path,
  );
  return imported.reduce((sum, path) => sum + bytesLoadedBy(path, loaded), code.length);
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
      !/^(dist|docs|fixtures\/formats)\/|^(package\.json|LICENSE|[A-Z]+\.md|bench\/RESULTS\.md|fixtures\/README\.md)$/.test(
        path,
      ),
  );
  if (strays.length > 0)
    throw new Error(
      `files that do not belong into the package: ${strays.map(({ path }) => path).join(", ")}`,
    );

  // The samples that pages of docs/formats convert, without what tests hold them to.
  const samples = readdirSync(join(root, "fixtures", "formats"))
    .filter((name) => !/\.(calls\.jsonl|expected\.json)$/.test(name))
    .map((name) => `fixtures/formats/${name}`);
  for (const needed of ["dist/rate-worker.js", "dist/run-rate.js", "dist/run.js", ...samples]) {
    if (!files.some(({ path }) => path === needed)) throw new Error(`the package lacks ${needed}`);
  }

  const [ofRating, ofAll] = ["run-rate.js", "run.js"].map((file) => bytesLoadedBy(file));
  if (ofRating > 0.8 * ofAll)
    throw new Error(`tollbook rate loads ${ofRating} bytes of ${ofAll}: more than rating needs`);

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
  const command = join(user, "node_modules", ".bin", "tollbook");
  console.log(`command: tollbook ${run(command, ["--version"], user).trim()}`);
  writeFileSync(
    join(user, "book.json"),
    JSON.stringify({
      callTypes: [{ name: "UK", tariffClass: "national" }],
      tariffs: [{ id: 1, name: "Business", tariffClass: "national", baseCost: "1.2", baseCostConnection: 2 }],
      customers: [{ id: 7, defaultNationalTariff: "Business" }],
      numbers: [{ id: 1007, customerID: 7, number: "020 7946 0018" }],
    }),
  );
  writeFileSync(
    join(user, "calls.csv"),
    "target,external,startDate,duration,tariffType\n02079460018,01632960001,2026-10-01,91,UK\n",
  );
  for (const threads of ["1", "2"]) {
    const line = `rate --book book.json --calls calls.csv --columns cost --threads ${threads}`;
    // Without the summary.
    const rated = execFileSync(command, line.split(" "), {
      cwd: user,
      stdio: ["ignore", "pipe", "ignore"],
    }).toString();
    if (rated !== '{"cost":"3.82"}\n') throw new Error(`tollbook rate on ${threads} threads wrote ${rated}`);
  }
  console.log("command: tollbook rate on one thread and on two: 3.82");
} finally {
  rmSync(folder, { recursive: true, force: true });
}
