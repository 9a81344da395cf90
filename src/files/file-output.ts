import { randomBytes } from "node:crypto";
import { type FileHandle, open, realpath, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { FileError } from "./file-error.ts";
import { OUTPUT_PIECE, type Output, ReaderGone } from "./output.ts";
import { fileErrorOf, systemCode } from "./system-fault.ts";

/** An output to a file that appears under its name only when it is complete. */
export class FileOutput implements Output {
  readonly name: string;
  readonly #handle: FileHandle;
  /** The file that is written, and the name it gets; the same for a device or a pipe. */
  readonly #temporary: string;
  readonly #target: string;
  #text = "";
  #isClosed = false;

  private constructor(name: string, handle: FileHandle, temporary: string, target: string) {
    this.name = name;
    this.#handle = handle;
    this.#temporary = temporary;
    this.#target = target;
  }

  /** Opens a file beside `path` to write to; throws a FileError where it cannot be written. */
  static async open(path: string): Promise<FileOutput> {
    try {
      // Through a link, the file it leads to is replaced and the link stays.
      const target = await realpath(path).catch(() => path);
      const existing = await stat(target).catch(() => undefined);
      if (existing?.isDirectory()) throw new FileError(path, "is a folder, not a file");
      if (existing !== undefined && !existing.isFile()) {
        // A device or a pipe, such as /dev/null, is written as it is and never replaced.
        return new FileOutput(path, await open(target, "w"), target, target);
      }
      const suffix = randomBytes(6).toString("hex");
      const temporary = join(dirname(target), `.${basename(target)}.${suffix}.partial`);
      const mode = existing === undefined ? 0o666 : existing.mode & 0o777;
      return new FileOutput(path, await open(temporary, "wx", mode), temporary, target);
    } catch (error) {
      throw fileErrorOf(error, path);
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

  async finish(): Promise<void> {
    await this.#pass();
    try {
      const isTemporary = this.#temporary !== this.#target;
      // On the disk before it gets its name: after a power cut the file is whole or not there.
      if (isTemporary) await this.#handle.sync();
      this.#isClosed = true;
      await this.#handle.close();
      if (isTemporary) await rename(this.#temporary, this.#target);
    } catch (error) {
      this.#isClosed = false;
      throw fileErrorOf(error, this.name);
    }
  }

  async discard(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#text = "";
    await this.#handle.close().catch(() => undefined);
    if (this.#temporary !== this.#target) await rm(this.#temporary, { force: true });
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
      if (systemCode(error) === "EPIPE") throw new ReaderGone();
      throw fileErrorOf(error, this.name);
    }
  }
}
