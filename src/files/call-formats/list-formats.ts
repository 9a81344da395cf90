/** The formats that Tollbook reads, by name: calls, carriers' dialects of the UK standard CDR, and rate sheets. */
import { CALL_DIALECTS, type CallDialect, wholeDialect } from "../dialects/index.ts";
import { MAPPING_PRESETS, type SheetMapping } from "../rate-sheet/index.ts";
import { DIALECT_PRESETS, type UkCdrDialect } from "../uk-cdr/index.ts";

/** A format that Tollbook reads by a name. */
export interface ListedFormat {
  readonly name: string;
  /** Calls, for `--calls-format`; or rate sheets, for `tollbook import --mapping`. */
  readonly of: "calls" | "sheets";
  /** A description in a sentence or two. */
  readonly about: string;
  /** How a file of the format is written. */
  readonly reads: "JSON lines" | "JSON" | "CSV" | "fixed widths";
  /** Options that a run must give as no file does, and why: `zone`, `carrier`, `year`, `book`; others in a dialect. */
  readonly needs: Readonly<Record<string, string>>;
  /** The preset, to be extended; undefined for a format that is no preset. */
  readonly preset?: CallDialect | UkCdrDialect | SheetMapping;
}

const UK_CDR_ABOUT = "UK standard CDR, version 3";

/** Descriptions of presets that are no dialects. */
const ABOUT: Readonly<Record<string, string>> = {
  "fcs-v3": `${UK_CDR_ABOUT}, as it is written down: pounds, local time, no codes for periods.`,
  "fcs-v3-bands-123": `${UK_CDR_ABOUT}, with the time bands 1 Daytime, 2 Evening, 3 Weekend.`,
  "fcs-v3-bands-dew": `${UK_CDR_ABOUT}, with the time bands D Daytime, E Evening, W Weekend.`,
  prefixes: "A row for each prefix, with a price for the minute.",
  "area-codes":
    "Country code and area codes in columns of their own, several area codes or ranges in a cell.",
  "prefixes-three-bands": "A row for each prefix, with prices for Daytime, Evening and Weekend.",
  "charge-codes-three-bands":
    "A row for each charge code, with three prices; descriptions become call types.",
};

const OWN_FORMATS: readonly ListedFormat[] = [
  {
    name: "jsonl",
    of: "calls",
    about: "Tollbook's own records: one call a line, under the names of its fields.",
    reads: "JSON lines",
    needs: {},
  },
  {
    name: "csv",
    of: "calls",
    about: "Tollbook's own records: a header row with the names of its fields.",
    reads: "CSV",
    needs: {},
  },
];

const READS = { csv: "CSV", json: "JSON", jsonl: "JSON lines", fixed: "fixed widths" } as const;

/**
 * All formats that Tollbook reads by a name, in the order in which `tollbook formats` lists them.
 *
 * @example listFormats().find(({ name }) => name === "csv")?.reads // => "CSV"
 */
export function listFormats(): readonly ListedFormat[] {
  const presetsOf = (presets: ReadonlyMap<string, UkCdrDialect | SheetMapping>, of: ListedFormat["of"]) =>
    Array.from(presets, ([name, preset]): ListedFormat => {
      return { name, of, about: ABOUT[name] ?? "", reads: "CSV", needs: {}, preset };
    });
  const dialects = Array.from(CALL_DIALECTS, ([name, preset]): ListedFormat => {
    const whole = wholeDialect(preset, name);
    const { about, reads } = whole;
    return {
      name,
      of: "calls",
      about: about ?? "",
      reads: READS[reads ?? "csv"],
      needs: needsOf(whole),
      preset,
    };
  });
  return [
    ...OWN_FORMATS,
    ...presetsOf(DIALECT_PRESETS, "calls"),
    ...dialects,
    ...presetsOf(MAPPING_PRESETS, "sheets"),
  ];
}

export function callFormatNames(): readonly string[] {
  return listFormats().flatMap(({ name, of }) => (of === "calls" ? [name] : []));
}

const NEEDS_BOOK = "Whose call a row is, and which way it went, the numbers of the book decide.";

/** The options that a run by a whole dialect must give, and why. */
export function needsOf({ needs, direction }: CallDialect): Readonly<Record<string, string>> {
  const written = Object.entries(needs ?? {}).filter((need): need is [string, string] => need[1] !== null);
  const isByNumber = (direction?.byNumber ?? null) !== null;
  return { ...Object.fromEntries(written), ...(isByNumber && { book: NEEDS_BOOK }) };
}
