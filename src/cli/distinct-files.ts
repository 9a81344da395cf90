import { type BigIntStats, fstatSync } from "node:fs";
import { resolve } from "node:path";
import { type PathTarget, pathTarget } from "../files/index.ts";
import { type CliError, type CliIO, wrongUsage } from "./cli-io.ts";

/** Options of a command line that name files, with their paths. */
export type NamedFiles = Readonly<Record<string, string | undefined>>;

/**
 * Refuses a command line that names one file twice, where one of the two would be written: results would replace
 * their own calls. Links are followed, also links of folders and of files that do not exist yet; a file that
 * standard output is redirected to counts as named. Devices and pipes may be named any number of times.
 */
export async function requireDistinctFiles(
  options: NamedFiles,
  { stdout }: Pick<CliIO, "stdout">,
): Promise<void> {
  const seen: (NamedFile & { readonly identity: Identity })[] = [];
  for (const [option, path] of Object.entries(options)) {
    if (path === undefined) continue;
    const identity = await identityOf(path, option, stdout);
    if (identity === undefined) continue;
    const earlier = seen.find((other) => isSame(other.identity, identity));
    if (earlier !== undefined) throw namedTwice(earlier, { option, path });
    seen.push({ option, path, identity });
  }
}

interface NamedFile {
  readonly option: string;
  readonly path: string;
}

function namedTwice(earlier: NamedFile, { option, path }: NamedFile): CliError {
  const both = `${earlier.option} and ${option}`;
  if (path === "-" && earlier.path === "-") {
    return wrongUsage(`${both} cannot both go to standard output.`, `Give ${option} a file.`);
  }
  return wrongUsage(
    `${both} name the same file, ${path === "-" ? earlier.path : path}.`,
    INPUTS.has(option) ? `Give ${option} a file of its own.` : `Give ${option} another name.`,
  );
}

/** Refuses an output that names a CSV file which a book refers to: the book would lose its list. */
export async function requireNoBookFile(outputs: NamedFiles, bookFiles: readonly string[]): Promise<void> {
  const keys = new Set<string>();
  for (const file of bookFiles) {
    const identity = await identityOf(file, "--book", undefined);
    if (identity !== undefined) keys.add(identity.key);
  }
  for (const [option, path] of Object.entries(outputs)) {
    if (path === undefined || path === "-") continue;
    const identity = await identityOf(path, option, undefined);
    if (identity === undefined || !keys.has(identity.key)) continue;
    throw wrongUsage(`${option} names ${path}, which the book refers to.`, `Give ${option} another name.`);
  }
}

/** Refuses files of a folder that would replace a file that the command line names, or a CSV file of the book. */
export async function requireNoFileOf(
  named: NamedFiles,
  bookFiles: readonly string[],
  { option, paths }: { readonly option: string; readonly paths: Iterable<string> },
): Promise<void> {
  const taken = new Map<string, string>();
  for (const [name, path] of [
    ...Object.entries(named),
    ...bookFiles.map((file) => ["--book", file] as const),
  ]) {
    const identity = path === undefined ? undefined : await identityOf(path, name, undefined);
    if (identity !== undefined) taken.set(identity.key, name);
  }
  for (const path of paths) {
    const other = taken.get((await identityOf(path, option, undefined))?.key ?? "");
    if (other === undefined) continue;
    throw wrongUsage(
      `A page of ${option} would replace ${path}, which ${other} names.`,
      `Give ${option} a folder of its own.`,
    );
  }
}

/**
 * Whether one of the outputs is standard output, which then takes nothing else: the command does not print its text
 * there. With --json, which would print there, the command line is refused.
 */
export async function takesStandardOutput(outputs: NamedFiles, json: boolean): Promise<boolean> {
  for (const [option, path] of Object.entries(outputs)) {
    if (path === undefined || !(await isSameStream(path, "-"))) continue;
    if (!json) return true;
    throw wrongUsage(`${option} and --json cannot both go to standard output.`, `Give ${option} a file.`);
  }
  return false;
}

/** Whether two outputs are one stream of the process, such as - and /dev/stdout. */
export async function isSameStream(one: string, other: string): Promise<boolean> {
  const [a, b] = [await descriptorOf(one), await descriptorOf(other)];
  return a !== undefined && a === b;
}

async function descriptorOf(path: string): Promise<number | undefined> {
  if (path === "-") return 1;
  const target = await targetOf(path);
  return target?.kind === "stream" ? target.descriptor : undefined;
}

/** The identity of the file or stream that a path names: equal keys for the same file or stream. */
interface Identity {
  readonly key: string;
  /** The file that a stream is redirected to. */
  readonly file?: string | undefined;
}

function isSame(a: Identity, b: Identity): boolean {
  return a.key === b.key || a.file === b.key || a.key === b.file;
}

/** Options whose files are read and not written. */
const INPUTS: ReadonlySet<string> = new Set([
  "--calls",
  "--sheet",
  "--after",
  "--mapping",
  "--profiles",
  "--dialect",
  "--calls-format",
]);

async function identityOf(
  path: string,
  option: string,
  stdout: CliIO["stdout"] | undefined,
): Promise<Identity | undefined> {
  if (path === "-") {
    // Standard input and standard output are both written "-" and are not the same.
    return INPUTS.has(option) ? streamIdentity(0) : streamIdentity(1, stdout);
  }
  const target = await targetOf(path);
  switch (target?.kind) {
    case "stream":
      return streamIdentity(target.descriptor);
    case "file":
      if (target.existing !== undefined) return { key: presentKey(target.existing) };
      return { key: IGNORES_CASE ? target.path.normalize().toLowerCase() : target.path };
    case undefined:
      return { key: resolve(path) };
    default:
      return undefined;
  }
}

/** A missing folder is reported when the file is opened. */
function targetOf(path: string): Promise<PathTarget | undefined> {
  return pathTarget(path).catch(() => undefined);
}

/** The identity of a stream of the process, with the file it is redirected to; a stream of a test has no file. */
function streamIdentity(descriptor: number, stream?: object): Identity {
  const key = `stream ${descriptor}`;
  if (stream !== undefined && !("fd" in stream && stream.fd === descriptor)) return { key };
  try {
    const found = fstatSync(descriptor, { bigint: true });
    return { key, file: found.isFile() ? presentKey(found) : undefined };
  } catch {
    return { key };
  }
}

function presentKey({ dev, ino }: Pick<BigIntStats, "dev" | "ino">): string {
  return `${dev}:${ino}`;
}

/** Whether the usual disks of the platform ignore case: R.jsonl and r.jsonl are one name. */
const IGNORES_CASE = process.platform === "darwin" || process.platform === "win32";
