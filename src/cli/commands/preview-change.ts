/** The comparison of `tollbook preview`: the two sides by its options, and the change in words. */
import { basename } from "node:path";
import { bookDigest, type Input, type PreviewFileOptions } from "../../files/index.ts";
import {
  type BookData,
  BookError,
  type CustomerMove,
  createIncreaseVersion,
  type IncreaseRequest,
  increaseBook,
  isActionError,
  issueText,
  type MovedCustomers,
  moveCustomers,
  type OpenedBook,
  openBook,
} from "../../index.ts";
import { type BookFile, openBookFile, requireNone } from "../book-file.ts";
import { CliError, type CliIO, counted, EXIT, tell, wrongUsage } from "../cli-io.ts";
import { requireDay } from "../declare-command.ts";
import { type Currency, increaseWords, moveWords } from "./change-words.ts";
import {
  type ChosenRecord,
  choosesRecords,
  chosenRecords,
  type IncreaseGiven,
  increaseRequests,
  type RecordsWanted,
  recordNamed,
  recordsOf,
} from "./chosen-records.ts";

export interface ChangeGiven extends BookChangeGiven {
  readonly book: string;
  readonly after?: string;
  readonly againstRecorded: boolean;
  readonly bring?: string;
  readonly out?: string;
}

/** Refuses options that do not give exactly one kind of change. */
export function requireOneChange(given: ChangeGiven): void {
  const { after, againstRecorded, increase, amount, from, move, out } = given;
  const raises = choosesRecords(given);
  if (!raises) refuseRises(given);
  const kinds = [after !== undefined, raises || move !== undefined, againstRecorded].filter(Boolean);
  if (kinds.length !== 1) {
    throw wrongUsage(
      kinds.length === 0 ? "A preview needs a change." : "A preview is of one change.",
      "Give one of --after BOOK, --tariff NAME (--all, --class NAME, --customer ID), --move FROM TO and --against-recorded.",
    );
  }
  if (out === "-") {
    throw wrongUsage("The new book and the preview cannot both go to standard output.", "Give --out a file.");
  }
  if (out !== undefined && !raises && move === undefined) {
    throw wrongUsage("--out writes the book that an increase or a move makes.", "Leave out --out.");
  }
  if (!raises) return;
  if (from !== undefined) requireDay("--from", from);
  if ((increase === undefined) !== (amount === undefined)) return;
  throw wrongUsage(
    "An increase is by a percentage or by an amount.",
    "Give --increase PERCENT or --amount PENCE.",
  );
}

/** Refuses options about prices that rise where nothing says which. */
function refuseRises({ after, againstRecorded, move, ...given }: ChangeGiven): void {
  const { bring, increase, amount, scope, from } = given;
  // For checks a sought increase is one of 0 %.
  const by = bring === undefined ? { "--increase": increase, "--amount": amount } : { "--bring": bring };
  const about = Object.entries({ ...by, "--scope": scope, "--from": from }).flatMap(([name, value]) =>
    value === undefined ? [] : [name],
  );
  if (about.length === 0) return;
  const [are, them] = about.length === 1 ? ["is", "it"] : ["are", "them"];
  const rising = "--tariff NAME, --all, --class NAME or --customer ID";
  let hint = `Add ${rising}.`;
  if (after !== undefined || againstRecorded) {
    const other = after === undefined ? "--against-recorded" : "--after";
    hint = `Leave ${them} out, or give ${rising} in place of ${other}.`;
  } else if (move !== undefined) {
    hint =
      "Add --tariff NAME; a move to a tariff that is there has no date of its own: a record names one tariff.";
  }
  throw wrongUsage(`${about.join(" and ")} ${are} about prices that rise.`, hint);
}

/** The two sides of a preview, and the change between them. */
export type ComparedSides = Pick<PreviewFileOptions, "before" | "after" | "change" | "bookDigests">;

export interface PreviewedChange {
  readonly compared: ComparedSides;
  /** Real paths of the CSV files that the books refer to. */
  readonly bookFiles: readonly string[];
  /** The changed book, where the options make one. */
  readonly changed?: ChangedBook;
}

export async function previewedChange(
  given: ChangeGiven,
  { book, data, files }: BookFile,
  io: CliIO,
): Promise<PreviewedChange> {
  const digest = bookDigest(data);
  const name = basename(given.book);
  if (given.againstRecorded) {
    const change = `${name} against what the records say was charged`;
    return {
      compared: { before: "recorded", after: book, change, bookDigests: { after: digest } },
      bookFiles: files,
    };
  }
  if (given.after !== undefined) {
    const after = await openBookFile(given.after, io);
    const change = `${basename(given.after)} in place of ${name}`;
    const bookDigests = { before: digest, after: bookDigest(after.data) };
    return {
      compared: { before: book, after: after.book, change, bookDigests },
      bookFiles: [...files, ...after.files],
    };
  }
  const changed = changedBook(data, given, book.settings);
  const bookDigests = { before: digest, after: bookDigest(changed.data) };
  return {
    compared: { before: book, after: openChanged(changed.data), change: changed.words, bookDigests },
    bookFiles: files,
    changed,
  };
}

/**
 * The sides without the date of the change, for calls that all start before the date: the prices of these calls'
 * own days raised. With the date no cost would change.
 */
export async function comparedAtOnce(
  given: ChangeGiven,
  dated: { readonly compared: ComparedSides; readonly bookFile: BookFile; readonly input: Input },
  io: CliIO,
): Promise<ComparedSides> {
  const { compared, bookFile, input } = dated;
  const allBefore = `All calls start before ${given.from}`;
  if (input.size === undefined) {
    throw wrongUsage(
      `${allBefore}, and they cannot be read a second time.`,
      "Leave out --from, or give the calls as a file.",
    );
  }
  tell(io, `${allBefore}: they are previewed with the increase on the prices of their own days.\n`);
  const { from: _date, ...atOnce } = given;
  const { before, after } = (await previewedChange(atOnce, bookFile, io)).compared;
  return { ...compared, before, after, change: `${compared.change}, previewed on earlier calls` };
}

function openChanged(data: BookData): OpenedBook {
  try {
    return openBook(data);
  } catch (error) {
    if (error instanceof BookError)
      requireNone("The changed book", error.problems.map(issueText), { done: "previewed", shown: 10 });
    throw error;
  }
}

interface BookChangeGiven extends RecordsWanted, IncreaseGiven {
  /** Pairs of names or ids of tariffs, one behind the other. */
  readonly move?: readonly string[];
}

interface ChangedBook {
  readonly data: BookData;
  readonly words: string;
  readonly moved: MovedCustomers | undefined;
}

/**
 * The book with prices raised, all computed from the original book (R58), and customers moved. A tariff with a version
 * (R55) that customers are moved to does not change and gets the version; all other tariffs rise in place.
 */
function changedBook(data: BookData, given: BookChangeGiven, currency: Currency): ChangedBook {
  const pairs = pairsOf(given.move);
  const raises = given.increase !== undefined || given.amount !== undefined;
  const chosen = raises ? chosenRecords(data, given) : [];
  // A word of the scope counts for all chosen records, whichever of them get versions.
  const requests = increaseRequests(chosen, given);
  const asked = chosen.map((one, index) => ({ ...one, request: requests[index] as IncreaseRequest }));
  const { versions, inPlace } = withVersions(data, asked, new Set(pairs.map(([, to]) => to)));
  const raised = inPlaceBook(data, inPlace);
  const whole = versions.reduce(withRecord, raised);
  const moved = pairs.length === 0 ? undefined : movedBook(whole, pairs);
  const words = [
    ...(raises ? [increaseWords(chosen, given, currency)] : []),
    ...(moved?.moves ?? []).map(moveWords),
  ];
  return { data: moved?.book ?? whole, words: words.join("; "), moved };
}

type PairOfWords = readonly [from: string, to: string];

function pairsOf(words: readonly string[] = []): readonly PairOfWords[] {
  if (words.length % 2 === 1) {
    throw wrongUsage(
      "A move is from one tariff to another.",
      "Write --move FROM TO, with quotes around names.",
    );
  }
  return words.flatMap((from, at) => (at % 2 === 0 ? [[from, words[at + 1] ?? ""] as const] : []));
}

interface AskedIncrease extends ChosenRecord {
  readonly request: IncreaseRequest;
}

interface Raised {
  /** Versions that customers are moved to, and that the book does not have yet. */
  readonly versions: readonly ChosenRecord[];
  readonly inPlace: readonly AskedIncrease[];
}

function withVersions(data: BookData, asked: readonly AskedIncrease[], targets: ReadonlySet<string>): Raised {
  const versions: ChosenRecord[] = [];
  const inPlace: AskedIncrease[] = [];
  if (targets.size === 0) return { versions, inPlace: asked };
  let book = data;
  for (const source of asked) {
    const version =
      source.resource === "standardFeatures" ? undefined : createIncreaseVersion(book, source.request);
    if (version !== undefined && isActionError(version)) throw refusal(version, source);
    const isTarget =
      version !== undefined && version.skipped !== true && targets.has(String(version.record.name));
    if (!isTarget) inPlace.push(source);
    else if (version.created) {
      const made = { resource: source.resource, record: version.record };
      versions.push(made);
      book = withRecord(book, made);
    }
  }
  return { versions, inPlace };
}

function withRecord(book: BookData, { resource, record }: ChosenRecord): BookData {
  return { ...book, [resource]: [...(book[resource] ?? []), record] };
}

function inPlaceBook(data: BookData, asked: readonly AskedIncrease[]): BookData {
  // The original book does not change: neither a preview nor a new book needs an expert level of the caller.
  const requests = asked.map(({ request }) => request);
  const result = increaseBook(data, requests, 5);
  if (!isActionError(result)) return result.book;
  throw refusal(result, asked[result.request]);
}

function refusal(
  { hint, error_code }: { readonly hint: string; readonly error_code: number },
  source: ChosenRecord | undefined,
): CliError {
  const what = source === undefined ? "" : `${source.record.name} (id ${source.record.id}): `;
  return new CliError(EXIT.unreadable, `${what}${hint} (${error_code})`);
}

function movedBook(data: BookData, pairs: readonly PairOfWords[]): MovedCustomers {
  const records = recordsOf(data).filter(({ resource }) => resource !== "standardFeatures");
  const moves = pairs.map(([fromWord, toWord]): CustomerMove => {
    const [from, to] = [recordNamed(fromWord, records), recordNamed(toWord, records)];
    if (from.resource !== to.resource) {
      throw wrongUsage(
        `${fromWord} and ${toWord} are not of one kind, so nobody can move from one to the other.`,
      );
    }
    return {
      resource: from.resource as "tariffs" | "fixedFeeTariffs",
      from: from.record.id,
      to: to.record.id,
    };
  });
  const moved = moveCustomers(data, moves);
  if (isActionError(moved)) throw refusal(moved, undefined);
  return moved;
}

export function movedText({ moves, customers, numbers }: MovedCustomers): string {
  const lines = moves.map(({ from, to, ...move }) => {
    const how = move.isDefault ? "; the default is handed over" : "";
    const who = `${counted(move.customers, "customer")}, ${counted(move.numbers, "number")}`;
    return `${from} → ${to}: ${who}${how}\n`;
  });
  const all = `${counted(customers, "customer")} and ${counted(numbers, "number")} are moved.\n`;
  return [...lines, ...(moves.length > 1 ? [all] : [])].join("");
}
