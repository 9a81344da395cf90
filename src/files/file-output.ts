import { randomBytes } from "node:crypto";
import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { OUTPUT_PIECE, type Output } from "./output.ts";
import { LeftoverClock, removeLeftovers, temporaryName } from "./partial-files.ts";
import type { PathTarget } from "./path-target.ts";
import { fileErrorOf } from "./system-fault.ts";

/** An output to a file that appears under its name only when it is complete. */
export class FileOutput implements Output {
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
