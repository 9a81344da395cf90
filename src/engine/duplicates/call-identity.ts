/**
 * The keys that make a call a duplicate (R30): its id, and the carrier's id together with carrier, direction and leg.
 */
import type { BookTables, OpenedBook } from "../../book/index.ts";
import { type CallRecord, readText, safely } from "../../model/index.ts";
import { readID } from "../call/read-call.ts";

/** The scope of a `carrierCallID`: carriers give separate ids to the two directions, and to further legs. */
export interface CarrierOfCall {
  /** `callCarrier`, else `carrier`; blank where the call names none. */
  readonly carrier: string;
  readonly isInbound: boolean;
  readonly isFurtherLeg: boolean;
}

/** The carrier, the direction and the leg of a call. Fields that cannot be read count as blank. */
export function carrierOfCall(
  callTypes: Pick<BookTables["callTypes"], "directionNamed">,
  { callCarrier, carrier, callTypeDirectionFlag, aLegID }: CallRecord,
): CarrierOfCall {
  return {
    carrier: textOf(callCarrier) || textOf(carrier),
    isInbound: callTypes.directionNamed(textOf(callTypeDirectionFlag)) === "inbound",
    isFurtherLeg: aLegID !== undefined && aLegID !== null && aLegID !== "",
  };
}

/** The keys that make a call a duplicate. */
export interface CallIdentity {
  /** Null where blank, undefined where the value is no id. */
  readonly id: string | null | undefined;
  /** Undefined where the call has no `carrierCallID`. */
  readonly atCarrier: (CarrierOfCall & { readonly carrierCallID: string }) | undefined;
}

const NO_IDENTITY: CallIdentity = { id: undefined, atCarrier: undefined };

/** The keys that make a call a duplicate (R30); the book gives the meaning of a direction flag. */
export function identityOfCall(book: OpenedBook, call: CallRecord): CallIdentity {
  if (typeof call !== "object" || call === null) return NO_IDENTITY;
  return safely(() => {
    const id = readID(call.id);
    const carrierCallID = readID(call.carrierCallID);
    const { callTypes } = book.tables;
    const atCarrier = carrierCallID ? { ...carrierOfCall(callTypes, call), carrierCallID } : undefined;
    return { id, atCarrier };
  }, NO_IDENTITY);
}

/** The text of a name field; a value that is no text makes the call malformed, and counts as blank here. */
function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (value === undefined || value === null) return "";
  const text = readText(value);
  return typeof text === "string" ? text : "";
}
