/** A process of the built command under soak: its address, its memory, the errors of its log, its end. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const MOST_LAST_LINES = 30;
const STATUS_KILOBYTE = 1_024;

/** A running command, whose log is read as it comes. */
export class SoakProcess {
  readonly #child: ChildProcess;
  #errors = 0;
  readonly #lastLines: string[] = [];
  #onLine: (line: string) => void = () => undefined;

  constructor(words: readonly string[]) {
    this.#child = spawn(process.execPath, words, { stdio: ["ignore", "ignore", "pipe"] });
    if (this.#child.stderr === null) throw new Error("no standard error to read");
    createInterface({ input: this.#child.stderr }).on("line", (line) => {
      this.#onLine(line);
      this.#lastLines.push(line);
      if (this.#lastLines.length > MOST_LAST_LINES) this.#lastLines.shift();
      if (line.includes('"level":"error"')) this.#errors++;
    });
  }

  /** The address that it says it listens at. */
  address(): Promise<string> {
    return new Promise((found, failed) => {
      this.#onLine = (line) => {
        const at = /listening at (http:\S+?)\/backend/.exec(line)?.[1];
        if (at !== undefined) found(at);
      };
      this.#child.once("exit", (code) => failed(new Error(`The server ended with ${code}.`)));
    });
  }

  /** What is in memory of it; undefined where the system does not say. */
  residentBytes(): number | undefined {
    try {
      const status = readFileSync(`/proc/${this.#child.pid}/status`, "utf8");
      return Number(/^VmRSS:\s+([0-9]+) kB/m.exec(status)?.[1]) * STATUS_KILOBYTE;
    } catch {
      return undefined;
    }
  }

  /** The end of the log of one that has ended before it was told to. */
  get lastWords(): readonly string[] {
    return this.#child.exitCode === null && this.#child.signalCode === null ? [] : this.#lastLines;
  }

  /** Tells it to stop; its exit status. */
  async stop(): Promise<number | null> {
    if (this.#child.exitCode === null) {
      this.#child.kill("SIGTERM");
      await once(this.#child, "exit");
    }
    return this.#child.exitCode;
  }

  /** How many lines of its log were errors: requests that a cut connection failed are. */
  get errors(): number {
    return this.#errors;
  }
}
