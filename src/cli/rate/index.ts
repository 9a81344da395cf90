/** The command that rates a file, apart from the others, which are built with more. */
export { rateCommand } from "./rate-command.ts";
