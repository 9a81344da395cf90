/** R22: the call type of each call of a block, and the longest prefix of the other party's number. */
import {
  type BookTables,
  type KnownNames,
  NO_PREFIX,
  type OpenedDestination,
  type OpenedNumber,
  TYPE,
} from "../book/index.ts";
import { type ColumnBlock, refuse } from "./column-block.ts";

/** What the names of a call say of its type: the carrier, the direction, and the type itself unless the number decides. */
export function findTypes(block: ColumnBlock, known: KnownNames<OpenedNumber>): void {
  const { first, count, isPlain, carrier, reclassify, type } = block;
  const { chargeBand, tariffTypeCarrier, tariffType, directionFlag } = block.columns;
  for (let at = 0; at < count; at++) {
    if (isPlain[at] === 0) continue;
    const row = first + at;
    const own = known.type(
      carrier[at] as number,
      chargeBand[row] as number,
      tariffTypeCarrier[row] as number,
      reclassify ? 0 : (tariffType[row] as number),
      directionFlag[row] as number,
    );
    type[at] = own;
    if (own < 0) isPlain[at] = 0;
  }
}

/** Reads the other party's numbers, and finds the longest prefix of each. */
export function findPrefixes(block: ColumnBlock, book: BookTables): void {
  const { first, count, isPlain, key, digits, dialledKey, place } = block;
  const { bytes, start, end } = block.columns.external;
  const { dialled, prefixes } = book;
  for (let at = 0; at < count; at++) {
    const row = first + at;
    digits[at] = 0;
    if (isPlain[at] === 0) continue;
    if (!dialled.readBytes(bytes, start[row] as number, end[row] as number)) {
      isPlain[at] = 0;
      continue;
    }
    key[at] = dialled.key;
    digits[at] = dialled.length;
    dialledKey[at] = dialled.dialledKey;
  }
  if (prefixes.size === 0) place.fill(NO_PREFIX, 0, count);
  else prefixes.longestOfEach(key, digits, count, place);
}

/** The type of each call, by its names or else by the other party's number, with its location; and its class. */
export function findDestinations(
  block: ColumnBlock,
  book: BookTables,
  known: KnownNames<OpenedNumber>,
  classes: Int32Array,
  callTypes: Int32Array,
  locations: Int32Array,
): void {
  const { first, count, isPlain, type } = block;
  const { typeRows } = known;
  for (let at = 0; at < count; at++) {
    if (isPlain[at] === 0) continue;
    const row = first + at;
    const own = (type[at] as number) * TYPE.WIDTH;
    let callType = typeRows[own + TYPE.CALL_TYPE] as number;
    let location = typeRows[own + TYPE.LOCATION] as number;
    if (callType < 0) {
      const found = destinationOf(block, book, known, at);
      if (found === undefined) {
        refuse(block, at, "unknown-call-type");
        continue;
      }
      callType = found.callType;
      location = found.locationPlace;
    }
    callTypes[row] = callType;
    locations[row] = location;
    block.kind[at] = (typeRows[own + TYPE.KIND] as number) + (classes[callType] as number);
  }
}

/** The destination of a row's number in the first of its type's lists that has one. */
function destinationOf(
  block: ColumnBlock,
  { dialled, prefixes }: BookTables,
  known: KnownNames<OpenedNumber>,
  at: number,
): OpenedDestination | undefined {
  const { lists } = known.typeAt(block.type[at] as number);
  // All that a list asks of a number beside its prefix.
  dialled.dialledKey = block.dialledKey[at] as number;
  for (let next = 0; next < lists.length; next++) {
    const found = lists[next]?.find(dialled, prefixes, block.place[at] as number);
    if (found !== undefined) return found;
  }
  return undefined;
}
