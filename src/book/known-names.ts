/**
 * What a book says of the names in columns of calls. Columns hold a name as its place in one table of names (its
 * dictionary code), so that each is looked up once, however many calls bear it.
 */
import { type KernelMemory, tables, typeHash, WorkTable } from "../kernel/index.ts";
import type { Direction } from "../model/index.ts";
import type { CallFacts } from "./destinations/call-facts.ts";
import type { CallFlags } from "./destinations/call-flags.ts";
import type { CallTypeIndex } from "./destinations/call-type-index.ts";
import type { DestinationList } from "./destinations/destinations.ts";
import type { IgnoredNumbers } from "./destinations/ignored-numbers.ts";
import type { IndexedNumber, NumberIndex, NumberMatch } from "./number-index.ts";
import type { ChoiceTable } from "./tariffs/choice-table.ts";
import { AFTER_ALL_DAYS, BEFORE_ALL_DAYS } from "./tariffs/select-tariff.ts";

/** What columns ask of a number that calls name. */
interface NamedNumber extends IndexedNumber {
  readonly numberIndex: number;
  readonly callCarrier: string;
}

/** The rest of a type: the way of its calls, and the lists in which the other party's number is sought, the first first. */
interface KnownType {
  readonly carrier: string;
  readonly direction: Direction;
  readonly lists: readonly DestinationList[];
}

/** Combinations of names that are remembered; a file has some hundred. */
const MAX_TYPES = 1 << 15;
const FIRST_SLOTS = 64;
/** Names for which there is room at first. */
const FIRST_NAMES = 64;

const { NAMED_WIDTH, TYPE_WIDTH } = tables;

/** What names are looked up in. */
interface NamesOfBook<N extends NamedNumber> {
  readonly numbers: NumberIndex<N>;
  readonly ignored: IgnoredNumbers;
  readonly callTypes: CallTypeIndex;
  readonly callFlags: CallFlags;
}

/** What the kernel keeps beside the names. */
interface BesideNames {
  readonly memory: KernelMemory;
  readonly choices: ChoiceTable;
  /** Where the cells of the destinations in these lists begin, or NO_VIEW. */
  readonly viewOf: (lists: readonly DestinationList[]) => number;
}

/** The names of one table, as far as calls have asked for them, in the memory of a kernel. */
export class KnownNames<N extends NamedNumber> {
  readonly names: readonly string[];
  readonly #book: NamesOfBook<N>;
  readonly #beside: BesideNames;
  /** A row for each name as a billed number, and one as a number's id. */
  readonly #targets: WorkTable;
  readonly #ids: WorkTable;
  /** What each name says as a flag, a byte; 0 where not asked yet. */
  readonly #flags: WorkTable;
  readonly #types: KnownType[] = [];
  readonly #typeRows: WorkTable;
  /** Types by hash of their names, with linear probing; 0 where empty, else 1 + its place. At most half full. */
  #slots: WorkTable;
  /** Carriers that only numbers name: they count from -1 downwards. */
  readonly #carriers = new Map<string, number>();
  readonly #carrierNames: string[] = [""];

  constructor(names: readonly string[], book: NamesOfBook<N>, beside: BesideNames) {
    const { memory } = beside;
    this.names = names;
    this.#book = book;
    this.#beside = beside;
    this.#targets = new WorkTable(memory, tables.WORK_TARGETS, FIRST_NAMES, tables.NAMED_UNKNOWN);
    this.#ids = new WorkTable(memory, tables.WORK_IDS, FIRST_NAMES, tables.NAMED_UNKNOWN);
    this.#flags = new WorkTable(memory, tables.WORK_FLAGS, FIRST_NAMES);
    this.#typeRows = new WorkTable(memory, tables.WORK_TYPES, TYPE_WIDTH);
    this.#slots = new WorkTable(memory, tables.WORK_TYPE_SLOTS, FIRST_SLOTS);
  }

  /** Tells the kernel that codes are places in this table of names, and has room for all that there are now. */
  use(): void {
    const { length } = this.names;
    this.#targets.makeRoom(length * NAMED_WIDTH);
    this.#ids.makeRoom(length * NAMED_WIDTH);
    this.#flags.makeRoom((length + 3) >> 2);
    for (const table of this.#tables) table.use();
    this.#beside.memory.views.workI32s[tables.WORK_TYPE_MASK >> 2] = this.#slots.length - 1;
  }

  /** Gives the memory back. */
  free(): void {
    for (const table of this.#tables) table.free();
  }

  get #tables(): readonly WorkTable[] {
    return [this.#targets, this.#ids, this.#flags, this.#typeRows, this.#slots];
  }

  /** Fills the row of a name as a billed number. */
  lookUpTarget(code: number): void {
    const spelling = this.names[code] as string;
    const matches = this.#book.numbers.matches(spelling);
    const [first] = matches;
    const isNarrowed =
      matches.length > 1 || first?.chargeBand !== undefined || first?.directionFlag !== undefined;
    this.#write(this.#targets, code, first);
    if (isNarrowed) this.#targets.set(code * NAMED_WIDTH, tables.NAMED_NARROWED);
    if (this.#book.ignored.concerns(spelling)) this.#targets.set(code * NAMED_WIDTH, tables.NAMED_IGNORED);
  }

  /** Fills the row of a name as the id of a number. */
  lookUpID(code: number): void {
    this.#write(this.#ids, code, this.#book.numbers.matchByID(this.names[code] as string));
  }

  #write(rows: WorkTable, code: number, match: NumberMatch<N> | undefined): void {
    const at = code * NAMED_WIDTH;
    if (match === undefined) {
      rows.set(at, tables.NAMED_NEVER);
      return;
    }
    const { number } = match;
    rows.set(at + tables.NAMED_NUMBER, number.numberIndex);
    rows.set(at + tables.NAMED_FROM, Math.max(number.billableFrom, BEFORE_ALL_DAYS));
    rows.set(at + tables.NAMED_TO, Math.min(number.billableTo, AFTER_ALL_DAYS));
    const carrier = this.carrier(number.callCarrier);
    rows.set(at + tables.NAMED_CARRIER, 2 * carrier + (match.originationSurcharges ? 1 : 0));
  }

  /** Writes what a name says as a flag of a call, in bits. */
  lookUpFlag(code: number): void {
    const name = this.names[code] as string;
    const { callFlags } = this.#book;
    const recorded = callFlags.recordingOf(name);
    let flag = tables.FLAG_KNOWN | callFlags.originOf(name);
    if (recorded === true) flag |= tables.FLAG_RECORDED;
    if (recorded === undefined) flag |= tables.FLAG_NO_RECORDING;
    if (!callFlags.knowsOrigin(name)) flag |= tables.FLAG_NO_ORIGIN;
    const shift = 8 * (code & 3);
    this.#flags.set(code >> 2, this.#flags.at(code >> 2) | (flag << shift));
  }

  /** A carrier that a number names, as types take it. */
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

  /** The place of a type that was not met, by the codes of its names; -1 where too many were met. */
  addType(codes: readonly [number, number, number, number, number]): number {
    if (this.#types.length >= MAX_TYPES) return -1;
    const nameOf = (code: number): string => this.names[code] as string;
    const [carrierCode, chargeBand, tariffTypeCarrier, tariffType, flag] = codes;
    const carrier = carrierCode < 0 ? (this.#carrierNames[-carrierCode] as string) : nameOf(carrierCode);
    // Only these four are asked for.
    const call = {
      chargeBand: nameOf(chargeBand),
      tariffTypeCarrier: nameOf(tariffTypeCarrier),
      tariffType: nameOf(tariffType),
      directionFlag: nameOf(flag),
    } as CallFacts;
    const { callTypes } = this.#book;
    const direction = callTypes.directionOf(call);
    const match = callTypes.ofRecord(call) ?? callTypes.byChargeBand(call, carrier, direction);
    const lists = callTypes.listsFor(carrier, direction);
    const place = this.#types.push({ carrier, direction, lists }) - 1;
    const row = [
      match?.callType ?? -1,
      match?.locationIndex ?? -1,
      this.#beside.choices.carrierKey(carrier),
      ...codes,
      match === undefined ? this.#beside.viewOf(lists) : tables.NO_VIEW,
      Math.max(0, ...lists.map((list) => list.shortCodeDigits)),
    ];
    this.#typeRows.makeRoom((place + 1) * TYPE_WIDTH);
    for (const [at, value] of row.entries()) this.#typeRows.set(place * TYPE_WIDTH + at, value);
    if (2 * (place + 1) > this.#slots.length) this.#spread();
    else this.#putSlot(place);
    return place;
  }

  #spread(): void {
    const slots = 2 * this.#slots.length;
    this.#slots.free();
    this.#slots = new WorkTable(this.#beside.memory, tables.WORK_TYPE_SLOTS, slots);
    this.#beside.memory.views.workI32s[tables.WORK_TYPE_MASK >> 2] = slots - 1;
    for (let place = 0; place < this.#types.length; place++) this.#putSlot(place);
  }

  #putSlot(place: number): void {
    const at = place * TYPE_WIDTH + tables.TYPE_NAMES;
    const name = (column: number): number => this.#typeRows.at(at + column);
    const mask = this.#slots.length - 1;
    let slot = typeHash(name(0), name(1), name(2), name(3), name(4)) & mask;
    while (this.#slots.at(slot) !== 0) slot = (slot + 1) & mask;
    this.#slots.set(slot, place + 1);
  }
}
