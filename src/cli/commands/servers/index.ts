/** The commands that serve others. */
export { serveCommand } from "./serve-command.ts";
