/**
 * The keys by which a call may have been read before (R30), as hashes: its `id`, and the `carrierCallID` together with
 * the carrier, the direction and whether the call is a further leg of another.
 */
import type { BookTables } from "../book/index.ts";
import { type CallRecord, readText } from "../model/index.ts";
import type { CallColumns, TextColumn } from "./call-columns.ts";
import { HASH_WORDS } from "./duplicate-index.ts";
import { BLANK, FIRST_LANES, type Lanes, lanesAfter, WORDS, writeHash, writeHashOfBytes } from "./id-hash.ts";
import { readID } from "./read-call.ts";

/** Carriers whose lanes are kept; a hostile file has as many carriers as calls. */
const MOST_CARRIERS = 1 << 12;

/** Marks behind the carrier: one for each direction, and as much again for a further leg. */
const INBOUND = 1;
const FURTHER_LEG = 2;

/** Hashes the calls of a run; the book says which way a direction flag points. */
export class CallHasher {
  readonly #callTypes: BookTables["callTypes"];
  readonly #words = new Uint32Array(HASH_WORDS);
  #rows = new Uint32Array(0);
  /** By mark: the lanes after each carrier and that mark. */
  readonly #lanes: readonly Map<string, Lanes>[] = [new Map(), new Map(), new Map(), new Map()];
  // The last of them, because calls of one carrier and direction often come one after another.
  #carrier = "";
  #mark = -1;
  #last: Lanes = FIRST_LANES;

  constructor({ callTypes }: BookTables) {
    this.#callTypes = callTypes;
  }

  /** The hashes of a call, HASH_WORDS words, until the next call is asked for. */
  of(call: CallRecord): Uint32Array {
    this.writeCall(call, this.#words, 0);
    return this.#words;
  }

  /** Writes the hashes of a call into `words` from `at` on. What cannot be read counts as blank. */
  writeCall(call: CallRecord, words: Uint32Array, at: number): void {
    words[at] = BLANK;
    words[at + WORDS] = BLANK;
    if (typeof call !== "object" || call === null) return;
    try {
      writeHash(readID(call.id), FIRST_LANES, words, at);
      const carrierCallID = readID(call.carrierCallID);
      if (carrierCallID) writeHash(carrierCallID, this.#lanesOfCall(call), words, at + WORDS);
    } catch {
      // A field that throws when it is read makes the call malformed.
    }
  }

  /** The hashes of all rows, HASH_WORDS words each, until other columns are asked for. */
  ofRows(columns: CallColumns): Uint32Array {
    const words = columns.length * HASH_WORDS;
    if (this.#rows.length < words) this.#rows = new Uint32Array(words);
    for (let row = 0; row < columns.length; row++) this.writeRow(columns, row, this.#rows, row * HASH_WORDS);
    return this.#rows.subarray(0, words);
  }

  /** `writeCall` of the call of a row: from its columns where they are at hand, else from the record. */
  writeRow(columns: CallColumns, row: number, words: Uint32Array, at: number): void {
    const { id, carrierCallID, hasALegID, byRecord, names } = columns;
    if (byRecord[row] !== 0 || id === undefined || carrierCallID === undefined || hasALegID === undefined) {
      this.writeCall(columns.recordOf(row), words, at);
      return;
    }
    writeCell(id, row, FIRST_LANES, words, at);
    words[at + WORDS] = BLANK;
    if (carrierCallID.start[row] === carrierCallID.end[row]) return;
    const carrier = names[columns.carrier[row] as number] as string;
    const directionFlag = names[columns.directionFlag[row] as number] as string;
    const lanes = this.#lanesOf(carrier, directionFlag, hasALegID[row] !== 0);
    writeCell(carrierCallID, row, lanes, words, at + WORDS);
  }

  #lanesOfCall({ callCarrier, carrier, callTypeDirectionFlag, aLegID }: CallRecord): Lanes {
    const hasALegID = aLegID !== undefined && aLegID !== null && aLegID !== "";
    return this.#lanesOf(textOf(callCarrier) || textOf(carrier), textOf(callTypeDirectionFlag), hasALegID);
  }

  #lanesOf(carrier: string, directionFlag: string, hasALegID: boolean): Lanes {
    const isInbound = this.#callTypes.directionNamed(directionFlag) === "inbound";
    const mark = (isInbound ? INBOUND : 0) + (hasALegID ? FURTHER_LEG : 0);
    if (mark !== this.#mark || carrier !== this.#carrier) {
      this.#last = this.#find(carrier, mark);
      this.#carrier = carrier;
      this.#mark = mark;
    }
    return this.#last;
  }

  #find(carrier: string, mark: number): Lanes {
    const known = this.#lanes[mark] as Map<string, Lanes>;
    let lanes = known.get(carrier);
    if (lanes === undefined) {
      lanes = lanesAfter(carrier, mark);
      if (known.size === MOST_CARRIERS) known.clear();
      known.set(carrier, lanes);
    }
    return lanes;
  }
}

function writeCell(
  { bytes, start, end }: TextColumn,
  row: number,
  lanes: Lanes,
  words: Uint32Array,
  at: number,
): void {
  writeHashOfBytes(bytes, start[row] as number, end[row] as number, lanes, words, at);
}

/** A name of a record; one that is none makes the call malformed, and is blank here. */
function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (value === undefined || value === null) return "";
  const text = readText(value);
  return typeof text === "string" ? text : "";
}
