/** Outputs: files that appear under their names only when they are complete, and streams that are written directly. */
import { randomBytes } from "node:crypto";
import { type BigIntStats, createWriteStream } from "node:fs";
import { type FileHandle, lstat, open, opendir, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { addAbortSignal, type Writable } from "node:stream";
import { finished } from "node:stream/promises";
import { knownOptions } from "../names/index.ts";
import { asFileErrors, FileError, fileErrorOf, systemCode } from "./file-error.ts";
import { isPipe, openPipe, pipeSocket } from "./open-input.ts";
import { type PathTarget, pathTarget } from "./path-target.ts";

/** A destination of results. */
export interface Output {
  /** The name in messages. */
  readonly name: string;
  /** Writes a text; where the reader is slower, returns a promise to await before the next text. */
  write(text: string): Promise<void> | undefined;
  /** Writes bytes after all earlier text; resolves when the bytes are passed on, and must stay unchanged until then. */
  writeBytes(bytes: Uint8Array): Promise<void>;
  /** Passes on the buffered text to a reader that waits for it; does nothing for a file, which has no reader yet. */
  flush(): Promise<void>;
  /** Stores all written data durably, so that `finish` only has to rename the file. */
  complete(): Promise<void>;
  /** Completes the output: from now on the file exists under its name. */
  finish(): Promise<void>;
  /** Drops the output: nothing of a file remains. Does nothing after `finish`. */
  discard(): Promise<void>;
}

/**
 * Finishes the outputs of a run, in their order, once all outputs are complete: where an output cannot be written, on
 * a full disk for example, no output appears under its name.
 */
export async function finishOutputs(outputs: readonly Output[]): Promise<void> {
  for (const output of outputs) await output.complete();
  for (const output of outputs) await output.finish();
}

/** The reader of the output has gone away (EPIPE): nothing more can be written, and that is no fault. */
export class ReaderGone extends Error {
  override readonly name = "ReaderGone";
  constructor() {
    super("The reader of the output has gone.");
  }
}

/** Characters that are buffered before they are written. */
const OUTPUT_PIECE = 1 << 18;

abstract class GatheredText {
  #text = "";

  protected abstract pass(data: string | Uint8Array): Promise<void>;

  write(text: string): Promise<void> | undefined {
    this.#text += text;
    return this.#text.length < OUTPUT_PIECE ? undefined : this.passText();
  }

  protected async passText(): Promise<void> {
    const text = this.#text;
    this.#text = "";
    if (text !== "") await this.pass(text);
  }

  protected drop(): void {
    this.#text = "";
  }
}

/** A temporary file that was not touched for this long belongs to no run any more. */
const LEFTOVER_MILLISECONDS = 86_400_000;
const TOUCH_MILLISECONDS = 3_600_000;
const TEMPORARY_NAME = /^\..+\.[0-9a-f]{12}\.partial$/;

/** A temporary path beside a file, for writing until the file is complete. */
export function temporaryPath(path: string): string {
  return join(dirname(path), `.${basename(path)}.${randomBytes(6).toString("hex")}.partial`);
}

/**
 * Removes the files that killed runs have left in a folder: plain files of the same owner with a temporary name, a day
 * older than the fresh file, by the clock of the disk of both files. A long run touches its files now and then.
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
    // The clean-up is optional: no run fails because of it.
  }
}

/**
 * Gives a file the mode of the file that it replaces, of which the umask may have taken a part. Only for the same
 * group: another one does not get what the group of the replaced file may do.
 */
async function keepMode(handle: FileHandle, existing: BigIntStats, mode: number): Promise<void> {
  const { gid } = await handle.stat({ bigint: true });
  // A file system without modes may refuse.
  if (gid === existing.gid) await handle.chmod(mode).catch(() => undefined);
}

/** An output to a file that appears under its name only when it is complete. */
class FileOutput extends GatheredText implements Output {
  readonly name: string;
  /** Undefined once the file is complete: a run may have very many complete files. */
  #handle: FileHandle | undefined;
  readonly #temporary: string;
  readonly #target: string;
  /** Touches the file now and then, so that no other run takes it for a leftover. */
  #touch: NodeJS.Timeout | undefined;
  #state: "open" | "complete" | "finished" | "discarded" = "open";

  private constructor(name: string, handle: FileHandle, temporary: string, target: string) {
    super();
    this.name = name;
    this.#handle = handle;
    this.#temporary = temporary;
    this.#target = target;
    this.#touch = setInterval(() => {
      const now = new Date();
      handle.utimes(now, now).catch(() => undefined);
    }, TOUCH_MILLISECONDS);
    this.#touch.unref();
  }

  /** Opens a temporary file beside the target, and removes leftovers from the folder where `tidies` is set. */
  static async open(
    name: string,
    { path, existing }: PathTarget & { kind: "file" },
    tidies: boolean,
  ): Promise<FileOutput> {
    const temporary = temporaryPath(path);
    const mode = existing === undefined ? 0o666 : Number(existing.mode & 0o777n);
    return asFileErrors(name, async () => {
      const handle = await open(temporary, "wx", mode);
      if (existing !== undefined) await keepMode(handle, existing, mode);
      if (tidies) await removeLeftovers(dirname(path), handle);
      return new FileOutput(name, handle, temporary, path);
    });
  }

  async writeBytes(bytes: Uint8Array): Promise<void> {
    await this.passText();
    await this.pass(bytes);
  }

  async flush(): Promise<void> {
    // The file has no reader before `finish`.
  }

  async complete(): Promise<void> {
    if (this.#state !== "open") return;
    await this.passText();
    await asFileErrors(this.name, async () => {
      // Sync before the rename: after a power cut the file is whole or missing.
      await this.#handle?.sync();
      await this.#close();
      this.#state = "complete";
    });
  }

  async #close(): Promise<void> {
    clearInterval(this.#touch);
    await this.#handle?.close();
    this.#touch = undefined;
    this.#handle = undefined;
  }

  async finish(): Promise<void> {
    await this.complete();
    await asFileErrors(this.name, () => rename(this.#temporary, this.#target));
    this.#state = "finished";
  }

  async discard(): Promise<void> {
    if (this.#state === "finished" || this.#state === "discarded") return;
    this.#state = "discarded";
    this.drop();
    await this.#close().catch(() => undefined);
    await rm(this.#temporary, { force: true });
  }

  protected pass(data: string | Uint8Array): Promise<void> {
    const handle = this.#handle;
    if (handle === undefined) throw new Error(`${this.name} is written to after it was completed`);
    return asFileErrors(this.name, () => handle.appendFile(data, "utf8"));
  }
}

/** An output to a stream; a stream of another owner, such as standard output, is flushed but never closed. */
class StreamOutput extends GatheredText implements Output {
  readonly name: string;
  readonly #stream: Writable;
  readonly #isOwn: boolean;
  /** Whether the system has the data when the stream calls back; another stream, such as gzip, may still hold them. */
  readonly #isOfSystem: boolean;
  readonly #onError = (error: Error): void => {
    this.#error ??= error;
  };
  #error: Error | undefined;

  constructor(stream: Writable, name = "standard output", isOwn = false) {
    super();
    this.name = name;
    this.#stream = stream;
    this.#isOwn = isOwn;
    this.#isOfSystem = isOwn || stream === process.stdout || stream === process.stderr;
    stream.on("error", this.#onError);
  }

  async writeBytes(bytes: Uint8Array): Promise<void> {
    await this.flush();
    if (bytes.length > 0) await this.pass(this.#isOfSystem ? bytes : Buffer.from(bytes));
  }

  async flush(): Promise<void> {
    if (this.#error !== undefined) throw this.#failure(this.#error);
    await this.passText();
  }

  complete(): Promise<void> {
    return this.flush();
  }

  async finish(): Promise<void> {
    await this.flush();
    if (!this.#isOwn) {
      this.#stream.off("error", this.#onError);
      return;
    }
    try {
      this.#stream.end();
      await finished(this.#stream, { readable: false });
    } catch (error) {
      throw error instanceof Error ? this.#failure(error) : error;
    }
  }

  async discard(): Promise<void> {
    this.drop();
    // The listener stays: a late EPIPE would otherwise end the process with a stack trace.
    if (this.#isOwn) this.#stream.destroy();
  }

  /** Waits until the stream has passed the data on, so that at most one piece is held. */
  protected pass(data: string | Uint8Array): Promise<void> {
    if (this.#error !== undefined) throw this.#failure(this.#error);
    return new Promise<void>((resolve, reject) => {
      this.#stream.write(data, "utf8", (error) => (error ? reject(this.#failure(error)) : resolve()));
    });
  }

  #failure(error: Error): Error {
    const code = systemCode(error);
    if (code === "EPIPE" || code === "ERR_STREAM_DESTROYED" || code === "ECONNRESET") return new ReaderGone();
    return fileErrorOf(error, this.name);
  }
}

/** The streams of the process, and the signal that stops waiting for the reader of a named pipe. */
export interface OutputOptions {
  /** The stream for `-` and /dev/stdout. */
  readonly stdout?: Writable;
  /** The stream for /dev/stderr. */
  readonly stderr?: Writable;
  readonly signal?: AbortSignal | undefined;
  /** Whether this run has opened an output in the same folder before: leftovers are removed from the folder once. */
  readonly isOneOfMany?: boolean;
}

const checkOptions = knownOptions<OutputOptions>("openOutput", {
  stdout: "any",
  stderr: "any",
  signal: "any",
  isOneOfMany: "flag",
});

/**
 * Opens a file to write to, or standard output for `-`. A file is written under a temporary name in the same folder
 * and gets its name by `finish`; until then an existing file of that name is unchanged. Through a link, the target of
 * the link is replaced, and the link stays. Streams of the process such as /dev/stdout, named pipes and devices are
 * written directly. Throws a FileError where the path cannot be written.
 */
export async function openOutput(path: string, options: OutputOptions = {}): Promise<Output> {
  checkOptions(options);
  const { stdout = process.stdout, stderr = process.stderr, signal, isOneOfMany = false } = options;
  if (path === "-") return new StreamOutput(stdout);
  const target = await pathTarget(path);
  if (target.kind === "folder") throw new FileError(path, "is a folder, not a file");
  if (target.kind === "file") return FileOutput.open(path, target, !isOneOfMany);
  if (target.kind === "stream" && target.descriptor === 1) return new StreamOutput(stdout);
  if (target.kind === "stream" && target.descriptor === 2) return new StreamOutput(stderr, "standard error");
  const stream = await streamTo(target, path, signal);
  // An interrupted run does not wait for the reader of the stream.
  if (signal !== undefined) addAbortSignal(signal, stream);
  return new StreamOutput(stream, path, true);
}

async function streamTo(
  target: Exclude<PathTarget, { kind: "file" } | { kind: "folder" }>,
  name: string,
  signal: AbortSignal | undefined,
): Promise<Writable> {
  if (target.kind === "pipe") return openPipe(target.path, "write", { name, signal });
  return asFileErrors(name, async () => {
    if (target.kind !== "stream") return (await open(target.path, "w")).createWriteStream();
    const { descriptor: fd } = target;
    // A file is written from the position of its descriptor: a file opened again by its path would be overwritten.
    return isPipe(fd) ? pipeSocket(fd, "write") : createWriteStream("", { fd });
  });
}
