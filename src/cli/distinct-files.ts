import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { wrongUsage } from "./cli-error.ts";

/**
 * Refuses a command line that names one file twice, where one of the two would be written: results would replace
 * the calls they came from. Devices such as /dev/null may be named as often as one likes.
 */
export async function requireDistinctFiles(
  options: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const seen = new Map<string, string>();
  for (const [option, path] of Object.entries(options)) {
    if (path === undefined) continue;
    const key = await identityOf(path, option);
    if (key === undefined) continue;
    const earlier = seen.get(key);
    if (earlier !== undefined) {
      throw wrongUsage(
        `${earlier} and ${option} name the same file, ${path}.`,
        `Give ${option} another name.`,
      );
    }
    seen.set(key, option);
  }
}

const INPUTS: ReadonlySet<string> = new Set(["--calls", "--sheet"]);

async function identityOf(path: string, option: string): Promise<string | undefined> {
  // Standard input and standard output are both written "-" and are not the same.
  if (path === "-") return INPUTS.has(option) ? "standard input" : "standard output";
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return resolve(path);
  return found.isFile() ? `${found.dev}:${found.ino}` : undefined;
}
