/** For work that takes seconds, too long for tinybench: the best of a few rounds of each contestant. */
export class BestFigures {
  /** Nanoseconds per unit of work, by name. */
  readonly best = new Map<string, number>();

  note(name: string, seconds: number, units: number): void {
    const nanoseconds = (seconds * 1e9) / units;
    this.best.set(name, Math.min(this.best.get(name) ?? Number.POSITIVE_INFINITY, nanoseconds));
  }
}

export function secondsOf(work: () => unknown): number {
  const startedAt = performance.now();
  work();
  return (performance.now() - startedAt) / 1000;
}
