import { basename } from "node:path";
import type { Command } from "commander";
import { csvLine, FileError, loadBook, readJsonFile } from "../files/index.ts";
import { checkBook, type IncreasePlan, type PlannedItem, type PlanProfile, planIncreases } from "../index.ts";
import { CliError } from "./cli-error.ts";
import type { CliIO } from "./cli-io.ts";
import { requireDistinctFiles, requireNoBookFile } from "./distinct-files.ts";
import { EXIT } from "./exit-codes.ts";
import { counted, print, printJson, table } from "./print.ts";
import { RunOutputs } from "./run-outputs.ts";
import { unlessInterrupted } from "./unless-interrupted.ts";

interface PlanArguments {
  readonly book: string;
  readonly on: string;
  readonly profiles: string;
  readonly json?: boolean;
  readonly csv?: string;
}

const EXAMPLES = `
The profiles are a JSON file with a percentage or an amount for each name that the book's records use:
  { "CPI": { "percent": "3.5" }, "Fixed Amount": { "amount": "0.50" } }

Example:
  tollbook plan --book book.json --on 2027-04-01 --profiles profiles.json --csv due.csv

Nothing is increased; tollbook increase and tollbook preview are the next steps.
`;

/** Adds `tollbook plan`: which annual increases are due on a date. */
export function addPlanCommand(program: Command, io: CliIO, finish: (exitCode: number) => void): void {
  program
    .command("plan")
    .description("list the annual increases that are due on a date")
    .requiredOption("--book <file>", "the book")
    .requiredOption("--on <date>", "the date, YYYY-MM-DD")
    .requiredOption("--profiles <file>", "what each profile means, JSON")
    .option("--json", "print JSON")
    .option("--csv <file>", "write what is due to a CSV file; - is standard output")
    .addHelpText("after", EXAMPLES)
    .action(async (options: PlanArguments) => finish(await plan(options, io)));
}

async function plan(options: PlanArguments, io: CliIO): Promise<number> {
  await requireDistinctFiles(
    {
      "--book": options.book,
      "--profiles": options.profiles,
      "--csv": options.csv,
    },
    io,
  );
  const profiles = await unlessInterrupted(readProfiles(options.profiles), io);
  const { data, files } = await unlessInterrupted(loadBook(options.book), io);
  await requireNoBookFile({ "--csv": options.csv }, files);
  const { problems } = checkBook(data);
  if (problems.length > 0) {
    throw new CliError(
      EXIT.unreadable,
      `${basename(options.book)} has ${counted(problems.length, "problem")}, so nothing was planned.`,
      `tollbook check --book ${options.book} lists them.`,
    );
  }
  const due = planOrExplain(data, options, profiles);
  if (options.csv !== undefined) await writeCsv(options.csv, due, io);
  if (options.json === true) await printJson(io, due);
  else if (options.csv !== "-") await print(io, formatPlan(due));
  return EXIT.ok;
}

async function readProfiles(path: string): Promise<Record<string, PlanProfile>> {
  const profiles = await readJsonFile(path);
  if (typeof profiles !== "object" || profiles === null || Array.isArray(profiles)) {
    throw new FileError(basename(path), 'is no object of profiles, such as { "CPI": { "percent": "3.5" } }');
  }
  return profiles as Record<string, PlanProfile>;
}

function planOrExplain(
  data: Parameters<typeof planIncreases>[0],
  { on, profiles: path }: PlanArguments,
  profiles: Record<string, PlanProfile>,
): IncreasePlan {
  try {
    return planIncreases(data, { on, profiles });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new CliError(
      EXIT.usage,
      error.message.replace("planIncreases: ", ""),
      `Look at --on and ${basename(path)}.`,
    );
  }
}

/** Records of one profile that are shown; JSON and CSV have all. */
const SHOWN = 20;

function formatPlan({ on, profiles, undated }: IncreasePlan): string {
  const total = profiles.reduce((sum, own) => sum + own.due.length, 0);
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
      `${SINGULAR[item.resource]} ${item.id}`,
      item.customerID === null ? "" : `customer ${item.customerID}`,
      item.referenceDate === null ? "" : `since ${item.referenceDate}`,
      item.profileFrom.resource === item.resource && item.profileFrom.id === item.id
        ? ""
        : `profile of ${SINGULAR[item.profileFrom.resource]} ${item.profileFrom.id}`,
    ]);
  const more = items.length - rows.length;
  return `${table(rows)}${more > 0 ? `  … and ${more} more\n` : ""}`;
}

const SINGULAR = {
  customers: "customer",
  numbers: "number",
  services: "service",
  features: "feature",
} as const;

const COLUMNS = ["profile", "percent", "amount", "resource", "id", "customerID", "referenceDate", "due"];

async function writeCsv(path: string, { profiles, undated }: IncreasePlan, io: CliIO): Promise<void> {
  const outputs = new RunOutputs(io);
  try {
    const output = await outputs.open(path);
    await output.write(csvLine(COLUMNS));
    for (const { profile, percent, amount, due } of profiles) {
      for (const { resource, id, customerID, referenceDate } of due) {
        await output.write(
          csvLine([profile, percent, amount, resource, id, customerID, referenceDate, "yes"]),
        );
      }
    }
    for (const { resource, id, customerID, referenceDate } of undated) {
      await output.write(
        csvLine(["", "", "", resource, id, customerID, referenceDate, "never: no reference date"]),
      );
    }
    await outputs.finish();
  } finally {
    await outputs.discard();
  }
}
