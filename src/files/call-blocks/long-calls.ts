/** Whether the calls of a file are suspiciously long: durations in another unit read as seconds, without an error. */
import type { CallRecord } from "../../model/index.ts";
import type { CallItem } from "../call-file.ts";
import type { ReadCallsOptions } from "../read-options.ts";
import type { CallBlock } from "./call-block.ts";

/** Answered calls of a part of a file, how many of them last over an hour, and the line of the first that does. */
export interface LongCallCounts {
  readonly answered: number;
  readonly long: number;
  readonly line: number;
}

const HOUR_MS = 3_600_000;

/** Counts the calls of a file that last over an hour. */
export class LongCallCounter {
  #answered = 0;
  #long = 0;
  #line = 0;

  get counts(): LongCallCounts {
    return { answered: this.#answered, long: this.#long, line: this.#line };
  }

  add({ answered, long, line }: LongCallCounts): void {
    if (this.#long === 0) this.#line = line;
    this.#answered += answered;
    this.#long += long;
  }

  addItems(items: readonly CallItem[]): void {
    for (const item of items) if ("call" in item) this.#addCall(item.call, item.line);
  }

  #addCall({ duration }: CallRecord, line: number): void {
    const seconds = typeof duration === "string" || typeof duration === "number" ? Number(duration) : 0;
    this.#addDuration(seconds * 1_000, line);
  }

  #addDuration(milliseconds: number, line: number): void {
    if (!(milliseconds > 0)) return;
    this.#answered++;
    if (milliseconds <= HOUR_MS) return;
    if (this.#long === 0) this.#line = line;
    this.#long++;
  }

  addBlock({ length, byRecord, duration, line, recordOf }: CallBlock): void {
    for (let row = 0; row < length; row++) {
      if (byRecord[row] !== 0) this.#addCall(recordOf(row), line[row] as number);
      else this.#addDuration(duration[row] as number, line[row] as number);
    }
  }

  /** Warns, at the end of a file, if more than half of its answered calls last over an hour. */
  tell({ name: file, onWarning }: ReadCallsOptions): void {
    if (this.#long * 2 <= this.#answered) return;
    const calls = this.#answered === 1 ? "1 answered call" : `${this.#answered} answered calls`;
    const reason = `the median call lasts over an hour: ${this.#long} of ${calls} do, and this is the first; durations are seconds`;
    onWarning?.({ file, line: this.#line, reason });
  }
}

/** Passes items on unchanged, and warns at their end if the calls last long. */
export async function* warningOfLongCalls(
  batches: AsyncGenerator<CallItem[], void, undefined>,
  read: ReadCallsOptions,
): AsyncGenerator<CallItem[], void, undefined> {
  const counter = new LongCallCounter();
  for await (const items of batches) {
    counter.addItems(items);
    yield items;
  }
  counter.tell(read);
}
