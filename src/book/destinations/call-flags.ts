/** The meanings of the flags of calls: the origin of a call, and whether it was recorded (R3, R11). */
import {
  type CheckedLists,
  nearestName,
  originCode,
  readFlag,
  readText,
  SURCHARGED_ORIGINS,
} from "../../model/index.ts";

const NO_ORIGIN = originCode("none");
const BUILT_IN_ORIGINS: readonly [string, number][] = SURCHARGED_ORIGINS.map((origin) => [
  origin,
  originCode(origin),
]);
const BUILT_IN_RECORDINGS: readonly [string, boolean][] = [
  ["recorded", true],
  ["not recorded", false],
];

/** The names of `callOrigins` and `callRecordings`, in any case, with built-in names as the fallback. */
export class CallFlags {
  readonly #origins: ReadonlyMap<string, number>;
  readonly #recordings: ReadonlyMap<string, boolean>;

  constructor(lists: Pick<CheckedLists, "callOrigins" | "callRecordings">) {
    this.#origins = new Map([
      ...BUILT_IN_ORIGINS,
      ...lists.callOrigins.map(({ name, origin }): [string, number] => [
        name.toLowerCase(),
        originCode(origin),
      ]),
    ]);
    this.#recordings = new Map([
      ...BUILT_IN_RECORDINGS,
      ...lists.callRecordings.map(({ name, recorded }): [string, boolean] => [name.toLowerCase(), recorded]),
    ]);
  }

  /** The code of an origin; "none" for a blank flag and for an unknown name. */
  originOf(flag: string): number {
    if (flag === "") return NO_ORIGIN;
    return this.#origins.get(flag) ?? this.#origins.get(flag.toLowerCase()) ?? NO_ORIGIN;
  }

  knowsOrigin(flag: string): boolean {
    return flag === "" || this.#origins.has(flag.toLowerCase());
  }

  /** The known name nearest to an unknown one. */
  nearestOrigin(flag: string): string | undefined {
    return nearestName(flag, this.#origins.keys());
  }

  /** Whether a call was recorded; undefined where its flag says neither yes nor no. */
  recordingOf(flag: unknown): boolean | undefined {
    const read = readFlag(flag);
    if (read !== undefined) return read;
    const name = readText(flag);
    return typeof name === "string" ? this.#recordings.get(name.toLowerCase()) : undefined;
  }
}
