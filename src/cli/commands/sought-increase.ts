/** `tollbook preview --bring`: seeks the percentage that brings an amount a month, and previews this percentage. */
import { type Input, type ReadCallsOptions, seekIncreaseFile } from "../../files/index.ts";
import {
  type ActionError,
  increaseBook,
  isActionError,
  type OpenedBook,
  openBook,
  type PreviewGoal,
  type SeekOptions,
  type Tariff,
} from "../../index.ts";
import { currencyOfRaw } from "../../model/index.ts";
import { formatGoal, moneyText } from "../../report/index.ts";
import type { BookFile } from "../book-file.ts";
import { CliError, type CliIO, EXIT, tell, wrongUsage } from "../cli-io.ts";
import { type ChosenRecord, chosenRecords, increaseRequests } from "./chosen-records.ts";
import type { ChangeGiven, PreviewedChange } from "./preview-change.ts";

interface GoalGiven extends ChangeGiven {
  readonly of?: "retail" | "margin";
}

/** The change for checks before its percentage is known. */
export function withSoughtPercent<Options extends GoalGiven>(given: Options): Options {
  const { bring, of, increase, amount } = given;
  if (bring === undefined) {
    if (of === undefined) return given;
    throw wrongUsage("--of says of what an amount is to be brought.", "Add --bring AMOUNT.");
  }
  if (given.move !== undefined) throw wrongUsage("--bring moves nobody.", "Leave out --move.");
  if (increase === undefined && amount === undefined) return { ...given, increase: "0" };
  throw wrongUsage(
    "--bring seeks the percentage by which prices rise.",
    "Leave out --increase and --amount, or leave out --bring.",
  );
}

interface SoughtOver extends Pick<SeekOptions, "reclassify" | "duplicates" | "discounts" | "wholesale"> {
  readonly bookFile: BookFile;
  readonly input: Pick<Input, "size">;
  readonly read: ReadCallsOptions;
  readonly open: () => Promise<Input>;
}

/** The change with the percentage that was sought; unchanged without --bring. */
interface SoughtChange<Options> {
  readonly given: Options;
  readonly goal: PreviewGoal | undefined;
}

/** Seeks the percentage of --bring. Where no percentage brings the goal, the command ends with a message. */
export async function soughtChange<Options extends GoalGiven>(
  given: Options,
  over: SoughtOver,
  io: CliIO,
): Promise<SoughtChange<Options>> {
  const { bring, from } = given;
  if (bring === undefined) return { given, goal: undefined };
  if (over.input.size === undefined) {
    throw wrongUsage(
      "--bring prices the calls once for each percentage that it tries, and they cannot be read a second time.",
      "Give the calls as a file.",
    );
  }
  let goal = await seek({ ...given, bring }, over, io);
  if (from !== undefined && goal.to < from) {
    // The preview, too, leaves out the date where all calls start before it.
    const { from: _date, ...atOnce }: GoalGiven = given;
    goal = await seek({ ...atOnce, bring }, over, io);
  }
  const { found } = goal;
  if (found !== null) return { given: { ...given, increase: found.percent }, goal };
  throw new CliError(EXIT.unreadable, formatGoal(goal, over.bookFile.book.settings).trimEnd());
}

function seek(
  given: GoalGiven & { readonly bring: string },
  { bookFile, input: _open, ...over }: SoughtOver,
  io: CliIO,
): Promise<PreviewGoal> {
  const { book, data } = bookFile;
  const { bring, of = "retail" } = given;
  const chosen = chosenRecords(data, given);
  requireCurrency(bookFile, chosen);
  const bookAt = (increase: string): OpenedBook | ActionError => {
    const raised = increaseBook(data, increaseRequests(chosen, { ...given, increase }), 5);
    return isActionError(raised) ? raised : openBook(raised.book);
  };
  const onTrial = (percent: string): void => {
    if (io.isTerminal) tell(io, `Trying ${percent} %\n`);
  };
  return seekIncreaseFile({ before: book, bookAt, bring, of, onTrial, ...over });
}

/** R24: the amount is in the currency of the book, and calls of other currencies are no part of it. */
function requireCurrency({ book, data }: BookFile, chosen: readonly ChosenRecord[]): void {
  const tariffs = chosen.filter(({ resource }) => resource === "tariffs");
  const currencies = new Set(tariffs.map(({ record }) => currencyOfRaw(data, record as Tariff)));
  const { currency } = book.settings;
  if (currencies.size === 0 || currencies.has(currency)) return;
  const tariffCurrencies = [...currencies].join(", ");
  throw wrongUsage(
    `--bring seeks an amount in ${currency}, the book's currency, and the chosen tariffs are in ${tariffCurrencies}; nothing is converted.`,
    `Choose tariffs in ${currency}, or give --increase PERCENT: the preview has the sums of ${tariffCurrencies} by themselves.`,
  );
}

export function soughtFor(goal: PreviewGoal, change: PreviewedChange, { book }: BookFile): PreviewedChange {
  const { currency, currencyDecimals } = book.settings;
  const wanted = moneyText(currency, currencyDecimals).total(goal.goal);
  const words = `${change.compared.change}, to bring ${wanted} a month of ${goal.of}`;
  return { ...change, compared: { ...change.compared, change: words } };
}
