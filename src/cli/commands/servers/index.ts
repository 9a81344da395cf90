/** The commands that serve others. */
export { serveCommand } from "./serve-command.ts";
export { workerCommand } from "./worker-command.ts";
