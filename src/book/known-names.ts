/**
 * A cache of look-ups in a book by the dictionary codes of the names in columns of calls. A code is the index of a name
 * in one table of names, so that each name is looked up once, however many calls have it.
 */
import { type KernelMemory, tables, typeHash, WorkTable } from "../kernel/index.ts";
import { type Direction, madeOnce } from "../model/index.ts";
import type { CallFacts } from "./destinations/call-facts.ts";
import type { DestinationList } from "./destinations/destinations.ts";
import type { NumberMatch } from "./number-index.ts";
import type { BookTables } from "./opened-book.ts";
import type { ChoiceTable } from "./tariffs/choice-table.ts";
import { AFTER_ALL_DAYS, BEFORE_ALL_DAYS } from "./tariffs/select-tariff.ts";

/**
 * The part of a *type* (a combination of names) that the kernel does not hold: carrier and direction of its calls, and
 * the destination lists to search for the other party's number, in order.
 */
interface KnownType {
  readonly carrier: string;
  readonly direction: Direction;
  readonly lists: readonly DestinationList[];
}

/** Limit of cached combinations of names; a file has some hundred. */
const MAX_TYPES = 1 << 15;
const FIRST_SLOTS = 64;
/** Initial capacity, in names. */
const FIRST_NAMES = 64;

const { NAMED_WIDTH, TYPE_WIDTH } = tables;

/** The tables of a book in which names are looked up. */
type NamesOfBook = Pick<BookTables, "numbers" | "ignored" | "callTypes" | "callFlags">;

/** The other parts of a kernel that rows of names refer to. */
interface BesideNames {
  readonly memory: KernelMemory;
  readonly choices: ChoiceTable;
  /** Where the cells of the destinations in these lists begin, or NO_VIEW. */
  readonly viewOf: (lists: readonly DestinationList[]) => number;
}

/** The look-ups of the names of one table, made on demand and cached in the memory of a kernel. */
export class KnownNames {
  readonly names: readonly string[];
  readonly #book: NamesOfBook;
  readonly #beside: BesideNames;
  /** By code: a row for the name as a billed number, and one for the name as a number's id. */
  readonly #targets: WorkTable;
  readonly #ids: WorkTable;
  /** By code: the meaning of the name as a flag, a byte; 0 before the look-up. */
  readonly #flags: WorkTable;
  readonly #types: KnownType[] = [];
  readonly #typeRows: WorkTable;
  /** Hash table of types by their names, with linear probing; 0 where empty, else 1 + type index. At most half full. */
  #slots: WorkTable;
  /** Codes of carriers that only numbers name: -1, -2 … */
  readonly #carriers = new Map<string, number>();
  readonly #carrierNames: string[] = [""];

  constructor(names: readonly string[], book: NamesOfBook, beside: BesideNames) {
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

  /** Makes this table of names the one that the kernel's codes refer to, with room for all its present names. */
  use(): void {
    const { length } = this.names;
    this.#targets.makeRoom(length * NAMED_WIDTH);
    this.#ids.makeRoom(length * NAMED_WIDTH);
    this.#flags.makeRoom((length + 3) >> 2);
    for (const table of this.#tables) table.use();
    this.#beside.memory.views.workI32s[tables.WORK_TYPE_MASK >> 2] = this.#slots.length - 1;
  }

  /** Frees the memory. */
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

  #write(rows: WorkTable, code: number, match: NumberMatch | undefined): void {
    const row = code * NAMED_WIDTH;
    if (match === undefined) {
      rows.set(row, tables.NAMED_NEVER);
      return;
    }
    const { number } = match;
    rows.set(row + tables.NAMED_NUMBER, number.numberIndex);
    rows.set(row + tables.NAMED_FROM, Math.max(number.billableFrom, BEFORE_ALL_DAYS));
    rows.set(row + tables.NAMED_TO, Math.min(number.billableTo, AFTER_ALL_DAYS));
    const carrier = this.carrier(number.callCarrier);
    rows.set(row + tables.NAMED_CARRIER, 2 * carrier + (match.originationSurcharges ? 1 : 0));
  }

  /** Writes the bits that a name means as a flag of a call. */
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

  /** The code of a carrier that a number names, for `addType`. */
  carrier(name: string): number {
    if (name === "") return 0;
    return madeOnce(this.#carriers, name, () => -this.#carrierNames.push(name) + 1);
  }

  typeAt(typeIndex: number): KnownType {
    return this.#types[typeIndex] as KnownType;
  }

  /** Adds a type by the codes of its names and returns its index; -1 where there are too many types. */
  addType(codes: readonly [number, number, number, number, number]): number {
    if (this.#types.length >= MAX_TYPES) return -1;
    const nameOf = (code: number): string => this.names[code] as string;
    const [carrierCode, chargeBand, tariffTypeCarrier, tariffType, flag] = codes;
    const carrier = carrierCode < 0 ? (this.#carrierNames[-carrierCode] as string) : nameOf(carrierCode);
    // The look-ups below read these four fields only.
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
    const typeIndex = this.#types.push({ carrier, direction, lists }) - 1;
    const row = [
      match?.callType ?? -1,
      match?.locationIndex ?? -1,
      this.#beside.choices.carrierKey(carrier),
      ...codes,
      match === undefined ? this.#beside.viewOf(lists) : tables.NO_VIEW,
      Math.max(0, ...lists.map((list) => list.shortCodeDigits)),
    ];
    this.#typeRows.makeRoom((typeIndex + 1) * TYPE_WIDTH);
    for (const [column, value] of row.entries()) this.#typeRows.set(typeIndex * TYPE_WIDTH + column, value);
    if (2 * (typeIndex + 1) > this.#slots.length) this.#growSlots();
    else this.#putSlot(typeIndex);
    return typeIndex;
  }

  #growSlots(): void {
    const slots = 2 * this.#slots.length;
    this.#slots.free();
    this.#slots = new WorkTable(this.#beside.memory, tables.WORK_TYPE_SLOTS, slots);
    this.#beside.memory.views.workI32s[tables.WORK_TYPE_MASK >> 2] = slots - 1;
    for (let typeIndex = 0; typeIndex < this.#types.length; typeIndex++) this.#putSlot(typeIndex);
  }

  #putSlot(typeIndex: number): void {
    const offset = typeIndex * TYPE_WIDTH + tables.TYPE_NAMES;
    const name = (column: number): number => this.#typeRows.at(offset + column);
    const mask = this.#slots.length - 1;
    let slot = typeHash(name(0), name(1), name(2), name(3), name(4)) & mask;
    while (this.#slots.at(slot) !== 0) slot = (slot + 1) & mask;
    this.#slots.set(slot, typeIndex + 1);
  }
}
