/** What a process takes of memory over a soak: after warming up, and at the end. */

/** Memory at a moment. */
export interface MemorySample {
  /** Milliseconds since the soak began. */
  readonly at: number;
  readonly residentBytes: number;
  /** In use, garbage included; undefined of a process that does not say. */
  readonly heapBytes: number | undefined;
}

/** Of some time: the least heap is what is left after collecting garbage. */
export interface MemoryFigures {
  readonly samples: number;
  readonly residentBytes: number;
  readonly heapBytes: number | undefined;
}

/** A soak's memory in two windows of the same length. */
export interface MemoryCourse {
  readonly warm: MemoryFigures;
  readonly end: MemoryFigures;
}

/** Shares of the time in which figures are taken; before the first the process warms up. */
const WARM = [0.2, 0.4] as const;
const END = [0.8, 1] as const;
const MOST_GROWTH = 1.25;
/** What a process of Node may take or give back from one minute to the next. */
const SLACK_BYTES = 48 * 2 ** 20;

/** Figures of both windows; undefined where a window has no sample. */
export function memoryCourse(samples: readonly MemorySample[]): MemoryCourse | undefined {
  const last = samples.at(-1)?.at ?? 0;
  const within = ([from, to]: readonly [number, number]): MemoryFigures | undefined =>
    figuresOf(samples.filter(({ at }) => at >= from * last && at <= to * last));
  const [warm, end] = [within(WARM), within(END)];
  return warm && end && { warm, end };
}

function figuresOf(samples: readonly MemorySample[]): MemoryFigures | undefined {
  if (samples.length === 0) return undefined;
  const heaps = samples.flatMap(({ heapBytes }) => (heapBytes === undefined ? [] : [heapBytes]));
  return {
    samples: samples.length,
    residentBytes: median(samples.map(({ residentBytes }) => residentBytes)),
    heapBytes: heaps.length === 0 ? undefined : Math.min(...heaps),
  };
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

/** Whether neither grew by more than a quarter, beyond what any process of Node takes and gives back. */
export function isFlat({ warm, end }: MemoryCourse): boolean {
  const isKept = (before: number, after: number): boolean => after <= before * MOST_GROWTH + SLACK_BYTES;
  const isHeapKept =
    warm.heapBytes === undefined || end.heapBytes === undefined || isKept(warm.heapBytes, end.heapBytes);
  return isHeapKept && isKept(warm.residentBytes, end.residentBytes);
}
