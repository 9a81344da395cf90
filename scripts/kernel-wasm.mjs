/**
 * Makes `src/kernel/wasm.js`: the kernel's sources compiled to WebAssembly by AssemblyScript, in base64, so that the
 * package has no file to find. They are the very files that run as JavaScript, but where a file ends in `.as`, which
 * stands in for the one of the same name that ends in `.ts`. The build and the tests make it before anything else,
 * where its sources have changed; what it exports is declared in `wasm.d.ts`.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, realpathSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const kernel = fileURLToPath(new URL("../src/kernel/", import.meta.url));
const made = join(kernel, "wasm.js");

/** Writes the file unless it was made of these sources already. Vitest calls it before the tests. */
export default async function makeKernelWasm() {
  const hash = createHash("sha256").update(readFileSync(fileURLToPath(import.meta.url)));
  for (const name of readdirSync(kernel, { recursive: true }).sort())
    if (/\.(ts|as)$/.test(name)) hash.update(readFileSync(join(kernel, name)));
  const firstLine = `// Made by scripts/kernel-wasm.mjs from sources ${hash.digest("hex")}.\n`;
  if (readIfThere(made).startsWith(firstLine)) return;
  const binary = await compile();
  const written = `${made}.${process.pid}`;
  writeFileSync(
    written,
    `${firstLine}export const KERNEL_WASM =\n  "${Buffer.from(binary).toString("base64")}";\n`,
  );
  renameSync(written, made);
}

async function compile() {
  const { default: asc } = await import("assemblyscript/asc");
  let binary;
  const said = [];
  const { error } = await asc.main(
    [
      "entry.ts",
      "--outFile",
      "out.wasm",
      "-O3",
      "--noAssert",
      "--runtime",
      "stub",
      "--enable",
      "simd",
      "--importMemory",
    ],
    {
      readFile: sourceOf,
      writeFile: (name, contents) => {
        if (name.endsWith(".wasm")) binary = contents;
      },
      listFiles: () => [],
      stderr: { write: (text) => said.push(text) },
      stdout: { write: (text) => said.push(text) },
    },
  );
  if (error) throw new Error(`The kernel does not compile to WebAssembly.\n${said.join("")}`);
  return binary;
}

/** A source as AssemblyScript takes it: imports without the ending of files, which it adds itself. */
function sourceOf(name) {
  if (!/^[\w/-]+\.ts$/.test(name)) return null;
  const text = readIfThere(join(kernel, name.replace(/ts$/, "as"))) || readIfThere(join(kernel, name));
  return text === "" ? null : text.replace(/(from "\.\.?\/[\w/-]+)\.ts"/g, '$1"');
}

function readIfThere(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  await makeKernelWasm();
}
