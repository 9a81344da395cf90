import { isUtf8 } from "node:buffer";
import { constants, fstatSync, openSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { Socket } from "node:net";
import { basename } from "node:path";
import { addAbortSignal, type Readable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { knownOptions } from "../names/index.ts";
import { asFileErrors, FileError, fileErrorOf, systemCode } from "./file-error.ts";
import { type JsonKind, parseJsonFile } from "./json.ts";
import { pathTarget } from "./path-target.ts";
import { FilePieces, isPacked, PIECE_BYTES, passingPieces } from "./sources/index.ts";
import { asBuffer, type ByteSource, textBody } from "./text.ts";

/** Milliseconds between two checks whether a pipe has a reader. */
const PAUSE = 50;

/** Whether an open descriptor is a pipe or a socket, like those of a shell's pipelines. */
export function isPipe(descriptor: number): boolean {
  const found = fstatSync(descriptor);
  return found.isFIFO() || found.isSocket();
}

/** An open pipe as a stream that blocks no thread. */
export function pipeSocket(fd: number, way: "read" | "write"): Socket {
  return new Socket({ fd, readable: way === "read", writable: way === "write" });
}

/** A pipe's name in messages, and the signal that stops waiting for its other end. */
interface PipeOptions {
  readonly name: string;
  readonly signal: AbortSignal | undefined;
}

/**
 * Opens a named pipe without blocking: otherwise opening, reading and writing each block a thread until the other end
 * is open, and a process with a blocked thread cannot even exit. Throws a FileError where the pipe cannot be opened.
 */
export async function openPipe(
  path: string,
  way: "read" | "write",
  { name, signal }: PipeOptions,
): Promise<Socket> {
  const flags = (way === "read" ? constants.O_RDONLY : constants.O_WRONLY) | constants.O_NONBLOCK;
  for (;;) {
    try {
      return pipeSocket(openSync(path, flags), way);
    } catch (error) {
      // The pipe has no reader yet.
      if (systemCode(error) !== "ENXIO") throw fileErrorOf(error, name);
    }
    await pause(PAUSE, undefined, { signal });
  }
}

/** A call file or standard input, opened. */
export interface Input {
  /** The name in messages: the path as given, or "standard input". */
  readonly name: string;
  readonly source: ByteSource;
  /** Total bytes, where known; not of a file that is packed with gzip, which has more bytes when unpacked. */
  readonly size: number | undefined;
  /** Bytes read so far. */
  bytesRead(): number;
  /** Stops reading; needed only where `source` was not read to its end or left early. */
  close(): void;
}

/** The stream that `-` stands for, and the signal that stops reading. */
export interface InputOptions {
  readonly stdin?: Readable;
  readonly signal?: AbortSignal | undefined;
}

const checkOptions = knownOptions<InputOptions>("openInput", { stdin: "any", signal: "any" });

/** Opens a file, or standard input for `-`; throws a FileError where it cannot be read. */
export async function openInput(path: string, options: InputOptions = {}): Promise<Input> {
  checkOptions(options);
  if (path !== "-") return openFile(path, path, options);
  return counted("standard input", options.stdin ?? process.stdin, options.signal);
}

/** Opens a file that messages call `name`; /dev/stdin is standard input. */
export function openFile(
  path: string,
  name: string,
  { stdin = process.stdin, signal }: InputOptions = {},
): Promise<Input> {
  return asFileErrors(name, async () => {
    // A missing file is reported when it is opened.
    const target = await pathTarget(path).catch(() => undefined);
    if (target?.kind === "pipe") {
      return counted(name, await openPipe(target.path, "read", { name, signal }), signal);
    }
    // A stream that is a file is opened like any other file, so that its size is known.
    if (target?.kind === "stream" && isPipe(target.descriptor)) {
      return target.descriptor === 0
        ? counted("standard input", stdin, signal)
        : counted(name, pipeSocket(target.descriptor, "read"), signal);
    }
    const handle = await open(path, "r");
    try {
      const found = await handle.stat();
      if (found.isDirectory()) throw new FileError(name, "is a folder, not a file");
      const size = found.isFile() && !(await isPackedFile(handle)) ? found.size : undefined;
      if (size === undefined)
        return counted(name, handle.createReadStream({ highWaterMark: PIECE_BYTES }), signal);
      const source = new FilePieces(handle, { name, size, signal });
      return { name, source, size, bytesRead: () => source.bytesRead, close: () => source.close() };
    } catch (error) {
      await handle.close();
      throw error;
    }
  });
}

async function isPackedFile(handle: FileHandle): Promise<boolean> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(2), 0, 2, 0);
  return isPacked(buffer.subarray(0, bytesRead));
}

/** A stream as an input of unknown size. */
function counted(name: string, stream: Readable, signal: AbortSignal | undefined): Input {
  if (signal !== undefined) addAbortSignal(signal, stream);
  // An error before the first read must not end the process; the first read throws the error.
  stream.on("error", () => undefined);
  let bytes = 0;
  async function* source(): AsyncGenerator<Uint8Array | string, void, undefined> {
    for await (const piece of stream as AsyncIterable<Uint8Array | string>) {
      bytes += typeof piece === "string" ? Buffer.byteLength(piece) : piece.length;
      yield piece;
    }
  }
  return {
    name,
    source: source(),
    size: undefined,
    bytesRead: () => bytes,
    close: () => void stream.destroy(),
  };
}

/** Bytes that may still be read, shared by files that are read together. */
export interface ByteBudget {
  readonly limit: number;
  left: number;
}

export function byteBudget(limit: number): ByteBudget {
  return { limit, left: limit };
}

/** Takes bytes from a budget; throws a FileError about the file where the budget is used up. */
export function spend(budget: ByteBudget, bytes: number, name: string): void {
  budget.left -= bytes;
  if (budget.left >= 0) return;
  const what = "it and the files read with it, each counted as often as it is named";
  throw new FileError(name, `is too large; ${what}, may have ${budget.limit} bytes together`);
}

/** The UTF-8 text of a file, without a byte order mark; throws a FileError, also where the budget is used up. */
export async function readWholeText(path: string, name: string, budget: ByteBudget): Promise<Buffer> {
  const body = textBody(await readBytes(path, name, budget), name);
  if (isUtf8(body)) return body;
  throw new FileError(name, "is not UTF-8 text", { line: firstBadLine(body) });
}

function readBytes(path: string, name: string, budget: ByteBudget): Promise<Buffer> {
  return asFileErrors(name, async () => {
    const input = await openFile(path, name);
    // One buffer from the start: joining 40 MB of small pieces takes as long as reading them.
    let bytes = Buffer.allocUnsafe(Math.max(0, Math.min(input.size ?? 0, budget.left)));
    let length = 0;
    // Reading in pieces keeps the limit for pipes and for files that grow meanwhile, too.
    for await (const piece of passingPieces(input.source)) {
      const read = asBuffer(piece);
      spend(budget, read.length, name);
      if (length + read.length > bytes.length) {
        bytes = Buffer.concat([bytes.subarray(0, length)], 2 * (length + read.length));
      }
      bytes.set(read, length);
      length += read.length;
    }
    return bytes.subarray(0, length);
  });
}

function firstBadLine(bytes: Buffer): number {
  let line = 1;
  for (let start = 0; start < bytes.length; line++) {
    const found = bytes.indexOf(0x0a, start);
    const end = found === -1 ? bytes.length : found;
    if (!isUtf8(bytes.subarray(start, end))) return line;
    start = end + 1;
  }
  return line;
}

/** Most bytes of a small JSON file: a mapping, a dialect, profiles. A complete file has some 10,000. */
const MAX_JSON_FILE_BYTES = 1_000_000;

/**
 * The value in a small JSON file beside a book; at most 1,000,000 bytes. Throws a FileError that names the file
 * and the place, and where the file is no JSON object at all what it ought to be: `kind`.
 */
export async function readJsonFile(path: string, kind: JsonKind): Promise<unknown> {
  const name = basename(path);
  const text = await readWholeText(path, name, byteBudget(MAX_JSON_FILE_BYTES));
  return parseJsonFile(text.toString("utf8"), name, kind);
}
