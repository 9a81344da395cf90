import type { Writable } from "node:stream";
import { finished } from "node:stream/promises";
import { OUTPUT_PIECE, type Output, ReaderGone } from "./output.ts";
import { fileErrorOf, systemCode } from "./system-fault.ts";

/** Whose a stream is: one that was opened for the output ends with it. */
export interface StreamOutputOptions {
  readonly isOwn?: boolean;
}

/** An output to a stream: one that someone else owns, such as standard output, is flushed but never closed. */
export class StreamOutput implements Output {
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
