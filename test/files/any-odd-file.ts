/** CSV files whose quotes, line ends and headers may make no sense. */
import fc from "fast-check";

const cell = fc.constantFrom(
  "1",
  "2",
  "x",
  '"1"',
  '"a ""b"""',
  '"a\nb"',
  'a"b',
  '"open',
  "",
  "é",
  "\0",
  "2026-10-01",
);
const row = fc.array(cell, { minLength: 1, maxLength: 4 }).map((cells) => cells.join(","));
const header = fc.constantFrom(
  "id,target,startDate,duration",
  'id,"target",startDate,duration',
  "id,other",
  "",
);
/** Files of rows of one to four such cells, with a header or none and either line end. */
export const anyOddFile = fc
  .tuple(header, fc.array(row, { maxLength: 12 }), fc.constantFrom("\n", "\r\n"))
  .map(([first, rows, end]) => Buffer.from([first, ...rows].join(end)));
