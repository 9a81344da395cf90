import { basename } from "node:path";
import { RECORD_WORDS } from "../../book/index.ts";
import { csvLine, FileError, loadBook, readJsonFile, unlessAborted } from "../../files/index.ts";
import {
  type BookData,
  checkBook,
  type IncreasePlan,
  type PlannedItem,
  type PlanProfile,
  planIncreases,
} from "../../index.ts";
import { andMore, CliError, type CliIO, counted, EXIT, printAs, table } from "../cli-io.ts";
import {
  BOOK,
  declareCommand,
  filesOf,
  type Given,
  JSON_OUTPUT,
  named,
  needed,
  optional,
  requireDay,
  required,
} from "../declare-command.ts";
import { requireDistinctFiles, requireNoBookFile, takesStandardOutput } from "../distinct-files.ts";
import { withFiles } from "../run-files.ts";

const OPTIONS = {
  book: BOOK,
  on: required("<date>", "the date, YYYY-MM-DD"),
  profiles: needed(named("<file>", "what each profile means, JSON")),
  json: JSON_OUTPUT,
  csv: optional("<file>", "write what is due to a CSV file; - is standard output"),
};

export const planCommand = declareCommand({
  name: "plan",
  description: "list the annual increases that are due on a date",
  options: OPTIONS,
  examples: `
The profiles are a JSON file with a percentage or an amount for each name that the book's records use:
  { "CPI": { "percent": "3.5" }, "Fixed Amount": { "amount": "0.50" } }

Example:
  tollbook plan --book book.json --on 2027-04-01 --profiles profiles.json --csv due.csv

Nothing is increased; tollbook increase and tollbook preview are the next steps.
`,
  run: plan,
});

async function plan(options: Given<typeof OPTIONS>, io: CliIO): Promise<number> {
  const { csv, json } = options;
  requireDay("--on", options.on);
  await requireDistinctFiles(filesOf(options, "book", "profiles", "csv"), io);
  const isCsvPrinted = await takesStandardOutput({ "--csv": csv }, json);
  const profiles = await unlessAborted(readProfiles(options.profiles), io.signal);
  const { data, files } = await unlessAborted(loadBook(options.book), io.signal);
  await requireNoBookFile({ "--csv": csv }, files);
  const { problems } = checkBook(data);
  if (problems.length > 0) {
    throw new CliError(
      EXIT.unreadable,
      `${basename(options.book)} has ${counted(problems.length, "problem")}, so nothing was planned.`,
      `tollbook check --book ${options.book} lists them.`,
    );
  }
  const due = planOrExplain(data, options, profiles);
  if (csv !== undefined) await writeCsv(csv, due, io);
  if (!isCsvPrinted) await printAs(json, due, () => formatPlan(due), io);
  return EXIT.ok;
}

async function readProfiles(path: string): Promise<Record<string, PlanProfile>> {
  const profiles = await readJsonFile(path, "a file of profiles");
  if (typeof profiles !== "object" || profiles === null || Array.isArray(profiles)) {
    throw new FileError(basename(path), 'is no object of profiles, such as { "CPI": { "percent": "3.5" } }');
  }
  return profiles as Record<string, PlanProfile>;
}

function planOrExplain(
  data: BookData,
  { on, profiles: path }: { readonly on: string; readonly profiles: string },
  profiles: Record<string, PlanProfile>,
): IncreasePlan {
  try {
    return planIncreases(data, { on, profiles });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new FileError(basename(path), error.message.replace("planIncreases: ", ""));
  }
}

/** Records of one profile that are shown; JSON and CSV have all records. */
const SHOWN = 20;

function formatPlan({ on, profiles, undated }: IncreasePlan): string {
  const total = profiles.reduce((sum, profile) => sum + profile.due.length, 0);
  const parts = [`${counted(total, "record")} due for an annual increase on ${on}\n`];
  for (const { profile, percent, amount, due } of profiles) {
    parts.push(`${profile}: ${changeText(percent, amount)}, ${counted(due.length, "record")}\n`);
    parts.push(itemsText(due));
  }
  if (undated.length > 0) {
    parts.push(`With a profile and without a reference date, so never due\n${itemsText(undated)}`);
  }
  return parts.join("");
}

function changeText(percent: string | null, amount: string | null): string {
  if (percent !== null) return `${percent} %`;
  return amount === null ? "the profiles do not say by how much" : `by ${amount}`;
}

function itemsText(items: readonly PlannedItem[]): string {
  const rows = items
    .slice(0, SHOWN)
    .map((item) => [
      `${RECORD_WORDS[item.resource]} ${item.id}`,
      item.customerID === null ? "" : `customer ${item.customerID}`,
      item.referenceDate === null ? "" : `since ${item.referenceDate}`,
      item.profileFrom.resource === item.resource && item.profileFrom.id === item.id
        ? ""
        : `profile of ${RECORD_WORDS[item.profileFrom.resource]} ${item.profileFrom.id}`,
    ]);
  return `${table(rows)}${andMore(items, SHOWN)}`;
}

const COLUMNS = ["profile", "percent", "amount", "resource", "id", "customerID", "referenceDate", "due"];

function writeCsv(path: string, { profiles, undated }: IncreasePlan, io: CliIO): Promise<void> {
  const rowOf = (profile: readonly (string | null)[], item: PlannedItem, due: string): string =>
    csvLine([...profile, item.resource, item.id, item.customerID, item.referenceDate, due]);
  return withFiles(io, async (files) => {
    const output = await files.open(path);
    await output.write(csvLine(COLUMNS));
    for (const { profile, percent, amount, due } of profiles) {
      for (const item of due) await output.write(rowOf([profile, percent, amount], item, "yes"));
    }
    for (const item of undated) {
      await output.write(rowOf(["", "", ""], item, "never: no reference date"));
    }
    await files.finish();
  });
}
