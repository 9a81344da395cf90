import { FileError } from "./file-error.ts";

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

/** An operating system's error as a sentence about the file; a FileError stays as it is. */
export function fileErrorOf(error: unknown, file: string): FileError {
  if (error instanceof FileError) return error;
  const code = systemCode(error);
  const known = code === undefined ? undefined : REASONS[code];
  const detail = error instanceof Error ? error.message : String(error);
  return new FileError(file, known ?? `could not be read or written (${detail})`);
}
