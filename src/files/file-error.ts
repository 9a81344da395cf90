/** Where in a file something is wrong; lines and columns count from 1. */
export interface FilePlace {
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}

/**
 * A file that cannot be used as a whole: missing, unreadable, too large, or not of the format it should be.
 * The message begins with the file's name and, where it is known, the place: `book.json:12:5: …`.
 */
export class FileError extends Error {
  override readonly name = "FileError";
  readonly file: string;
  readonly line: number | undefined;
  readonly column: number | undefined;
  /** What is wrong, without the name and the place. */
  readonly reason: string;

  constructor(file: string, reason: string, place: FilePlace = {}) {
    super(`${describePlace(file, place)}: ${reason}`);
    this.file = file;
    this.line = place.line;
    this.column = place.column;
    this.reason = reason;
  }
}

/** A place as messages name it: `book.json:12:5`. */
export function describePlace(file: string, place: FilePlace): string {
  if (place.line === undefined) return file;
  return place.column === undefined ? `${file}:${place.line}` : `${file}:${place.line}:${place.column}`;
}
