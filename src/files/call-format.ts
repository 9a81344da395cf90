import { extname } from "node:path";

/** The formats of call files and of results. */
export const FILE_FORMATS = ["jsonl", "csv"] as const;

/** A format of a file of records: JSON lines or CSV with a header row. */
export type FileFormat = (typeof FILE_FORMATS)[number];

/** The formats calls are read in: those, and the UK standard CDR, which is always asked for by name. */
export const CALL_FORMATS = [...FILE_FORMATS, "uk-cdr"] as const;

/** A format of a call file. */
export type CallFormat = (typeof CALL_FORMATS)[number];

const BY_EXTENSION: Readonly<Record<string, FileFormat>> = {
  ".jsonl": "jsonl",
  ".ndjson": "jsonl",
  ".csv": "csv",
};

/** The format a file's name tells; undefined where its extension is none of ours. */
export function formatOfName(path: string): FileFormat | undefined {
  return BY_EXTENSION[extname(path).toLowerCase()];
}
