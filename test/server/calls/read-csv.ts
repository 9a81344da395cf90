/** CSV as a second reader has it, for tests: cells by the names of the header row, apostrophes left where they are. */

const CELL = /(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n)/y;

/** The rows of a text whose lines all end. */
export function csvRows(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]];
  CELL.lastIndex = 0;
  while (CELL.lastIndex < text.length) {
    const from = CELL.lastIndex;
    const found = CELL.exec(text);
    if (found === null) throw new Error(`No cell begins at ${JSON.stringify(text.slice(from, from + 60))}.`);
    const [, quoted, plain = "", end] = found;
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === "\n") rows.push([]);
  }
  return rows.slice(0, -1);
}

/** The rows behind the header row. */
export function csvRecords(text: string): readonly Readonly<Record<string, string>>[] {
  const [header = [], ...rows] = csvRows(text);
  return rows.map((row) => {
    if (row.length !== header.length)
      throw new Error(`A row has ${row.length} cells for ${header.length} columns.`);
    return Object.fromEntries(header.map((name, at) => [name, row[at] ?? ""]));
  });
}
