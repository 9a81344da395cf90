/** `tollbook serve` as a process of its own, which leaves what it queues to workers. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { processSeconds } from "./processor-time.ts";

export class ServerProcess {
  readonly #process: ChildProcess;
  readonly #base: string;

  private constructor(process: ChildProcess, base: string) {
    this.#process = process;
    this.#base = base;
  }

  static async start(script: string, url: string, book: string): Promise<ServerProcess> {
    const words = ["serve", "--database", url, "--book", book, "--queue-only", "--port", "0"];
    const child = spawn(process.execPath, [script, ...words], { stdio: ["ignore", "ignore", "pipe"] });
    const lines = createInterface({ input: child.stderr });
    for await (const line of lines) {
      const address = /listening at (http:\S+)/.exec(line)?.[1];
      if (address === undefined) continue;
      child.stderr.resume();
      return new ServerProcess(child, `${new URL(address).origin}/backend/api/v1`);
    }
    throw new Error("The server did not start.");
  }

  /** Queues a batch. */
  async queue(key: string, calls: readonly unknown[]): Promise<void> {
    const answer = await fetch(`${this.#base}/tollbook/batches`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Prefer: "respond-async", "Idempotency-Key": key },
      body: JSON.stringify({ calls }),
    });
    const text = await answer.text();
    // Nothing was changed where it took too long.
    if (answer.status === 503) return this.queue(key, calls);
    if (answer.status !== 202) throw new Error(`${answer.status} ${text}`);
  }

  get processorSeconds(): number {
    return processSeconds(this.#process.pid ?? 0);
  }

  async stop(): Promise<void> {
    this.#process.kill("SIGTERM");
    await once(this.#process, "exit");
  }
}
