import { open } from "node:fs/promises";
import { addAbortSignal, type Readable } from "node:stream";
import { knownOptions } from "../names/index.ts";
import { FileError } from "./file-error.ts";
import { isPipe, openPipe, pipeSocket } from "./open-pipe.ts";
import { pathTarget } from "./path-target.ts";
import { fileErrorOf } from "./system-fault.ts";
import type { ByteSource } from "./text-bytes.ts";

/** Bytes that are read at once. */
const CHUNK_BYTES = 1 << 18;

/** A call file or standard input, opened. */
export interface Input {
  /** The name in messages: the path as given, or "standard input". */
  readonly name: string;
  readonly source: ByteSource;
  /** Bytes in all, where that is known. */
  readonly size: number | undefined;
  /** Bytes read so far. */
  bytesRead(): number;
  /** Stops reading; needed only where `source` was not read to its end or left early. */
  close(): void;
}

/** What `-` stands for, and what stops reading. */
export interface InputOptions {
  readonly stdin?: Readable;
  readonly signal?: AbortSignal | undefined;
}

const checkOptions = knownOptions<InputOptions>("openInput", { stdin: "any", signal: "any" });

/** Opens a file, or standard input for `-`; throws a FileError where it cannot be read. */
export async function openInput(path: string, options: InputOptions = {}): Promise<Input> {
  checkOptions(options);
  if (path !== "-") return openFile(path, path, options);
  return counted("standard input", options.stdin ?? process.stdin, undefined, options.signal);
}

/** Opens a file that messages call `name`; /dev/stdin is standard input. */
export async function openFile(
  path: string,
  name: string,
  { stdin = process.stdin, signal }: InputOptions = {},
): Promise<Input> {
  try {
    // What is not there is told when it is opened.
    const target = await pathTarget(path).catch(() => undefined);
    if (target?.kind === "pipe") {
      return counted(name, await openPipe(target.path, "read", { name, signal }), undefined, signal);
    }
    // A stream that is a file is opened like any other, so that its size is known.
    if (target?.kind === "stream" && isPipe(target.descriptor)) {
      return target.descriptor === 0
        ? counted("standard input", stdin, undefined, signal)
        : counted(name, pipeSocket(target.descriptor, "read"), undefined, signal);
    }
    const handle = await open(path, "r");
    const found = await handle.stat();
    if (found.isDirectory()) {
      await handle.close();
      throw new FileError(name, "is a folder, not a file");
    }
    return counted(
      name,
      handle.createReadStream({ highWaterMark: CHUNK_BYTES }),
      found.isFile() ? found.size : undefined,
      signal,
    );
  } catch (error) {
    throw fileErrorOf(error, name);
  }
}

function counted(
  name: string,
  stream: Readable,
  size: number | undefined,
  signal: AbortSignal | undefined,
): Input {
  if (signal !== undefined) addAbortSignal(signal, stream);
  // A fault before anyone reads must not end the process; whoever reads then meets it.
  stream.on("error", () => undefined);
  let bytes = 0;
  async function* source(): AsyncGenerator<Uint8Array | string, void, undefined> {
    for await (const piece of stream as AsyncIterable<Uint8Array | string>) {
      bytes += typeof piece === "string" ? Buffer.byteLength(piece) : piece.length;
      yield piece;
    }
  }
  return { name, source: source(), size, bytesRead: () => bytes, close: () => void stream.destroy() };
}
