/** What the generator writes of a call in a foreign format, cell by cell. */

/** A cell of a row: its column, what it says, and whether it stands in quotes. */
export interface ForeignCell {
  readonly column: string;
  readonly value: unknown;
  readonly isQuoted: boolean;
}

export type CellsOf = (text: string) => readonly ForeignCell[];

/** The cells of a delimited row; columns beyond those that are named are left out. */
export function delimitedCells(columns: readonly string[], delimiter: string): CellsOf {
  return (text) =>
    rawCells(text.replace(/\r?\n$/, ""), delimiter).flatMap((raw, at) => {
      const column = columns[at];
      const trimmed = raw.trim();
      const isQuoted = trimmed.startsWith('"');
      const value = isQuoted ? trimmed.slice(1, -1).replaceAll('""', '"') : trimmed;
      return column === undefined ? [] : [{ column, value, isQuoted }];
    });
}

/** Cells as they are written: a delimiter within quotes, or behind a backslash, ends none. */
function rawCells(line: string, delimiter: string): readonly string[] {
  const cells: string[] = [];
  let cell = "";
  let isQuoted = false;
  for (let at = 0; at < line.length; at++) {
    const character = line[at] as string;
    if (character === '"') isQuoted = !isQuoted;
    if (character === delimiter && !isQuoted) {
      cells.push(cell);
      cell = "";
    } else if (character === "\\") cell += line[++at];
    else cell += character;
  }
  return [...cells, cell];
}

/** The values of a JSON document that hold no others, by the paths that lead to them. */
export const jsonCells: CellsOf = (text) => leavesOf(JSON.parse(text.replace(/^,?\n/, "")), "");

function leavesOf(value: unknown, path: string): readonly ForeignCell[] {
  if (typeof value !== "object" || value === null) return [{ column: path, value, isQuoted: false }];
  return Object.entries(value).flatMap(([key, inner]) =>
    leavesOf(inner, path === "" ? key : `${path}/${key}`),
  );
}
