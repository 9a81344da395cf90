/** The commands, in the order in which help lists them. */
import type { AddCommand } from "../declare-command.ts";
import { rateCommand } from "../rate/index.ts";
import { billCommand, chargesCommand, itemiseCommand } from "./bills/index.ts";
import { convertCommand, formatsCommand, sniffCommand } from "./call-formats/index.ts";
import { checkCommand } from "./check-command.ts";
import { explainCommand } from "./explain-command.ts";
import { importCommand } from "./import-command.ts";
import { increaseCommand } from "./increase-command.ts";
import { planCommand } from "./plan-command.ts";
import { poolsCommand } from "./pools-command.ts";
import { previewCommand } from "./preview-command.ts";
import { quoteCommand } from "./quote-command.ts";
import { serveCommand, workerCommand } from "./servers/index.ts";

export const COMMANDS: readonly AddCommand[] = [
  rateCommand,
  quoteCommand,
  explainCommand,
  checkCommand,
  formatsCommand,
  sniffCommand,
  convertCommand,
  importCommand,
  increaseCommand,
  planCommand,
  previewCommand,
  poolsCommand,
  chargesCommand,
  billCommand,
  itemiseCommand,
  serveCommand,
  workerCommand,
];
