/** `tollbook worker` as a process of its own, which can be killed. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

/** How a process ended: the exit status, or the signal that killed it. */
export type Ended = number | NodeJS.Signals;

/** A worker that runs. */
export class WorkerProcess {
  /** Its connections have this name in PostgreSQL. */
  readonly name: string;
  /** What it wrote to standard error. */
  readonly lines: string[] = [];
  /** Parts that it has said to be priced. */
  parts = 0;
  readonly #process: ChildProcess;
  readonly #ended: Promise<Ended>;

  constructor(script: string, url: string, name: string) {
    this.name = name;
    this.#process = spawn(process.execPath, [script, "worker", "--database", url], {
      env: { ...process.env, PGAPPNAME: name },
      stdio: ["ignore", "ignore", "pipe"],
    });
    this.#ended = once(this.#process, "close").then(([status, signal]) => (signal ?? status) as Ended);
    createInterface({ input: this.#process.stderr as NodeJS.ReadableStream }).on("line", (line) => {
      this.lines.push(line);
      if (line.includes('"a part was priced"')) this.parts++;
    });
  }

  get pid(): number {
    return this.#process.pid ?? 0;
  }

  /** Throws where it has ended although nobody ended it. */
  requireRunning(): void {
    const { exitCode, signalCode } = this.#process;
    if (exitCode === null && signalCode === null) return;
    throw new Error(`${this.name} ended with ${signalCode ?? exitCode}:\n${this.lines.join("\n")}`);
  }

  signal(signal: NodeJS.Signals): void {
    this.#process.kill(signal);
  }

  /** How it ended, once it has. */
  ended(): Promise<Ended> {
    return this.#ended;
  }

  /** Kills it, and waits until it is dead. */
  async kill(): Promise<void> {
    this.signal("SIGKILL");
    await this.#ended;
  }
}
