import { basename } from "node:path";
import { type ChargeExplanation, explainCharge } from "../index.ts";
import { formatChargeExplanation } from "../report/index.ts";
import { openBookFile } from "./book-file.ts";
import { CliError } from "./cli-error.ts";
import type { CliIO } from "./cli-io.ts";
import { requireDay } from "./day-range.ts";
import { EXIT } from "./exit-codes.ts";
import { openFeatureStates } from "./features-option.ts";
import { counted, print, printJson } from "./print.ts";

/** Which feature is explained, and for which day. */
export interface FeatureArguments {
  readonly book: string;
  readonly feature: string;
  readonly on: string;
  readonly features?: string;
  readonly json?: boolean;
}

/** Says what a feature is charged on a day, and why; the states of a file are read and not written. */
export async function explainFeature(options: FeatureArguments, io: CliIO): Promise<number> {
  const { feature, on, features } = options;
  requireDay("--on", on);
  const states = await openFeatureStates(features, io);
  const { book } = await openBookFile(options.book, io, { path: features, states });
  const known = book.records.features;
  if (!known.some(({ id }) => id === feature)) {
    throw new CliError(
      EXIT.unreadable,
      `${basename(options.book)} has no feature ${feature}; it has ${counted(known.length, "feature")}.`,
      "Check the id, and whether it is the right book.",
    );
  }
  const explanation: ChargeExplanation = explainCharge(book, feature, on);
  if (options.json === true) await printJson(io, explanation);
  else await print(io, `${formatChargeExplanation(explanation).trimEnd()}\n`);
  return explanation.outcome === "error" ? EXIT.someInError : EXIT.ok;
}
