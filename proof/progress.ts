import { thousands } from "./words.ts";

/** A line every few seconds. */
export class Progress {
  readonly #start: number;
  #calls = 0;
  #told: number;

  constructor(start: number) {
    this.#start = start;
    this.#told = start;
  }

  add(calls: number): void {
    this.#calls += calls;
    const now = performance.now();
    if (now - this.#told < 10_000) return;
    this.#told = now;
    const seconds = ((now - this.#start) / 1000).toFixed(0);
    console.log(`  ${thousands(this.#calls)} calls compared after ${seconds} s`);
  }
}
