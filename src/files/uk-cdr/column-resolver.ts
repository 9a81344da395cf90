import { nearestName, quoteValue } from "../../model/index.ts";
import { columnKey, UK_CDR_COLUMNS } from "./columns.ts";

/** Knows which column a name in a file or a dialect means, however it is spaced and capitalised. */
export class ColumnResolver {
  /** What is wrong with the names themselves. */
  readonly faults: readonly string[];
  /** Columns that are the carrier's own. */
  readonly ownColumns: readonly string[];
  readonly #columns = new Map<string, string>();

  constructor(fieldColumns: Iterable<string>, headerNames: ReadonlyMap<string, string>) {
    for (const column of UK_CDR_COLUMNS) this.#columns.set(columnKey(column), column);
    const own: string[] = [];
    for (const column of fieldColumns) {
      if (this.resolve(column) !== undefined) continue;
      this.#columns.set(keyOf(column), column);
      own.push(column);
    }
    this.ownColumns = own;
    const faults: string[] = [];
    for (const [name, column] of headerNames) {
      const known = this.resolve(column);
      if (known === undefined) faults.push(`${pathText(["headerNames", name])} ${this.whyUnknown(column)}`);
      else this.#columns.set(keyOf(name), known);
    }
    this.faults = faults;
  }

  /** The column a name means. */
  resolve(name: string): string | undefined {
    return this.#columns.get(keyOf(name.trim()));
  }

  /** Why a name means no column; undefined where it does. */
  whyUnknown(name: string): string | undefined {
    if (this.resolve(name) !== undefined) return undefined;
    const nearest = nearestName(name, this.#columns.values());
    const hint = nearest === undefined ? "" : `; did you mean ${quoteValue(nearest)}?`;
    return `${quoteValue(name)} is not a column of the standard and not named in "fields"${hint}`;
  }
}

/** A name without a Latin letter or digit is compared as it stands. */
function keyOf(name: string): string {
  return columnKey(name) || name;
}

/** A path within a dialect as text: `columns[3]`, `callTypes.S.set`, `fields["Call Cause"]`. */
export function pathText(path: readonly PropertyKey[]): string {
  let text = "";
  for (const part of path) {
    if (typeof part === "number") text += `[${part}]`;
    else if (!/^\w+$/.test(String(part))) text += `[${JSON.stringify(String(part))}]`;
    else text += text === "" ? String(part) : `.${String(part)}`;
  }
  return text;
}
