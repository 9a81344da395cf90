/** Which scanner reads a file. */
import type { ReadCallsOptions } from "../read-calls.ts";
import { openDialect, type UkCdrLayout } from "../uk-cdr/index.ts";
import { csvScanner } from "./csv-scanner.ts";
import { jsonScanner } from "./json-scanner.ts";
import type { CallScanner } from "./scanner.ts";
import { ukCdrScanner } from "./uk-cdr-scanner.ts";

/** What is to be known of a file to read any part of it; plain data, for it goes to other threads. */
export type ScannerSetup =
  | { readonly format: "jsonl"; readonly name: string }
  | { readonly format: "csv"; readonly name: string; readonly header: readonly string[] }
  | {
      readonly format: "uk-cdr";
      readonly name: string;
      readonly dialect: ReadCallsOptions["dialect"];
      readonly layout: UkCdrLayout | undefined;
    };

/** A scanner for any part of a file. */
export function openScanner(setup: ScannerSetup): CallScanner {
  const { name } = setup;
  switch (setup.format) {
    case "jsonl":
      return jsonScanner(name);
    case "csv":
      return csvScanner(setup.header, name);
    case "uk-cdr":
      return ukCdrScanner(name, openDialect(setup.dialect), setup.layout);
  }
}
