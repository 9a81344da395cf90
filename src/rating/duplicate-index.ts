/** Ids and carrier call ids that were read in one run. */
import type { CallRecord } from "../model/index.ts";
import { readID } from "./read-call.ts";

/** Remembers the ids of calls. */
export class DuplicateIndex {
  readonly #ids = new Set<string>();
  readonly #carrierCallIDs = new Set<string>();

  /** The field by which a call was read before, if it was; then remembers it. */
  note(call: CallRecord): "id" | "carrierCallID" | undefined {
    if (typeof call !== "object" || call === null) return undefined;
    const knownByID = remember(this.#ids, readID(call.id));
    const knownByCarrier = remember(this.#carrierCallIDs, readID(call.carrierCallID));
    if (knownByID) return "id";
    return knownByCarrier ? "carrierCallID" : undefined;
  }
}

function remember(known: Set<string>, id: string | null | undefined): boolean {
  if (id === null || id === undefined) return false;
  if (known.has(id)) return true;
  known.add(id);
  return false;
}
