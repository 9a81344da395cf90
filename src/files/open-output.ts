import { createWriteStream } from "node:fs";
import { open } from "node:fs/promises";
import { addAbortSignal, type Writable } from "node:stream";
import { knownOptions } from "../names/index.ts";
import { FileError } from "./file-error.ts";
import { FileOutput } from "./file-output.ts";
import { isPipe, openPipe, pipeSocket } from "./open-pipe.ts";
import type { Output } from "./output.ts";
import { pathTarget } from "./path-target.ts";
import { StreamOutput } from "./stream-output.ts";
import { fileErrorOf } from "./system-fault.ts";

/** The streams of the process, and what stops waiting for the reader of a named pipe. */
export interface OutputOptions {
  /** What `-` and /dev/stdout stand for. */
  readonly stdout?: Writable;
  /** What /dev/stderr stands for. */
  readonly stderr?: Writable;
  readonly signal?: AbortSignal | undefined;
  /** Whether others of this run in the same folder have been opened before, which is tidied up once. */
  readonly isOneOfMany?: boolean;
}

const checkOptions = knownOptions<OutputOptions>("openOutput", {
  stdout: "any",
  stderr: "any",
  signal: "any",
  isOneOfMany: "flag",
});

/**
 * Opens a file to write to, or standard output for `-`. A file is written under another name in the same folder
 * and gets its own when it is finished; until then a file of that name stays as it was. Through a link, the file
 * that it leads to is replaced, and the link stays. Streams of the process such as /dev/stdout, named pipes and
 * devices are written as they are. Throws a FileError where it cannot be written.
 */
export async function openOutput(path: string, options: OutputOptions = {}): Promise<Output> {
  checkOptions(options);
  const { stdout = process.stdout, stderr = process.stderr, signal, isOneOfMany = false } = options;
  if (path === "-") return new StreamOutput(stdout);
  const target = await pathTarget(path);
  switch (target.kind) {
    case "folder":
      throw new FileError(path, "is a folder, not a file");
    case "stream":
      if (target.descriptor === 1) return new StreamOutput(stdout);
      if (target.descriptor === 2) return new StreamOutput(stderr, "standard error");
      return ownOutput(streamOf(target.descriptor, path), path, signal);
    case "pipe":
      return ownOutput(await openPipe(target.path, "write", { name: path, signal }), path, signal);
    case "device":
      return ownOutput(await deviceStream(target.path, path), path, signal);
    case "file":
      return FileOutput.open(path, target, { tidies: !isOneOfMany });
  }
}

/** An output to a stream that was opened for it; who interrupts does not wait for its reader. */
function ownOutput(stream: Writable, name: string, signal: AbortSignal | undefined): Output {
  if (signal !== undefined) addAbortSignal(signal, stream);
  return new StreamOutput(stream, name, { isOwn: true });
}

/** A file is written on from where its descriptor is: opened again by its path, it would be written over. */
function streamOf(descriptor: number, path: string): Writable {
  try {
    return isPipe(descriptor) ? pipeSocket(descriptor, "write") : createWriteStream("", { fd: descriptor });
  } catch (error) {
    throw fileErrorOf(error, path);
  }
}

async function deviceStream(path: string, name: string): Promise<Writable> {
  try {
    return (await open(path, "w")).createWriteStream();
  } catch (error) {
    throw fileErrorOf(error, name);
  }
}
