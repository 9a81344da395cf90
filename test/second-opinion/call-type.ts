/** R22: the call type, and the second look in a tariff's own carrier list. */
import { type Book, bandKey, listKey } from "./book.ts";
import type { Call } from "./call.ts";
import { canonicalForPrefixes, dialled } from "./canonical.ts";
import { CallError } from "./errors.ts";
import { type Row, text } from "./values.ts";

export interface CallType {
  readonly name: string;
  readonly tariffClass: string;
  /** The destination it was found by, if it was found so. */
  readonly destination: Row | null;
}

/** The carrier of a call: its own, else that of the number. */
export function carrierOf(call: Call, number: Row): string {
  return call.callCarrier || call.carrier || text(number.callCarrier);
}

export function directionOf(book: Book, call: Call): string {
  return book.callDirections.get(call.callTypeDirectionFlag) ?? "outbound";
}

export function findCallType(book: Book, call: Call, carrier: string): CallType {
  if (book.classOfCallType.has(call.tariffType)) return callType(book, call.tariffType, null);

  const direction = directionOf(book, call);
  const chargeBand = call.chargeBand || call.tariffTypeCarrier;
  if (chargeBand !== "") {
    const entry =
      book.chargeBands.get(bandKey(direction, carrier, chargeBand)) ??
      book.chargeBands.get(bandKey(direction, "", chargeBand));
    if (entry !== undefined) return callType(book, text(entry.tariffType), null);
  }

  const destination =
    (carrier === "" ? null : findDestination(book, call, carrier)) ?? findDestination(book, call, "");
  if (destination !== null) return callType(book, text(destination.tariffType), destination);
  throw new CallError("unknown-call-type", `Neither charge band nor number tells the call type.`);
}

/** The call type for a tariff's lines: looked up again in the list of its `locationLookupCarrier`. */
export function lookUpAgain(book: Book, call: Call, found: CallType, lookupCarrier: string): CallType {
  const destination = lookupCarrier === "" ? null : findDestination(book, call, lookupCarrier);
  if (destination === null) return found;
  const again = callType(book, text(destination.tariffType), destination);
  if (again.tariffClass !== found.tariffClass) {
    throw new CallError("class-conflict", `${again.name} is not of the class of ${found.name}.`);
  }
  return again;
}

/** In one list: a short code before the longest prefix. An empty prefix stands for any caller. */
function findDestination(book: Book, call: Call, locationCarrier: string): Row | null {
  const list = book.destinations.get(listKey(directionOf(book, call), locationCarrier));
  if (list === undefined) return null;
  const short = list.shortCodes.get(dialled(call.external));
  if (short !== undefined) return short;
  const number = canonicalForPrefixes(call.external, book.settings.dialling);
  for (let length = number.length; length >= 0; length -= 1) {
    const entry = list.prefixes.get(number.slice(0, length));
    if (entry !== undefined) return entry;
  }
  return null;
}

function callType(book: Book, name: string, destination: Row | null): CallType {
  return { name, tariffClass: book.classOfCallType.get(name) ?? "", destination };
}
