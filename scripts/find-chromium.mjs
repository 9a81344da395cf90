/**
 * Where the browser for the page's tests is. Run by itself it prints the path, or says how to get one and
 * ends with exit status 1.
 */
import { accessSync, constants, realpathSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import { fileURLToPath } from "node:url";

const NAMES = ["chromium", "chromium-browser", "google-chrome"];

export const HOW_TO_INSTALL = `No browser found for the tests of the report page.
They need Chromium or Chrome as ${NAMES.join(", ")} on the PATH, or its path in the environment variable CHROMIUM.
  Debian:       apt-get update && apt-get install chromium
  macOS:        brew install --cask chromium
  elsewhere:    CHROMIUM=/path/to/chrome npm run test:page`;

/** The path of the browser: what CHROMIUM names, else the first found on the PATH; undefined if there is none. */
export function findChromium(environment = process.env) {
  const named = environment.CHROMIUM;
  if (named) return isAbsolute(named) ? runnable(named) : onPath(named, environment);
  for (const name of NAMES) {
    const found = onPath(name, environment);
    if (found !== undefined) return found;
  }
  return undefined;
}

function onPath(name, environment) {
  for (const folder of (environment.PATH ?? "").split(delimiter)) {
    const found = folder === "" ? undefined : runnable(join(folder, name));
    if (found !== undefined) return found;
  }
  return undefined;
}

function runnable(path) {
  try {
    accessSync(path, constants.X_OK);
    return path;
  } catch {
    return undefined;
  }
}

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const found = findChromium();
  if (found === undefined) console.error(HOW_TO_INSTALL);
  else console.log(found);
  process.exitCode = found === undefined ? 1 : 0;
}
