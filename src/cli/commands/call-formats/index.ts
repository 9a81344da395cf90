/** The commands about formats of calls: list formats, detect the format of a file, and convert calls. */
export { convertCommand } from "./convert-command.ts";
export { formatsCommand } from "./formats-command.ts";
export { sniffCommand } from "./sniff-command.ts";
