import type { Writable } from "node:stream";
import { FileOutput } from "./file-output.ts";
import type { Output } from "./output.ts";
import { StreamOutput } from "./stream-output.ts";

/** What `-` stands for. */
export interface OutputOptions {
  readonly stdout?: Writable;
}

/**
 * Opens a file to write to, or standard output for `-`. A file is written under another name in the same folder
 * and gets its own when it is finished; until then a file of that name stays as it was.
 */
export async function openOutput(path: string, options: OutputOptions = {}): Promise<Output> {
  return path === "-" ? new StreamOutput(options.stdout ?? process.stdout) : FileOutput.open(path);
}
