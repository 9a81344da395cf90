import { realpath } from "node:fs/promises";
import { isAbsolute, join, sep, win32 } from "node:path";
import { FileError } from "./file-error.ts";
import { fileErrorOf } from "./system-fault.ts";

/**
 * The real path of a CSV that a book names. It must lie in the book's folder or below it, also after every link
 * is followed: a book that came by mail may not read other files of the machine.
 */
export async function pathInFolder(
  folder: string,
  named: string,
  place: string,
  book: string,
): Promise<string> {
  const refuse = (why: string): FileError =>
    new FileError(
      book,
      `${place}: ${JSON.stringify(named)} ${why}; a book's CSV lies in the book's own folder`,
    );
  if (named === "") throw refuse("names no file");
  if (named.includes("\0")) throw refuse("is no file name");
  if (isAbsolute(named) || win32.isAbsolute(named) || /^[A-Za-z]:/.test(named))
    throw refuse("is an absolute path");
  if (named.split(/[\\/]/).includes("..")) throw refuse("leads out of the folder");
  let real: string;
  let home: string;
  try {
    home = await realpath(folder);
    real = await realpath(join(home, named));
  } catch (error) {
    throw fileErrorOf(error, named);
  }
  if (!real.startsWith(home.endsWith(sep) ? home : home + sep))
    throw refuse("is a link that leads out of the folder");
  return real;
}
