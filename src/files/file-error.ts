/** The place of a fault in a file; lines and columns count from 1. */
export interface FilePlace {
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}

/**
 * A file that cannot be used as a whole: missing, unreadable, too large, or not of the expected format.
 * The message begins with the file's name and, where it is known, the position: `book.json:12:5: …`.
 */
export class FileError extends Error {
  override readonly name = "FileError";
  readonly file: string;
  readonly line: number | undefined;
  readonly column: number | undefined;
  /** The fault, without the name and the position. */
  readonly reason: string;

  constructor(file: string, reason: string, position: FilePlace = {}, options?: ErrorOptions) {
    super(`${positionText(file, position)}: ${reason}`, options);
    this.file = file;
    this.line = position.line;
    this.column = position.column;
    this.reason = reason;
  }
}

/** A position for messages: `book.json:12:5`. */
export function positionText(file: string, position: FilePlace): string {
  if (position.line === undefined) return file;
  return position.column === undefined
    ? `${file}:${position.line}`
    : `${file}:${position.line}:${position.column}`;
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  ENOTDIR: "there is no such file; a part of its path is not a folder",
  EISDIR: "is a folder, not a file",
  EACCES: "may not be opened; permission was denied",
  EPERM: "may not be opened; permission was denied",
  ENOSPC: "could not be written; the disk is full",
  EROFS: "could not be written; the disk is read-only",
  EMFILE: "could not be opened; too many files are open",
  EBADF: "is a stream that is not open",
  ENXIO: "may not be opened; nothing is at its other end",
  ELOOP: "is a link that leads in a circle",
  ENAMETOOLONG: "has too long a name",
};

/** The code of an operating system's error, such as ENOENT. */
export function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

/** What an operation on a file gives; undefined where there certainly is no such file. */
export function ifThere<T>(found: Promise<T>): Promise<T | undefined> {
  return found.catch((error: unknown) => {
    if (systemCode(error) === "ENOENT") return undefined;
    throw error;
  });
}

/** An operating system's error, kept as the `cause`, as a sentence about the file; a FileError is returned unchanged. */
export function fileErrorOf(error: unknown, file: string): FileError {
  if (error instanceof FileError) return error;
  const code = systemCode(error);
  const known = code === undefined ? undefined : REASONS[code];
  const detail = error instanceof Error ? error.message : String(error);
  return new FileError(file, known ?? `could not be read or written (${detail})`, {}, { cause: error });
}

/** Runs an operation on a file; an error of the system becomes a FileError about `name`. */
export async function asFileErrors<T>(name: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw fileErrorOf(error, name);
  }
}
