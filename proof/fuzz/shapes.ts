/** Shapes of files that readers fall over: what comes between the lines of a file, and what becomes of its bytes. */
import { MAX_LINE_BYTES } from "tollbook/files";
import type { AnyCallFile } from "../../test/files/call-blocks/any-call-file.ts";
import type { Chance } from "../chance.ts";

/** A file that is being made. */
export interface Draft {
  readonly file: AnyCallFile;
  readonly delimiter: string;
  readonly chance: Chance;
  /** Bytes it is to have, about. */
  readonly size: number;
  /** Bytes after which readers begin with a new block. */
  readonly block: number;
}

type Shape = (draft: Draft) => Iterable<string | Uint8Array>;

/** Of so many lines one is odd. */
const ODD_IN = 12;

/** The lines of a file up to its size, each with its end: plain ones, and odd ones between. */
function* linesOf({ file, chance, size }: Draft): Generator<string> {
  let length = 0;
  while (length < size) {
    const odd = chance.maybe(file.lines, ODD_IN);
    const line = (odd ?? file.plainLine(chance.below(1 << 20))) + file.end;
    length += line.length;
    yield line;
  }
}

function* headerOf({ file }: Draft): Generator<string> {
  for (const header of file.header) yield header + file.end;
}

/** A shape that puts something before some of the lines; `at` is the number of bytes before the line, about. */
function between(put: (draft: Draft) => (at: number) => string | Uint8Array | undefined): Shape {
  return function* (draft) {
    yield* headerOf(draft);
    const putAt = put(draft);
    let length = 0;
    for (const line of linesOf(draft)) {
      const own = putAt(length);
      if (own !== undefined) {
        yield own;
        length += own.length;
      }
      yield line;
      length += line.length;
    }
  };
}

/** A shape that does something to the bytes of an ordinary file. */
function damaged(damage: (bytes: Buffer, chance: Chance) => Buffer): Shape {
  return function* (draft) {
    const lines = [...headerOf(draft), ...linesOf(draft)];
    yield damage(Buffer.from(lines.join("")), draft.chance);
  };
}

/** What opens a cell and does not close it. */
function strayLine({ file, delimiter, chance }: Draft): string {
  const stray = chance.pick(['1,"a', '"', '"""', '1,"a""', 'x,"",",', '"a,b', ',"\r', '1,2,"3 ""4']);
  return stray.replaceAll(",", delimiter) + file.end;
}

/** A cell over several lines, of about so many characters. */
function longCell(chance: Chance, length: number): string {
  const piece = chance.pick(["x", "é", "x\n", '""', "\n", "\r\n", ",", '"",""\n', "\u{1f600}", 'a "" b\n']);
  return `"${piece.repeat(Math.max(1, Math.floor(length / piece.length)))}"`;
}

/** A row of which a cell is another. */
function rowWith({ file, delimiter, chance }: Draft, cell: string): string {
  if (file.format === "jsonl") return `{"id":1,"location":${cell}}${file.end}`;
  const cells = file.plainLine(chance.below(400)).split(delimiter);
  cells[chance.below(cells.length)] = cell;
  return cells.join(delimiter) + file.end;
}

const FLOODS = [
  '"',
  '""',
  ",",
  " ",
  "\\",
  "[",
  "{",
  "\r",
  "\n",
  "\r\n",
  '","',
  '",',
  '\n"',
  ',"\n',
  "\ufeff",
  "\0",
];

/** A text again and again, of about so many characters. */
function flood(chance: Chance, length: number): string {
  const piece = chance.pick(FLOODS);
  return piece.repeat(Math.ceil(length / piece.length) + chance.below(2));
}

const LINE_ENDS = ["\n", "\r\n", "\r", "\n\r", "\n\n", "\r\r\n", "\r\n\r\n", " \n", ",\n"];

/** Bytes that mean something, and some that mean nothing. */
const BYTES = [0x00, 0x0a, 0x0d, 0x22, 0x2c, 0x5c, 0x20, 0x7b, 0xff, 0xc3, 0xe2, 0xef];

function breakBytes(bytes: Buffer, chance: Chance, codes: readonly number[]): Buffer {
  const broken = Buffer.from(bytes);
  const times = chance.between(1, 1 + broken.length / 2_000);
  for (let time = 0; time < times && broken.length > 0; time++) {
    broken[chance.below(broken.length)] = chance.pick(codes);
  }
  return broken;
}

/** Headers as files that are put together have them: the same, and others. */
const LATER_HEADERS: readonly ((header: string, delimiter: string) => string)[] = [
  (header) => header,
  (header) => header.toUpperCase(),
  (header, delimiter) => `${header}${delimiter} ${delimiter}`,
  (header) => `\ufeff${header}`,
  (header, delimiter) =>
    header
      .split(delimiter)
      .map((name) => `"${name}"`)
      .join(delimiter),
];
const OTHER_HEADERS: readonly ((header: string, delimiter: string) => string)[] = [
  (header, delimiter) => header.split(delimiter).toReversed().join(delimiter),
  (header, delimiter) => `${header}${delimiter}Sales prices`,
  (header, delimiter) => header.split(delimiter).slice(0, 5).join(delimiter),
];

/** Files of hardly anything. */
const SCRAPS = [
  "",
  "\n",
  "\r",
  "\r\n",
  '"',
  '""',
  '"\n',
  "\ufeff",
  "\ufeff\ufeff\n",
  "\0",
  ",",
  "{",
  "{}",
  "x",
  '\ufeff"',
];

/** The shapes by name. A run goes through them in turn. */
export const SHAPES: Readonly<Record<string, Shape>> = {
  "odd rows": between(() => () => undefined),

  *"a stray quote, then very many short lines"(draft) {
    const { chance, file } = draft;
    yield* headerOf(draft);
    if (chance.oneIn(2)) yield file.plainLine(0) + file.end;
    yield strayLine(draft);
    const line = chance.pick(["x", "", "1", "a,b", '"b"', "é"]) + file.end;
    // A quote means nothing across lines of JSON.
    yield line.repeat(file.format === "jsonl" ? 1_000 : chance.between(130_000, 140_000));
    if (chance.oneIn(2)) yield strayLine(draft);
  },

  "a stray quote early": between((draft) => {
    const place = draft.chance.below(2_000);
    let isDone = false;
    return (at) => {
      if (isDone || at < place) return undefined;
      isDone = true;
      return strayLine(draft);
    };
  }),

  "a stray quote late": between((draft) => {
    const place = draft.size - draft.chance.below(2_000);
    return (at) => (at < place ? undefined : strayLine(draft));
  }),

  "stray quotes in many lines": between((draft) => {
    const often = draft.chance.pick([1, 2, 3, 7, 40, 1_000]);
    return () => (draft.chance.oneIn(often) ? strayLine(draft) : undefined);
  }),

  "cells over the borders of blocks": between((draft) => {
    const { chance, block } = draft;
    const near = chance.pick([40, 400, 4_000]);
    return (at) => {
      const toBorder = block - (at % block);
      return toBorder < near ? rowWith(draft, longCell(chance, toBorder + chance.below(200))) : undefined;
    };
  }),

  "line ends of every kind": damaged((bytes, chance) => {
    const often = chance.pick([1, 3, 50]);
    const lines = bytes.toString("latin1").split("\n");
    const ended = lines.map((line) => line + (chance.oneIn(often) ? chance.pick(LINE_ENDS) : "\n"));
    return Buffer.from(ended.join(""), "latin1");
  }),

  "carriage returns alone": damaged((bytes) =>
    Buffer.from(bytes.toString("latin1").replaceAll(/\r?\n/g, "\r"), "latin1"),
  ),

  "broken bytes": damaged((bytes, chance) => breakBytes(bytes, chance, BYTES)),

  "NUL bytes": damaged((bytes, chance) => breakBytes(bytes, chance, [0])),

  "byte order marks": between(({ chance }) => {
    const often = chance.pick([2, 20, 200]);
    return () =>
      chance.oneIn(often) ? chance.pick(["\ufeff", '\ufeff"a"\n', "\ufeff\ufeff", "\ufeff\n"]) : undefined;
  }),

  "lines about as long as may be": between((draft) => {
    const { chance, size } = draft;
    const places = [chance.below(size), chance.below(size)];
    return (at) => {
      if (places.length === 0 || at < (places[0] as number)) return undefined;
      places.shift();
      const length = MAX_LINE_BYTES + chance.between(-300, 30);
      const text = "x".repeat(length);
      return rowWith(
        draft,
        chance.pick([text, "é".repeat(length / 2), `"${text}"`, longCell(chance, length)]),
      );
    };
  }),

  floods: between((draft) => {
    const { chance, size, file } = draft;
    const place = chance.below(size);
    let isDone = false;
    return (at) => {
      if (isDone || at < place) return undefined;
      isDone = true;
      return flood(chance, chance.pick([1_000, 70_000, 400_000])) + file.end;
    };
  }),

  "repeated headers": between(({ file, delimiter, chance }) => {
    const header = file.header[0] ?? file.plainLine(0);
    const often = chance.pick([30, 300, 3_000]);
    const others = chance.oneIn(3) ? OTHER_HEADERS : [];
    return () =>
      chance.oneIn(often)
        ? chance.pick([...LATER_HEADERS, ...others])(header, delimiter) + file.end
        : undefined;
  }),

  "cut short": damaged((bytes, chance) => bytes.subarray(0, chance.below(bytes.length + 1))),

  *"blank lines"(draft) {
    const { chance, file } = draft;
    yield* headerOf(draft);
    yield file.plainLine(0) + file.end;
    if (chance.oneIn(2)) yield strayLine(draft);
    yield chance.pick(["\n", "\r\n", " \n", "\n\r\n"]).repeat(chance.pick([500, 100_000]));
    yield* linesOf(draft);
  },

  *"lines that open and close in turn"(draft) {
    const { chance, file, delimiter } = draft;
    yield* headerOf(draft);
    const lines = ['",",', '","', '"""', ',"', '"a', 'a"', '""', '"",""', '"a"b', "x"].map(
      (line) => line.replaceAll(",", delimiter) + file.end,
    );
    const own = Array.from({ length: chance.between(1, 4) }, () => chance.pick(lines));
    const times = Math.min(draft.size / 4, 40_000);
    for (let time = 0; time < times; time++) {
      yield chance.oneIn(500) ? file.plainLine(time) + file.end : chance.pick(own);
    }
  },

  *scraps(draft) {
    const { chance } = draft;
    if (chance.oneIn(2)) yield* headerOf(draft);
    const times = chance.between(1, 4);
    for (let time = 0; time < times; time++) yield chance.pick(SCRAPS);
  },
};
