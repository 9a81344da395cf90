import type { BookData, IncreasableRecord, IncreaseResource } from "../../index.ts";
import { didYouMean } from "../../model/index.ts";
import { wrongUsage } from "../cli-io.ts";

interface RecordNames {
  readonly id?: readonly string[];
  readonly name?: readonly string[];
}

/**
 * The records of a list that a command line names, each once, in the order of the command line. A name of several
 * records, or of no record, ends the command.
 */
export function namedRecords(
  data: BookData,
  resource: IncreaseResource,
  { id = [], name = [] }: RecordNames,
): IncreasableRecord[] {
  const records: readonly IncreasableRecord[] = data[resource] ?? [];
  if (id.length + name.length === 0) throw wrongUsage("Which records?", "Give --id ID or --name NAME.");
  const found = new Set<IncreasableRecord>();
  for (const wanted of id) {
    const record = records.find((candidate) => String(candidate.id) === wanted);
    if (record === undefined)
      throw wrongUsage(`The book has no record of ${resource} with the id ${wanted}.`);
    found.add(record);
  }
  for (const wanted of name) {
    const named = records.filter((candidate) => candidate.name === wanted);
    if (named.length > 1) {
      const ids = named.map((namesake) => `--id ${namesake.id}${sideOf(namesake)}`).join(", ");
      throw wrongUsage(`${named.length} records of ${resource} are named ${wanted}.`, `Say which: ${ids}.`);
    }
    const [record] = named;
    if (record === undefined) {
      const names = records.map((candidate) => String(candidate.name));
      throw wrongUsage(
        `The book has no record of ${resource} named ${wanted}${didYouMean(wanted, names, ".")}`,
      );
    }
    found.add(record);
  }
  return [...found];
}

/** Class and side of a tariff, which distinguish tariffs of one name. */
function sideOf(record: IncreasableRecord): string {
  if (!("tariffClass" in record)) return "";
  return ` (${record.tariffClass}, ${record.retail || "retail"})`;
}
