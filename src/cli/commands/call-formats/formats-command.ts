import { type ListedFormat, listFormats, nearestFormat } from "../../../files/index.ts";
import { type CliIO, EXIT, printAs, printJson, table, wrongUsage } from "../../cli-io.ts";
import { argument, declareCommand, type Given, JSON_OUTPUT } from "../../declare-command.ts";

const OPTIONS = {
  name: argument(
    "[name]",
    "a preset, which is printed as JSON: save it, change it, and give its file's name instead",
  ),
  json: JSON_OUTPUT,
};

export const formatsCommand = declareCommand({
  name: "formats",
  description: "list the formats of calls and of rate sheets by name, and what each needs",
  options: OPTIONS,
  examples: `
Examples:
  tollbook formats
  tollbook formats --json
  tollbook formats prefixes
`,
  run: formats,
});

async function formats({ name, json }: Given<typeof OPTIONS>, io: CliIO): Promise<number> {
  const listed = listFormats();
  if (name === undefined) {
    const withoutPresets = listed.map(({ preset: _, ...format }) => format);
    await printAs(json, withoutPresets, () => formatsText(listed), io);
    return EXIT.ok;
  }
  const format = listed.find((candidate) => candidate.name === name);
  if (format?.preset === undefined) throw noPreset(name, listed);
  await printJson(io, format.preset);
  return EXIT.ok;
}

function noPreset(name: string, listed: readonly ListedFormat[]): Error {
  if (listed.some((format) => format.name === name)) {
    return wrongUsage(
      `${name} is read as it is and has no preset to print.`,
      "tollbook formats lists the presets; an own dialect is a JSON file based on one of them.",
    );
  }
  const names = listed.flatMap((format) => (format.preset === undefined ? [] : [format.name]));
  const nearest = nearestFormat(name, names);
  return wrongUsage(
    `${name} is no format${nearest === undefined ? "." : `; did you mean ${nearest}?`}`,
    "tollbook formats lists them.",
  );
}

/** The needs of formats for which there is an option. */
const OPTIONS_FOR_NEEDS: ReadonlySet<string> = new Set(["zone", "carrier", "year", "book"]);

export function needWords(needs: Readonly<Record<string, string>>): string {
  return Object.keys(needs)
    .map((need) => (OPTIONS_FOR_NEEDS.has(need) ? `--${need}` : need))
    .join(", ");
}

function formatsText(listed: readonly ListedFormat[]): string {
  const rowsOf = (of: ListedFormat["of"]): string[][] => [
    ["name", "reads", "needs", ""],
    ...listed
      .filter((format) => format.of === of)
      .map(({ name, reads, needs, about }) => [name, reads, needWords(needs), shortened(about)]),
  ];
  return [
    "Formats of calls, for --calls-format\n",
    table(rowsOf("calls")),
    "Mappings of rate sheets, for tollbook import --mapping\n",
    table(rowsOf("sheets")),
    "tollbook formats NAME prints a preset, to be saved and extended; --json says why something is needed.\n",
  ].join("");
}

/** Maximum characters of a description at the end of a terminal line. */
const MOST_ABOUT = 72;

/** The first sentence of a format's description, shortened. */
function shortened(about: string): string {
  const sentence = /^.*?[.](?= |$)/.exec(about)?.[0].slice(0, -1) ?? about;
  return sentence.length > MOST_ABOUT ? `${sentence.slice(0, MOST_ABOUT - 1).trimEnd()}…` : sentence;
}
