/** R30: which calls of a run were read before, and by which field. */
import type { Book } from "./book.ts";
import { callID, isID } from "./call.ts";
import { isBlank, type Row, text } from "./values.ts";

/** Asked of the calls of a run one after another. */
export type RepeatedField = (row: Row) => "id" | "carrierCallID" | null;

export function repeatedFields(book: Book): RepeatedField {
  const ids = new Set<string>();
  const carrierCallIDs = new Set<string>();
  return (row) => {
    const id = callID(row);
    const isKnownID = id !== null && ids.has(id);
    if (id !== null) ids.add(id);
    const key = carrierKey(book, row);
    const isKnownKey = key !== null && carrierCallIDs.has(key);
    if (key !== null) carrierCallIDs.add(key);
    if (isKnownID) return "id";
    return isKnownKey ? "carrierCallID" : null;
  };
}

/** One id from two carriers, and the two legs of one call, are different calls. */
function carrierKey(book: Book, row: Row): string | null {
  const { carrierCallID } = row;
  if (isBlank(carrierCallID) || !isID(carrierCallID)) return null;
  const carrier = name(row.callCarrier) || name(row.carrier);
  const direction = book.callDirections.get(name(row.callTypeDirectionFlag)) ?? "outbound";
  return JSON.stringify([carrier, String(carrierCallID), direction, !isBlank(row.aLegID)]);
}

/** What is no text makes the call malformed, and counts as blank here. */
function name(value: unknown): string {
  const isName = ["string", "bigint"].includes(typeof value) || Number.isFinite(value);
  return isName ? text(value) : "";
}
