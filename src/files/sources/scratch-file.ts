/** A file in the system's temporary folder for data that a run does not hold in memory. */
import { randomBytes } from "node:crypto";
import { type ReadStream, readSync } from "node:fs";
import { type FileHandle, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FileError, fileErrorOf } from "../file-error.ts";

/** A file that is appended to and read at any position; nothing of the file remains after `close`. */
export class ScratchFile {
  readonly #path: string;
  readonly #handle: FileHandle;
  #bytes = 0;

  private constructor(path: string, handle: FileHandle) {
    this.#path = path;
    this.#handle = handle;
  }

  static async open(): Promise<ScratchFile> {
    const path = join(tmpdir(), `tollbook-${randomBytes(6).toString("hex")}.scratch`);
    try {
      const handle = await open(path, "wx+", 0o600);
      // A file without a name is freed when the process ends. Where an open file keeps its name, `close` removes it.
      await rm(path, { force: true }).catch(() => undefined);
      return new ScratchFile(path, handle);
    } catch (error) {
      throw fileErrorOf(error, path);
    }
  }

  get length(): number {
    return this.#bytes;
  }

  async append(bytes: Uint8Array): Promise<void> {
    try {
      for (let from = 0; from < bytes.length; ) {
        const written = await this.#handle.write(bytes, from, bytes.length - from, this.#bytes);
        from += written.bytesWritten;
        this.#bytes += written.bytesWritten;
      }
    } catch (error) {
      throw fileErrorOf(error, this.#path);
    }
  }

  /** Fills `bytes` from a position of the file, behind which there must be enough bytes. */
  read(bytes: Uint8Array, position: number): void {
    let length = 0;
    try {
      while (length < bytes.length) {
        const read = readSync(this.#handle.fd, bytes, length, bytes.length - length, position + length);
        if (read === 0) throw new FileError(this.#path, "has lost what was written to it");
        length += read;
      }
    } catch (error) {
      throw fileErrorOf(error, this.#path);
    }
  }

  /** All that was written, from the beginning. */
  stream(): ReadStream {
    return this.#handle.createReadStream({ start: 0, autoClose: false });
  }

  async close(): Promise<void> {
    await this.#handle.close();
    await rm(this.#path, { force: true });
  }
}
