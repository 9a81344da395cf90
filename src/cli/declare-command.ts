/** Commands as data: the declaration of a command gives its help, its checks and the typed options of its run. */
import { type Command, InvalidArgumentError, Option } from "commander";
import { parseCivilDate } from "../calendar/index.ts";
import { MOST_DAYS } from "../charges/index.ts";
import { DEFAULT_DIALECT, FILE_FORMATS, type FileFormat, MOST_THREADS } from "../files/index.ts";
import { type CliIO, wrongUsage } from "./cli-io.ts";
import type { NamedFiles } from "./distinct-files.ts";

/** An option, with a value of type `T` for a run. The key under which a command declares the option gives its name. */
interface DeclaredOption<T> {
  readonly value: string;
  readonly description: string;
  readonly isRequired?: boolean;
  /** Whether the value is a positional argument. */
  readonly isArgument?: boolean;
  readonly configure?: (option: Option) => Option;
  /** For the type only. */
  readonly given?: T;
}

/** Options by the keys under which a run gets their values: `callsFormat` is `--calls-format`. */
type DeclaredOptions = Readonly<Record<string, DeclaredOption<unknown>>>;

type ValueOf<Option> = Option extends DeclaredOption<infer T> ? T : never;

/** The values of declared options for a run; an option that is left out has no property. */
export type Given<Options extends DeclaredOptions> = {
  readonly [Key in keyof Options as undefined extends ValueOf<Options[Key]> ? never : Key]: ValueOf<
    Options[Key]
  >;
} & {
  readonly [Key in keyof Options as undefined extends ValueOf<Options[Key]> ? Key : never]?: Exclude<
    ValueOf<Options[Key]>,
    undefined
  >;
};

export function optional(value: string, description: string): DeclaredOption<string | undefined> {
  return { value, description };
}

export function required(value: string, description: string): DeclaredOption<string> {
  return needed(optional(value, description));
}

/** A positional argument; `<file>` is required, `[name]` is optional. */
export function argument<const Value extends `<${string}>` | `[${string}]`>(
  value: Value,
  description: string,
): DeclaredOption<Value extends `<${string}>` ? string : string | undefined> {
  return { value, description, isArgument: true };
}

/** A flag; false where it is not given. */
export function flag(description: string): DeclaredOption<boolean> {
  return { value: "", description };
}

/** An option with a number of digits alone. */
export function numberOption(
  value: string,
  description: string,
  {
    least = 0,
    most,
    what = "whole number",
  }: { readonly least?: number; readonly most: number; readonly what?: string },
): DeclaredOption<number | undefined> {
  const read = (text: string): number => {
    const isNumber = /^[0-9]+$/.test(text) && text.length <= String(most).length;
    if (isNumber && Number(text) >= least && Number(text) <= most) return Number(text);
    throw new InvalidArgumentError(`Write a ${what} from ${least} to ${most}.`);
  };
  return { value, description, configure: (option) => option.argParser(read) };
}

/** An option with one or more values, such as `<id...>`. */
export function several(value: string, description: string): DeclaredOption<readonly string[] | undefined> {
  return { value, description };
}

/** An option with a file or folder that has a name: `-` is refused, which elsewhere is standard input or output. */
export function named(value: string, description: string): DeclaredOption<string | undefined> {
  const what = value === "<folder>" ? "folder" : "file";
  const read = (path: string): string => {
    if (path !== "-") return path;
    throw new InvalidArgumentError(`Neither standard input nor output will do; write the name of a ${what}.`);
  };
  return { value, description, configure: (option) => option.argParser(read) };
}

/** The option as a list of words with commas between them, and spaces as one likes. */
export function listed(
  option: DeclaredOption<string | undefined>,
): DeclaredOption<readonly string[] | undefined> {
  const { value, description } = option;
  return {
    value,
    description,
    configure: (made) => made.argParser((words) => words.split(",").map((word) => word.trim())),
  };
}

export function choice<const Word extends string>(
  value: string,
  description: string,
  words: readonly Word[],
): DeclaredOption<Word | undefined> {
  return { value, description, configure: (option) => option.choices(words) };
}

/** An option with one or more of some words. */
export function chosenFrom<const Word extends string>(
  value: string,
  description: string,
  words: readonly Word[],
): DeclaredOption<readonly Word[] | undefined> {
  return { value, description, configure: (option) => option.choices(words) };
}

export function needed<T>(option: DeclaredOption<T | undefined>): DeclaredOption<T> {
  return { ...(option as DeclaredOption<T>), isRequired: true };
}

export function byDefault<T>(option: DeclaredOption<T | undefined>, word: NoInfer<T>): DeclaredOption<T> {
  return also(option as DeclaredOption<T>, (made) => made.default(word));
}

/** The option in conflict with other options, by their keys. */
export function instead<T>(option: DeclaredOption<T>, keys: readonly string[]): DeclaredOption<T> {
  return also(option, (made) => made.conflicts([...keys]));
}

function also<T>(option: DeclaredOption<T>, configure: (option: Option) => Option): DeclaredOption<T> {
  const { configure: before = (made: Option) => made } = option;
  return { ...option, configure: (made) => configure(before(made)) };
}

interface DeclaredCommand<Options extends DeclaredOptions> {
  readonly name: string;
  readonly description: string;
  readonly options: Options;
  /** The text of the help below the options. */
  readonly examples: string;
  /** Refuses options that contradict each other; before the command line is told which options it lacks. */
  readonly refuse?: (options: Partial<Given<Options>>) => void;
  /** Returns the exit status. */
  readonly run: (options: Given<Options>, io: CliIO) => Promise<number>;
}

/** Adds a command to a program; `finish` receives the command's exit status. */
export type AddCommand = (program: Command, io: CliIO, finish: (exitCode: number) => void) => void;

export function declareCommand<Options extends DeclaredOptions>(
  declared: DeclaredCommand<Options>,
): AddCommand {
  const { name, description, options, examples, refuse, run } = declared;
  return (program, io, finish) => {
    const command = program.command(name).description(description).addHelpText("after", examples);
    for (const [key, option] of Object.entries(options)) {
      if (option.isArgument === true) command.argument(option.value, option.description);
      else addOnce(command, key, option);
    }
    command
      .allowExcessArguments()
      .showHelpAfterError(`Try: tollbook help ${name}`)
      .action(async () => {
        refuseExcess(command, options);
        const given = valuesOf(command, options);
        refuse?.(given);
        finish(await run(complete(given, command, options), io));
      });
  };
}

/** Refuses a word that no option stands before, such as a file without `--calls`. */
function refuseExcess(command: Command, options: DeclaredOptions): void {
  const word = command.args[command.registeredArguments.length];
  if (word === undefined) return;
  const [key = ""] = Object.keys(options).filter((name) => options[name]?.isRequired === true);
  const such = key === "" ? "" : `, such as ${flagOf(key)} ${options[key]?.value}`;
  command.error(`error: '${word}' stands behind no option; write the option's name before it${such}`);
}

/** Adds an option that a command line may give once, where the option takes one value: of two, one would be ignored. */
function addOnce(
  command: Command,
  key: string,
  { value, description, configure }: DeclaredOption<unknown>,
): void {
  const made = new Option(`${flagOf(key)} ${value}`.trimEnd(), description);
  const option = configure?.(made) ?? made;
  command.addOption(option);
  if (option.isBoolean() || option.variadic) return;
  let isGiven = false;
  command.on(`option:${option.name()}`, () => {
    if (isGiven) command.error(`error: option '${option.flags}' is given twice`);
    isGiven = true;
  });
}

/** An option's name on the command line: `callsFormat` is `--calls-format`. */
function flagOf(key: string): string {
  return `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

function valuesOf<Options extends DeclaredOptions>(
  command: Command,
  options: Options,
): Partial<Given<Options>> {
  const given: Record<string, unknown> = {};
  const words: unknown[] = [...command.processedArgs];
  for (const [key, { value, isArgument }] of Object.entries(options)) {
    const word: unknown = isArgument === true ? words.shift() : command.getOptionValue(key);
    if (word !== undefined || value === "") given[key] = word ?? false;
  }
  return given as Partial<Given<Options>>;
}

/** Refuses the values of a command line that lacks an option, or has a blank one. */
function complete<Options extends DeclaredOptions>(
  given: Partial<Given<Options>>,
  command: Command,
  options: Options,
): Given<Options> {
  for (const [key, { value, isRequired, isArgument }] of Object.entries(options)) {
    const word: unknown = given[key as keyof Given<Options>];
    // Checked here and not by commander, which would report a missing option before a misspelt option.
    if (word === undefined && isRequired === true) {
      command.error(`error: required option '${flagOf(key)} ${value}' not specified`);
    }
    // An unset variable of a script leaves an empty word.
    const isBlank = word === "" || (value.includes("...") && Array.isArray(word) && word.includes(""));
    if (!isBlank) continue;
    const [written, preposition] = isArgument === true ? [value, "for"] : [flagOf(key), "behind"];
    const what = /^<(file|folder)\b/.exec(value)?.[1];
    if (what !== undefined) {
      throw wrongUsage(`${written} names no ${what}.`, `Write a ${what}'s name ${preposition} it.`);
    }
    const orNot = isRequired === true ? "." : ", or leave it out.";
    throw wrongUsage(`${written} is blank.`, `Write ${value} ${preposition} it${orNot}`);
  }
  return given as Given<Options>;
}

/** Options of a command by their names on the command line, with their files. */
export function filesOf<Key extends string>(
  given: { readonly [K in Key]?: string | undefined },
  ...keys: readonly Key[]
): NamedFiles {
  return Object.fromEntries(keys.map((key) => [flagOf(key), given[key]]));
}

export const BOOK = needed(named("<file>", "the book"));

/** Options of commands that read calls: the format of the calls, which files do not state themselves. */
export const CALLS_FORMAT = {
  callsFormat: optional(
    "<name|file>",
    "format of the calls: jsonl, csv, uk-cdr, a preset (tollbook formats lists them) or a JSON file with a dialect; without it the file's name tells",
  ),
  dialect: named("<file|name>", `how a carrier writes UK standard CDRs; without it ${DEFAULT_DIALECT}`),
  zone: optional(
    "<zone>",
    "zone of the times where they do not say it themselves: local (the book's), utc or a name such as Europe/London",
  ),
  carrier: optional("<name>", "carrier of the calls whose rows name none"),
  year: numberOption("<year>", "year of the calls where their format writes dates without it", {
    what: "year",
    least: 1970,
    most: 2099,
  }),
};

export const CALLS_INPUT = {
  calls: required(
    "<file>",
    "the calls, .jsonl, .csv or as --calls-format says; - reads standard input, jsonl without --calls-format",
  ),
  ...CALLS_FORMAT,
};

export function formatOption(description: string): DeclaredOption<FileFormat | undefined> {
  return choice("<format>", description, FILE_FORMATS);
}

export const DUPLICATES = byDefault(
  choice("<how>", "report a call whose id was read before, or keep it", ["report", "keep"]),
  "report",
);
export const RECLASSIFY = flag("find call type and period afresh where the calls name their own");
export const DISCOUNTS = flag("apply the book's discount plans");
export const FEATURES = named(
  "<file>",
  "go on from what this file says was charged, and leave it for the next run; it need not be there yet",
);
export const SUMMARY = optional("<file>", "write the summary as JSON, too");
export const JSON_OUTPUT = flag("print JSON");
export const THREADS = numberOption(
  "<n>",
  "threads to rate on; without it all of the processor's for a large file, else one",
  { least: 1, most: MOST_THREADS },
);

/** Refuses several threads with discounts, which only run on one thread. */
export function requireOneThreadForDiscounts(discounts: boolean, threads = 1): void {
  if (!discounts || threads === 1) return;
  throw wrongUsage("Discounts are drawn call after call, on one thread.", "Leave out --threads.");
}

/** Refuses a state without --discounts, which would ignore the state silently. */
export function requireDiscountsWithState(discounts: boolean, state: string | undefined): void {
  if (state === undefined || discounts) return;
  throw wrongUsage("--state is for discounts.", "Add --discounts, or leave --state out.");
}

/** Refuses a range of days that charging does not accept. */
export function requireRange({ from, to }: { readonly from: string; readonly to: string }): void {
  const first = requireDay("--from", from);
  const last = requireDay("--to", to);
  if (last < first) {
    throw wrongUsage(
      `--from ${from} is after --to ${to}.`,
      "Both days belong to the range; write the first one first.",
    );
  }
  const days = last - first + 1;
  if (days <= MOST_DAYS) return;
  throw wrongUsage(
    `${from} to ${to} are ${days} days; at most ${MOST_DAYS} are charged at once.`,
    "Charge the first part, with --features, and then the rest.",
  );
}

/** The day number of an option's date. */
export function requireDay(option: string, text: string): number {
  const day = parseCivilDate(text);
  if (day !== undefined) return day;
  throw wrongUsage(
    `${option} is ${JSON.stringify(text)}, which is no date.`,
    "Write YYYY-MM-DD, such as 2026-10-01.",
  );
}
