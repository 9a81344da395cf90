/** What a row of a file says by its dialect: calls, a reason to pass it over, or a problem. */
import type { CallRecord } from "../../model/index.ts";
import { FileError } from "../file-error.ts";
import type { OpenedCallDialect } from "./opened-dialect.ts";

/** What a row gives, or one of its legs. `column` names the column that is wrong. */
export type RowOutcome =
  | { readonly call: CallRecord }
  | { readonly passedOver: string }
  | { readonly reason: string; readonly column?: string };

/** Where the columns of a file are named, for messages. */
export interface ColumnsFrom {
  readonly file: string;
  /** The line of the header. */
  readonly line?: number | undefined;
}

/** Turns the rows of one file into calls. It rearranges text and judges nothing. */
export class DialectRows {
  /** With the file's columns in their order (of JSON: `opened.paths`). Throws a FileError where one that is needed is not there. */
  constructor(opened: OpenedCallDialect, _columns: readonly string[], from?: ColumnsFrom) {
    if (opened.legs.length === 0) throw new FileError(from?.file ?? opened.name, "has no calls");
  }

  /** What a row gives: one outcome, or one a leg. `carried` goes along where it is no field (of JSON: the top-level texts). */
  read(_cells: readonly string[], _carried?: Readonly<Record<string, unknown>>): readonly RowOutcome[] {
    return [];
  }
}
