/**
 * What a book says of the names in columns of calls. Columns hold a name as its place in one table of names (its
 * dictionary code), so that each is looked up once, however many calls bear it.
 */
import type { Direction } from "../model/index.ts";
import type { CallFacts } from "./call-facts.ts";
import type { CallFlags } from "./call-flags.ts";
import type { CallTypeIndex } from "./call-type-index.ts";
import type { ChoiceTable } from "./choice-table.ts";
import type { DestinationList } from "./destinations.ts";
import type { IgnoredNumbers } from "./ignored-numbers.ts";
import type { IndexedNumber, NumberIndex, NumberMatch } from "./number-index.ts";
import { AFTER_ALL_DAYS, BEFORE_ALL_DAYS } from "./select-tariff.ts";

/** What columns ask of a number that calls name. */
interface NamedNumber extends IndexedNumber {
  readonly place: number;
  readonly callCarrier: string;
}

/** Columns of a name's row: what a billed number, or a number's id, leads to. Whole numbers, so that a call reads one line of memory. */
export const NAMED = {
  /** The number's place, or how else calls with this name are matched (negative, below). */
  NUMBER: 0,
  /** The first and the last day on which the number is billable (R21). */
  FROM: 1,
  TO: 2,
  /** Twice its carrier, as `type` takes it, and 1 where its calls may attract origination surcharges (R11). */
  CARRIER: 3,
  WIDTH: 4,

  /** Not looked up yet; no number; by other fields, too; R31: ignored on some day. */
  UNKNOWN: -1,
  NEVER: -2,
  NARROWED: -3,
  IGNORED: -4,
} as const;

/** Columns of a type's row: what R22 takes from a call's names. */
export const TYPE = {
  /** The place of the call type, or -1 where the other party's number decides; and of its location. */
  CALL_TYPE: 0,
  LOCATION: 1,
  /** The carrier's part of the kind of calls (`ChoiceTable.carrierKey`), to which the class is added. */
  CARRIER_KEY: 2,
  /** The five names, as `type` takes them. */
  NAMES: 3,
  WIDTH: 8,
} as const;

/** The rest of a type: the way of its calls, and the lists in which the other party's number is sought, the first first. */
export interface KnownType {
  readonly carrier: string;
  readonly direction: Direction;
  readonly lists: readonly DestinationList[];
}

/** Bits of what a name says as a flag of a call (`CallFlags`): the code of its origin in the lowest two. */
export const FLAG = { ORIGIN: 3, RECORDED: 4, NO_RECORDING: 8, NO_ORIGIN: 16 } as const;
/** Set where the name has been looked up. */
const KNOWN_FLAG = 32;

/** Combinations of names that are remembered; a file has some hundred. */
const MAX_TYPES = 1 << 15;
const SLOTS = 1 << 16;

/** The names of one table, as far as calls have asked for them. */
export class KnownNames<N extends NamedNumber> {
  readonly #names: readonly string[];
  readonly #numbers: NumberIndex<N>;
  readonly #ignored: IgnoredNumbers;
  readonly #callTypes: CallTypeIndex;
  readonly #choices: ChoiceTable;
  readonly #callFlags: CallFlags;
  /** A row for each name as a billed number, and as a number's id where calls have had one. */
  #targets: Int32Array = new Int32Array(0);
  #ids: Int32Array = new Int32Array(0);
  /** What each name says as a flag; 0 where not asked yet. */
  #flags = new Uint8Array(0);
  readonly #types: KnownType[] = [];
  /** The rows of the types met so far; a longer array may take its place when `type` is asked. */
  typeRows: Int32Array = new Int32Array(16 * TYPE.WIDTH);
  /** Types by hash of their names, with linear probing; 0 where empty, else 1 + its place. */
  readonly #slots = new Uint16Array(SLOTS);
  /** Carriers that only numbers name: they count from -1 downwards. */
  readonly #carriers = new Map<string, number>();
  readonly #carrierNames: string[] = [""];

  constructor(
    names: readonly string[],
    numbers: NumberIndex<N>,
    ignored: IgnoredNumbers,
    callTypes: CallTypeIndex,
    choices: ChoiceTable,
    callFlags: CallFlags,
  ) {
    this.#names = names;
    this.#numbers = numbers;
    this.#ignored = ignored;
    this.#callTypes = callTypes;
    this.#choices = choices;
    this.#callFlags = callFlags;
  }

  /** The rows of names as billed numbers: of all names that there are now. Look up those that are not known yet. */
  targets(): Int32Array {
    this.#targets = roomFor(this.#targets, this.#names.length * NAMED.WIDTH, NAMED.UNKNOWN);
    return this.#targets;
  }

  /** The same of names as ids of numbers. */
  ids(): Int32Array {
    this.#ids = roomFor(this.#ids, this.#names.length * NAMED.WIDTH, NAMED.UNKNOWN);
    return this.#ids;
  }

  /** Fills the row of a name as a billed number. */
  lookUpTarget(code: number): void {
    const spelling = this.#names[code] as string;
    const matches = this.#numbers.matches(spelling);
    const [first] = matches;
    const isNarrowed =
      matches.length > 1 || first?.chargeBand !== undefined || first?.directionFlag !== undefined;
    this.#write(this.#targets, code, first);
    if (isNarrowed) this.#targets[code * NAMED.WIDTH] = NAMED.NARROWED;
    if (this.#ignored.concerns(spelling)) this.#targets[code * NAMED.WIDTH] = NAMED.IGNORED;
  }

  /** Fills the row of a name as the id of a number. */
  lookUpID(code: number): void {
    this.#write(this.#ids, code, this.#numbers.matchByID(this.#names[code] as string));
  }

  #write(rows: Int32Array, code: number, match: NumberMatch<N> | undefined): void {
    const at = code * NAMED.WIDTH;
    if (match === undefined) {
      rows[at + NAMED.NUMBER] = NAMED.NEVER;
      return;
    }
    const { number } = match;
    rows[at + NAMED.NUMBER] = number.place;
    rows[at + NAMED.FROM] = Math.max(number.billableFrom, BEFORE_ALL_DAYS);
    rows[at + NAMED.TO] = Math.min(number.billableTo, AFTER_ALL_DAYS);
    rows[at + NAMED.CARRIER] = 2 * this.carrier(number.callCarrier) + (match.originationSurcharges ? 1 : 0);
  }

  /** What a name says as a flag of a call, in bits (FLAG). */
  flag(code: number): number {
    const known = this.#flags[code];
    return known === undefined || known === 0 ? this.#lookUpFlag(code) : known;
  }

  #lookUpFlag(code: number): number {
    if (code >= this.#flags.length) {
      const larger = new Uint8Array(2 * this.#names.length);
      larger.set(this.#flags);
      this.#flags = larger;
    }
    const name = this.#names[code] as string;
    const recorded = this.#callFlags.recordingOf(name);
    let flag = KNOWN_FLAG | this.#callFlags.originOf(name);
    if (recorded === true) flag |= FLAG.RECORDED;
    if (recorded === undefined) flag |= FLAG.NO_RECORDING;
    if (!this.#callFlags.knowsOrigin(name)) flag |= FLAG.NO_ORIGIN;
    this.#flags[code] = flag;
    return flag;
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

  typeAt(type: number): KnownType {
    return this.#types[type] as KnownType;
  }

  /** The place of the type of calls with these names; -1 where too many combinations were met. */
  type(
    carrier: number,
    chargeBand: number,
    tariffTypeCarrier: number,
    tariffType: number,
    direction: number,
  ): number {
    let slot = hash(carrier, chargeBand, tariffTypeCarrier, tariffType, direction) & (SLOTS - 1);
    const rows = this.typeRows;
    for (;;) {
      const place = (this.#slots[slot] as number) - 1;
      if (place < 0) break;
      const at = place * TYPE.WIDTH + TYPE.NAMES;
      if (
        rows[at] === carrier &&
        rows[at + 1] === chargeBand &&
        rows[at + 2] === tariffTypeCarrier &&
        rows[at + 3] === tariffType &&
        rows[at + 4] === direction
      ) {
        return place;
      }
      slot = (slot + 1) & (SLOTS - 1);
    }
    if (this.#types.length >= MAX_TYPES) return -1;
    const place = this.#addType([carrier, chargeBand, tariffTypeCarrier, tariffType, direction]);
    this.#slots[slot] = place + 1;
    return place;
  }

  #addType(codes: readonly [number, number, number, number, number]): number {
    const nameOf = (code: number): string => this.#names[code] as string;
    const [carrierCode, chargeBand, tariffTypeCarrier, tariffType, flag] = codes;
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
    const lists = this.#callTypes.listsFor(carrier, direction);
    const place = this.#types.push({ carrier, direction, lists }) - 1;
    const at = place * TYPE.WIDTH;
    this.typeRows = roomFor(this.typeRows, at + TYPE.WIDTH, 0);
    const carrierKey = this.#choices.carrierKey(carrier);
    this.typeRows.set([match?.callType ?? -1, match?.locationPlace ?? -1, carrierKey, ...codes], at);
    return place;
  }
}

/** The rows, or where they are too few a longer array, the new rows filled with a value. */
function roomFor(rows: Int32Array, length: number, value: number): Int32Array {
  if (length <= rows.length) return rows;
  const larger = new Int32Array(2 * length).fill(value, rows.length);
  larger.set(rows);
  return larger;
}

function hash(a: number, b: number, c: number, d: number, e: number): number {
  let hash = Math.imul(a, 0x9e3779b1) ^ b;
  hash = Math.imul(hash, 0x85ebca6b) ^ c;
  hash = Math.imul(hash, 0xc2b2ae35) ^ d;
  hash = Math.imul(hash, 0x27d4eb2f) ^ e;
  return hash ^ (hash >>> 15);
}
