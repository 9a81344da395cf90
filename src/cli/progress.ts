import type { CliIO } from "./cli-io.ts";

/** Milliseconds between two drawings of the line. */
const INTERVAL = 100;

/** One line on a terminal's standard error that says how far reading has come; elsewhere nothing. */
export class Progress {
  readonly #io: CliIO;
  readonly #size: number | undefined;
  #drawnAt = 0;
  #isDrawn = false;

  constructor(io: CliIO, size: number | undefined) {
    this.#io = io;
    this.#size = size;
  }

  show(bytes: number, calls: number): void {
    if (!this.#io.isTerminal) return;
    const now = this.#io.now();
    if (now - this.#drawnAt < INTERVAL) return;
    this.#drawnAt = now;
    this.#isDrawn = true;
    const part =
      this.#size === undefined || this.#size === 0 ? "" : ` (${Math.floor((bytes / this.#size) * 100)} %)`;
    this.#io.stderr.write(`\r${megabytes(bytes)} MB read${part}, ${calls} calls\u001b[K`);
  }

  /** Removes the line. */
  clear(): void {
    if (this.#isDrawn) this.#io.stderr.write("\r\u001b[K");
    this.#isDrawn = false;
  }
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
