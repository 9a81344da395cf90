/** The live page of `tollbook preview --live`. */
import { createInterface } from "node:readline/promises";
import type { Output } from "../../files/index.ts";
import type { BookData } from "../../index.ts";
import { createLivePage, type LivePage, type LivePageOptions } from "../../report/index.ts";
import { CliError, type CliIO, EXIT, tell, wrongUsage } from "../cli-io.ts";
import { chosenRecords, type IncreaseGiven, increaseRequests, type RecordsWanted } from "./chosen-records.ts";

/** Maximum bytes of a page that is written without asking: a size that e-mail accepts. */
const MOST_BYTES = 20e6;

interface LiveGiven extends RecordsWanted, IncreaseGiven, LivePageOptions {
  readonly live?: string;
  readonly yes: boolean;
  readonly after?: string;
  readonly move?: readonly string[];
  readonly againstRecorded: boolean;
  readonly discounts: boolean;
}

/** Refuses options that a live page, which prices each call under tariffs raised by a percentage, does not support. */
export function requireLiveChange(given: LiveGiven): void {
  const { live, yes, after, move, againstRecorded, amount, discounts } = given;
  if (live === undefined) {
    if (yes) throw wrongUsage("--yes is about a large live page.", "Add --live FILE.");
    return;
  }
  if (after !== undefined || againstRecorded || amount !== undefined) {
    throw wrongUsage("A live page raises retail tariffs by a percentage.", "Give --increase PERCENT.");
  }
  if (move !== undefined) throw wrongUsage("A live page moves nobody.", "Leave out --move.");
  if (discounts) throw wrongUsage("A live page prices calls before discounts.", "Leave out --discounts.");
}

/**
 * Opens a page for the calls of a run; undefined without --live.
 *
 * @throws RangeError where the change is not one of retail tariffs alone
 */
export function openLivePage(given: LiveGiven, data: BookData): LivePage | undefined {
  if (given.live === undefined) return undefined;
  const { reclassify, duplicates, wholesale } = given;
  return createLivePage(data, increaseRequests(chosenRecords(data, given), given), {
    ...(reclassify !== undefined && { reclassify }),
    ...(duplicates !== undefined && { duplicates }),
    ...(wholesale !== undefined && { wholesale }),
  });
}

/** Writes a page and prints its size; a large page only after the user agrees. */
export async function writeLivePage(
  page: string,
  output: Output,
  { live = "the page", yes }: Pick<LiveGiven, "live" | "yes">,
  io: CliIO,
  mostBytes = MOST_BYTES,
): Promise<void> {
  const bytes = Buffer.byteLength(page);
  const size = `${(bytes / 1e6).toFixed(1)} MB`;
  if (bytes > mostBytes && !yes && !(await agrees(`${live} would take ${size}. Write it? [y/N] `, io))) {
    throw new CliError(
      EXIT.usage,
      `${live} would take ${size}, more than ${mostBytes / 1e6} MB, so nothing was written.`,
      "Add --yes to write it, or preview fewer calls.",
    );
  }
  await output.write(page);
  tell(io, `${live}: ${size}\n`);
}

/** Asks the user on a terminal; false without a terminal, and where the input ends without an answer. */
async function agrees(question: string, { stdin, stderr, isTerminal, signal }: CliIO): Promise<boolean> {
  if (!isTerminal || !("isTTY" in stdin) || stdin.isTTY !== true) return false;
  const lines = createInterface({ input: stdin, output: stderr });
  try {
    // A question never settles where the input ends, and Node would end the process with everything left as it is.
    const ended = new Promise<string>((resolve) => lines.once("close", () => resolve("")));
    const answered = lines.question(question, signal === undefined ? {} : { signal });
    const answer = await Promise.race([answered, ended]);
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    lines.close();
  }
}
