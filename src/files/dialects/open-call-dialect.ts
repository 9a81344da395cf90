/** Opening a call dialect: merged with its presets, checked, completed with what a run chooses. */
import type { OpenedBook } from "../../index.ts";
import { FileError } from "../file-error.ts";
import type { CallDialect } from "./call-dialect.ts";
import type { OpenedCallDialect } from "./opened-dialect.ts";

/** What no file of a format says, so that a run must choose it. */
export interface DialectChoices {
  /** `local` (the book's), `utc` or a name such as `Europe/London`; comes before the dialect's own. */
  readonly zone?: string | undefined;
  /** The carrier of calls whose row names none. */
  readonly carrier?: string | undefined;
  /** The year of times that are written without one. */
  readonly year?: number | undefined;
  /** Whose numbers tell the direction, whose currency the file must be in, whose zone is `local`. */
  readonly book?: OpenedBook | undefined;
}

/** Completes a dialect with its presets and choices and checks it; throws a FileError that lists all that is wrong with it. */
export function openCallDialect(
  _dialect: CallDialect | string,
  _choices: DialectChoices = {},
  name = "dialect",
): OpenedCallDialect {
  throw new FileError(name, "call dialects are not read yet");
}

/** The dialect with the name of a preset, else the one in a JSON file, checked as far as it can be before a run chooses. */
export function readCallDialect(nameOrPath: string): Promise<CallDialect> {
  return Promise.reject(new FileError(nameOrPath, "call dialects are not read yet"));
}
