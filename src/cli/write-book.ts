import { constants, copyFile, realpath, stat } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { bookText, FileError, type LoadedBook, openOutput, withCsvLists } from "../files/index.ts";
import type { BookData } from "../index.ts";
import type { CliIO } from "./cli-io.ts";

/** Where a changed book goes, and what it was made from. */
export interface BookDestination {
  /** Path of the book it was made from. */
  readonly from: string;
  readonly loaded: LoadedBook;
  /** Path, or `-` for standard output. */
  readonly out: string;
  readonly io: CliIO;
}

/**
 * Writes a book; it appears under its name when all of it is there. Where it replaces a file, that one is kept
 * beside it as `<name>.bak` (`.bak2` and so on where there are some), and the path of the copy is given back.
 */
export async function writeBook(
  data: BookData,
  { from, loaded, out, io }: BookDestination,
): Promise<string | undefined> {
  const whole = (await isSameFolder(from, out)) ? withCsvLists(data, loaded) : data;
  const output = await openOutput(out, { stdout: io.stdout });
  try {
    await output.write(bookText(whole));
    const kept = out === "-" ? undefined : await keepCopy(out);
    await output.finish();
    return kept;
  } finally {
    await output.discard();
  }
}

/** The sentence for a person. */
export function keptText(kept: string | undefined): string {
  return kept === undefined ? "" : `The book as it was is kept as ${basename(kept)}.\n`;
}

/** Whether a book may name the CSV files beside another one. */
async function isSameFolder(book: string, out: string): Promise<boolean> {
  if (out === "-") return false;
  const folders = [book, out].map((path) => realpath(dirname(path)).catch(() => undefined));
  const [from, to] = await Promise.all(folders);
  return from !== undefined && from === to;
}

const MOST_COPIES = 1_000;

async function keepCopy(path: string): Promise<string | undefined> {
  const existing = await stat(path).catch(() => undefined);
  if (existing?.isFile() !== true) return undefined;
  for (let count = 1; count <= MOST_COPIES; count++) {
    const copy = `${path}.bak${count === 1 ? "" : count}`;
    try {
      // Never over a copy that is there.
      await copyFile(path, copy, constants.COPYFILE_EXCL);
      return copy;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") {
        throw new FileError(path, `cannot be kept as ${basename(copy)}, so it was not replaced`);
      }
    }
  }
  throw new FileError(path, `has ${MOST_COPIES} copies (.bak) already, so it was not replaced`);
}
