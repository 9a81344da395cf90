/** The commands about formats of calls: which there are, which one a file is in, and calls from one to another. */
export { convertCommand } from "./convert-command.ts";
export { formatsCommand } from "./formats-command.ts";
export { sniffCommand } from "./sniff-command.ts";
