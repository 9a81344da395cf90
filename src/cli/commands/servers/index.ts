/** The commands of servers and workers. */
export { serveCommand } from "./serve-command.ts";
export { workerCommand } from "./worker-command.ts";
