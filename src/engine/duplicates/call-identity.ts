/** By what a call is known again (R30): its id, and the id at its carrier together with carrier, direction and leg. */
import type { BookTables, OpenedBook } from "../../book/index.ts";
import { type CallRecord, readText, safely } from "../../model/index.ts";
import { readID } from "../call/read-call.ts";

/** Whose id of a call a `carrierCallID` is: carriers give the two directions, and further legs, ids of their own. */
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

/** By what a call is known again. */
export interface CallIdentity {
  /** Null where blank, undefined where it is no id. */
  readonly id: string | null | undefined;
  /** Undefined where the call has no `carrierCallID`. */
  readonly atCarrier: (CarrierOfCall & { readonly carrierCallID: string }) | undefined;
}

const NO_IDENTITY: CallIdentity = { id: undefined, atCarrier: undefined };

/** By what a call is known again (R30); the book says which way a direction flag points. */
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

/** A name of a record; one that is none makes the call malformed, and is blank here. */
function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (value === undefined || value === null) return "";
  const text = readText(value);
  return typeof text === "string" ? text : "";
}
