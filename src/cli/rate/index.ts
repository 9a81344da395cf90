/** The command that rates a file, apart from the other commands, whose bundle has more code. */
export { rateCommand } from "./rate-command.ts";
