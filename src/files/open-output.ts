import { randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import { type FileHandle, lstat, open, opendir, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { addAbortSignal, type Writable } from "node:stream";
import { finished } from "node:stream/promises";
import { knownOptions } from "../names/index.ts";
import { FileError, fileErrorOf, systemCode } from "./file-error.ts";
import { isPipe, openPipe, pipeSocket } from "./open-input.ts";
import { type PathTarget, pathTarget } from "./path-target.ts";

/** Somewhere results are written to. */
export interface Output {
  /** The name in messages. */
  readonly name: string;
  /** Writes a text; where the reader is slower, a promise to wait for before the next one. */
  write(text: string): Promise<void> | undefined;
  /** Writes bytes, after all text before them, and is done when they are passed on; until then they stay the caller's. */
  writeBytes(bytes: Uint8Array): Promise<void>;
  /** Passes on what has been gathered, for a reader that waits for it; a file has no reader yet and does nothing. */
  flush(): Promise<void>;
  /** Puts all that was written where it cannot be lost, so that `finish` has only its name to give. */
  complete(): Promise<void>;
  /** Completes what was written: from now on it is there under its name. */
  finish(): Promise<void>;
  /** Gives up: nothing of it remains. Does nothing after `finish`. */
  discard(): Promise<void>;
}

/**
 * Finishes the outputs of a run, in their order, once all of them are complete: where one cannot be written, a full disk say,
 * none appears under its name.
 */
export async function finishOutputs(outputs: readonly Output[]): Promise<void> {
  for (const output of outputs) await output.complete();
  for (const output of outputs) await output.finish();
}

/** Whoever read the output has gone away (EPIPE): nothing more can be written, and nobody minds. */
export class ReaderGone extends Error {
  override readonly name = "ReaderGone";
  constructor() {
    super("The reader of the output has gone.");
  }
}

/** Characters that are gathered before they are written. */
const OUTPUT_PIECE = 1 << 18;

/** Files under the temporary names of outputs: what they are called, and what becomes of those of runs that were killed. */

/** A file that nobody has touched for so long belongs to no run any more. */
const LEFTOVER_MILLISECONDS = 86_400_000;
const TOUCH_MILLISECONDS = 3_600_000;

const TEMPORARY_NAME = /^\..+\.[0-9a-f]{12}\.partial$/;

/** The name under which a file is written until it is complete; `random` are 12 hexadecimal digits. */
export function temporaryName(name: string, random: string): string {
  return `.${name}.${random}.partial`;
}

/**
 * Removes what killed runs have left in a folder: plain files of the same owner with a temporary name, a day older than the
 * one that was just made, by the clock of the disk both are on. A run that lasts touches its files (`LeftoverClock`).
 */
async function removeLeftovers(folder: string, fresh: FileHandle): Promise<void> {
  try {
    const { mtimeMs, uid } = await fresh.stat();
    for await (const entry of await opendir(folder)) {
      if (!entry.isFile() || !TEMPORARY_NAME.test(entry.name)) continue;
      const path = join(folder, entry.name);
      const found = await lstat(path);
      const isOurs = found.isFile() && found.nlink === 1 && found.uid === uid;
      if (isOurs && found.mtimeMs < mtimeMs - LEFTOVER_MILLISECONDS) await rm(path, { force: true });
    }
  } catch {
    // Tidying up is a favour: no run fails because of it.
  }
}

/** Touches a file now and then as long as it is written, so that no other run takes it for a leftover. */
class LeftoverClock {
  readonly #timer: NodeJS.Timeout;

  constructor(handle: FileHandle) {
    this.#timer = setInterval(() => {
      const now = new Date();
      handle.utimes(now, now).catch(() => undefined);
    }, TOUCH_MILLISECONDS);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}

/** An output to a file that appears under its name only when it is complete. */
class FileOutput implements Output {
  readonly name: string;
  readonly #handle: FileHandle;
  /** The file that is written, and the name it gets. */
  readonly #temporary: string;
  readonly #target: string;
  readonly #clock: LeftoverClock;
  #text = "";
  #state: "open" | "complete" | "finished" | "discarded" = "open";

  private constructor(name: string, handle: FileHandle, temporary: string, target: string) {
    this.name = name;
    this.#handle = handle;
    this.#temporary = temporary;
    this.#target = target;
    this.#clock = new LeftoverClock(handle);
  }

  /**
   * Opens a file beside the target to write to, and tidies its folder where it is asked to; throws a FileError that calls it
   * `name` where it cannot be written.
   */
  static async open(
    name: string,
    { path, existing }: PathTarget & { kind: "file" },
    { tidies }: { readonly tidies: boolean },
  ): Promise<FileOutput> {
    const temporary = join(dirname(path), temporaryName(basename(path), randomBytes(6).toString("hex")));
    const mode = existing === undefined ? 0o666 : Number(existing.mode & 0o777n);
    try {
      const handle = await open(temporary, "wx", mode);
      if (tidies) await removeLeftovers(dirname(path), handle);
      return new FileOutput(name, handle, temporary, path);
    } catch (error) {
      throw fileErrorOf(error, name);
    }
  }

  write(text: string): Promise<void> | undefined {
    this.#text += text;
    return this.#text.length < OUTPUT_PIECE ? undefined : this.#pass();
  }

  async writeBytes(bytes: Uint8Array): Promise<void> {
    await this.#pass();
    await this.#append(bytes);
  }

  async flush(): Promise<void> {
    // Nobody can read the file before it is finished.
  }

  async complete(): Promise<void> {
    if (this.#state !== "open") return;
    await this.#pass();
    try {
      // On the disk before it gets its name: after a power cut the file is whole or not there.
      await this.#handle.sync();
      this.#clock.stop();
      await this.#handle.close();
      this.#state = "complete";
    } catch (error) {
      throw fileErrorOf(error, this.name);
    }
  }

  async finish(): Promise<void> {
    await this.complete();
    try {
      await rename(this.#temporary, this.#target);
      this.#state = "finished";
    } catch (error) {
      throw fileErrorOf(error, this.name);
    }
  }

  async discard(): Promise<void> {
    if (this.#state === "finished" || this.#state === "discarded") return;
    this.#state = "discarded";
    this.#text = "";
    this.#clock.stop();
    await this.#handle.close().catch(() => undefined);
    await rm(this.#temporary, { force: true });
  }

  async #pass(): Promise<void> {
    const text = this.#text;
    this.#text = "";
    if (text !== "") await this.#append(text);
  }

  async #append(data: string | Uint8Array): Promise<void> {
    try {
      await this.#handle.appendFile(data, "utf8");
    } catch (error) {
      throw fileErrorOf(error, this.name);
    }
  }
}

/** Whose a stream is: one that was opened for the output ends with it. */
interface StreamOutputOptions {
  readonly isOwn?: boolean;
}

/** An output to a stream: one that someone else owns, such as standard output, is flushed but never closed. */
class StreamOutput implements Output {
  readonly name: string;
  readonly #stream: Writable;
  readonly #isOwn: boolean;
  readonly #onError: (error: Error) => void;
  #error: Error | undefined;
  #text = "";

  constructor(stream: Writable, name = "standard output", { isOwn = false }: StreamOutputOptions = {}) {
    this.name = name;
    this.#stream = stream;
    this.#isOwn = isOwn;
    this.#onError = (error) => {
      this.#error ??= error;
    };
    stream.on("error", this.#onError);
  }

  write(text: string): Promise<void> | undefined {
    this.#text += text;
    return this.#text.length < OUTPUT_PIECE ? undefined : this.flush();
  }

  complete(): Promise<void> {
    return this.flush();
  }

  async finish(): Promise<void> {
    await this.flush();
    if (this.#isOwn) await this.#end();
    else this.#stream.off("error", this.#onError);
  }

  async discard(): Promise<void> {
    this.#text = "";
    // The listener stays: a late EPIPE would otherwise end the process with a stack trace.
    if (this.#isOwn) this.#stream.destroy();
  }

  async writeBytes(bytes: Uint8Array): Promise<void> {
    await this.flush();
    // A copy: a stream may still hold what it was given when it asks for more.
    if (bytes.length > 0) await this.#pass(Buffer.from(bytes));
  }

  async flush(): Promise<void> {
    if (this.#error !== undefined) throw this.#failure(this.#error);
    const text = this.#text;
    this.#text = "";
    if (text !== "") await this.#pass(text);
  }

  /** Waits until the stream has passed it on, so at most one piece is ever held. */
  #pass(data: string | Uint8Array): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      this.#stream.write(data, "utf8", (error) => (error ? reject(this.#failure(error)) : resolve()));
    });
  }

  async #end(): Promise<void> {
    try {
      this.#stream.end();
      await finished(this.#stream, { readable: false });
    } catch (error) {
      throw error instanceof Error ? this.#failure(error) : error;
    }
  }

  #failure(error: Error): Error {
    const code = systemCode(error);
    if (code === "EPIPE" || code === "ERR_STREAM_DESTROYED" || code === "ECONNRESET") return new ReaderGone();
    return fileErrorOf(error, this.name);
  }
}

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
