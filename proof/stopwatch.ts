/** Milliseconds and calls by way of rating. */
export class Stopwatch {
  readonly #times = new Map<string, { milliseconds: number; calls: number }>();

  time<T>(way: string, calls: number, work: () => T): T {
    const start = performance.now();
    try {
      return work();
    } finally {
      this.add(way, calls, performance.now() - start);
    }
  }

  async timeAsync<T>(way: string, calls: number, work: () => Promise<T>): Promise<T> {
    const start = performance.now();
    try {
      return await work();
    } finally {
      this.add(way, calls, performance.now() - start);
    }
  }

  add(way: string, calls: number, milliseconds: number): void {
    const own = this.#times.get(way) ?? { milliseconds: 0, calls: 0 };
    this.#times.set(way, { milliseconds: own.milliseconds + milliseconds, calls: own.calls + calls });
  }

  report(): readonly (readonly [way: string, calls: number, milliseconds: number])[] {
    return [...this.#times].map(([way, { calls, milliseconds }]) => [way, calls, milliseconds]);
  }
}
