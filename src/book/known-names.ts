/**
 * What a book says of the names in columns of calls. Columns hold a name as its place in one table of names,
 * so that each is looked up once, however many calls bear it.
 */
import type { Direction } from "../model/index.ts";
import type { CallFacts } from "./call-facts.ts";
import type { CallTypeIndex, CallTypeMatch } from "./call-type-index.ts";
import type { DestinationList } from "./destinations.ts";
import type { IgnoredNumbers } from "./ignored-numbers.ts";
import type { IndexedNumber, NumberIndex, NumberMatch } from "./number-index.ts";
import { AFTER_ALL_DAYS, BEFORE_ALL_DAYS, type Choices } from "./select-tariff.ts";

/** A billed number as calls spell it; flat, because every call reads it. */
export interface KnownTarget<N extends IndexedNumber> {
  /** The one match that any call of this spelling has on the days its number is billable, if it is so simple. */
  readonly only: NumberMatch<N> | undefined;
  readonly billableFrom: number;
  readonly billableTo: number;
  /** Whether calls of it are ignored on some day (R31). */
  readonly isIgnored: boolean;
  /** The choices of tariffs for the last call. */
  choices: Choices | undefined;
}

/** What R22 takes from a call's names: the way of the call, and its type unless the other party's number decides. */
export interface KnownType {
  readonly carrier: string;
  readonly direction: Direction;
  readonly match: CallTypeMatch | undefined;
  /** The lists in which the other party's number is sought, the first first. */
  readonly lists: readonly DestinationList[];
}

/** Combinations of names that are remembered; a file has some hundred. */
const MAX_TYPES = 1 << 15;
const SLOTS = 1 << 16;
const KEY = 5;

/** The names of one table, as far as calls have asked for them. */
export class KnownNames<N extends IndexedNumber> {
  readonly #names: readonly string[];
  readonly #numbers: NumberIndex<N>;
  readonly #ignored: IgnoredNumbers;
  readonly #callTypes: CallTypeIndex;
  readonly #targets: (KnownTarget<N> | undefined)[] = [];
  readonly #types: KnownType[] = [];
  /** The five names of each type, and types by hash, with linear probing; 0 where empty, else 1 + its place. */
  readonly #keys: number[] = [];
  readonly #slots = new Uint16Array(SLOTS);
  /** Carriers that only numbers name: they count from -1 downwards. */
  readonly #carriers = new Map<string, number>();
  readonly #carrierNames: string[] = [""];

  constructor(
    names: readonly string[],
    numbers: NumberIndex<N>,
    ignored: IgnoredNumbers,
    callTypes: CallTypeIndex,
  ) {
    this.#names = names;
    this.#numbers = numbers;
    this.#ignored = ignored;
    this.#callTypes = callTypes;
  }

  target(code: number): KnownTarget<N> {
    return this.#targets[code] ?? this.#lookUp(code);
  }

  #lookUp(code: number): KnownTarget<N> {
    const spelling = this.#names[code] as string;
    const matches = this.#numbers.matches(spelling);
    const [first] = matches;
    const isSimple =
      matches.length === 1 && first?.chargeBand === undefined && first?.directionFlag === undefined;
    const known = {
      only: isSimple ? first : undefined,
      billableFrom: Math.max(first?.number.billableFrom ?? 0, BEFORE_ALL_DAYS),
      billableTo: Math.min(first?.number.billableTo ?? 0, AFTER_ALL_DAYS),
      isIgnored: this.#ignored.concerns(spelling),
      choices: undefined,
    };
    while (this.#targets.length < code) this.#targets.push(undefined);
    this.#targets[code] = known;
    return known;
  }

  /** A carrier that a number names, as `type` takes it. */
  carrier(name: string): number {
    if (name === "") return 0;
    let code = this.#carriers.get(name);
    if (code === undefined) {
      code = -this.#carrierNames.push(name) + 1;
      this.#carriers.set(name, code);
    }
    return code;
  }

  /** The type of calls with these names; undefined where too many combinations were met. */
  type(
    carrier: number,
    chargeBand: number,
    tariffTypeCarrier: number,
    tariffType: number,
    direction: number,
  ): KnownType | undefined {
    let slot = hash(carrier, chargeBand, tariffTypeCarrier, tariffType, direction) & (SLOTS - 1);
    const keys = this.#keys;
    for (;;) {
      const place = (this.#slots[slot] as number) - 1;
      if (place < 0) break;
      const at = place * KEY;
      if (
        keys[at] === carrier &&
        keys[at + 1] === chargeBand &&
        keys[at + 2] === tariffTypeCarrier &&
        keys[at + 3] === tariffType &&
        keys[at + 4] === direction
      ) {
        return this.#types[place];
      }
      slot = (slot + 1) & (SLOTS - 1);
    }
    if (this.#types.length >= MAX_TYPES) return undefined;
    keys.push(carrier, chargeBand, tariffTypeCarrier, tariffType, direction);
    const type = this.#typeOf(carrier, chargeBand, tariffTypeCarrier, tariffType, direction);
    this.#slots[slot] = this.#types.push(type);
    return type;
  }

  #typeOf(
    carrierCode: number,
    chargeBand: number,
    tariffTypeCarrier: number,
    tariffType: number,
    flag: number,
  ): KnownType {
    const nameOf = (code: number): string => this.#names[code] as string;
    const carrier = carrierCode < 0 ? (this.#carrierNames[-carrierCode] as string) : nameOf(carrierCode);
    // Only these four are asked for.
    const call = {
      chargeBand: nameOf(chargeBand),
      tariffTypeCarrier: nameOf(tariffTypeCarrier),
      tariffType: nameOf(tariffType),
      directionFlag: nameOf(flag),
    } as CallFacts;
    const direction = this.#callTypes.directionOf(call);
    const match = this.#callTypes.ofRecord(call) ?? this.#callTypes.byChargeBand(call, carrier, direction);
    return { carrier, direction, match, lists: this.#callTypes.listsFor(carrier, direction) };
  }
}

function hash(a: number, b: number, c: number, d: number, e: number): number {
  let hash = Math.imul(a, 0x9e3779b1) ^ b;
  hash = Math.imul(hash, 0x85ebca6b) ^ c;
  hash = Math.imul(hash, 0xc2b2ae35) ^ d;
  hash = Math.imul(hash, 0x27d4eb2f) ^ e;
  return hash ^ (hash >>> 15);
}
