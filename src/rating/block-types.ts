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

/** Reads the other party's number; the type, if only that says it; and writes type and location. */
export function findDestinations(
  block: ColumnBlock,
  book: BookTables,
  known: KnownNames<OpenedNumber>,
  classes: Int32Array,
  callTypes: Int32Array,
  locations: Int32Array,
): void {
  const { first, count, isPlain, type } = block;
  const { bytes, start, end } = block.columns.external;
  const { dialled, prefixes } = book;
  const { typeRows } = known;
  const isEmpty = prefixes.size === 0;
  for (let at = 0; at < count; at++) {
    if (isPlain[at] === 0) continue;
    const row = first + at;
    if (!dialled.readBytes(bytes, start[row] as number, end[row] as number)) {
      isPlain[at] = 0;
      continue;
    }
    const place = isEmpty ? NO_PREFIX : prefixes.longest(dialled);
    block.place[at] = place;
    const own = (type[at] as number) * TYPE.WIDTH;
    let callType = typeRows[own + TYPE.CALL_TYPE] as number;
    let location = typeRows[own + TYPE.LOCATION] as number;
    if (callType < 0) {
      const found = destinationOf(book, known, type[at] as number, place);
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

/** The destination of the number read last in the first of the type's lists that has one. */
function destinationOf(
  { dialled, prefixes }: BookTables,
  known: KnownNames<OpenedNumber>,
  type: number,
  place: number,
): OpenedDestination | undefined {
  const { lists } = known.typeAt(type);
  for (let at = 0; at < lists.length; at++) {
    const found = lists[at]?.find(dialled, prefixes, place);
    if (found !== undefined) return found;
  }
  return undefined;
}
