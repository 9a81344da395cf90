import { constants, copyFile, realpath } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { bookText, FileError, type LoadedBook, pathTarget, withCsvLists } from "../files/index.ts";
import type { BookData } from "../index.ts";
import type { CliIO } from "./cli-io.ts";
import { RunOutputs } from "./run-outputs.ts";

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
  const outputs = new RunOutputs(io);
  try {
    const output = await outputs.open(out);
    await output.write(bookText(whole));
    await outputs.complete();
    const kept = out === "-" ? undefined : await keepCopy(out);
    await outputs.finish();
    return kept;
  } finally {
    await outputs.discard();
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
  const target = await pathTarget(path);
  // A stream such as /dev/stdout is written on and replaces nothing, even where it leads to a file.
  if (target.kind !== "file" || target.existing === undefined) return undefined;
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
