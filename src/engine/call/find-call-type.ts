/** R22: the call type of a call, and the second look-up in the list of the tariff's carrier. */
import {
  type BookTables,
  type CallTypeMatch,
  NO_PREFIX,
  type OpenedDestination,
  type OpenedTariff,
  Refusal,
  shortenedWords,
} from "../../book/index.ts";
import type { Direction } from "../../model/index.ts";
import type { Trace } from "../trace.ts";
import type { CallReading } from "./read-call.ts";

/** The result of R22 for a call. */
export interface Classified {
  readonly direction: Direction;
  /** The longest prefix of the book with which the other party's number begins. */
  readonly prefix: number;
  readonly callType: number;
  readonly tariffClass: number;
  readonly location: string | undefined;
  readonly locationIndex: number;
}

/** Finds a call's type and class. `carrier` is the call's, else its number's. */
export function findCallType(
  book: BookTables,
  call: CallReading,
  carrier: string,
  trace: Trace | undefined,
): Classified | Refusal {
  const { callTypes, dialled } = book;
  const direction = callTypes.directionOf(call);
  dialled.read(call.external);
  const prefix = book.prefixes.size === 0 ? NO_PREFIX : book.prefixes.longest(dialled);
  let found: CallTypeMatch | OpenedDestination | undefined = callTypes.ofRecord(call);
  let how = "named by the record (tariffType)";
  if (found === undefined) {
    found = callTypes.byChargeBand(call, carrier, direction);
    if (trace !== undefined)
      how = `charge band ${call.chargeBand || call.tariffTypeCarrier} of ${carrier || "any carrier"}`;
  }
  if (found === undefined) {
    found = callTypes.byNumber(dialled, book.prefixes, prefix, carrier, direction);
    if (found !== undefined && trace !== undefined) {
      how = `by ${callTypes.explainNumber(dialled, book.prefixes, prefix, carrier, direction)}`;
    }
  }
  if (found === undefined) {
    trace?.choose(
      "R22",
      "call type",
      undefined,
      "nothing found",
      whatFailed(call, carrier, direction, found, how),
    );
    return unknownCallType(call, carrier, direction);
  }
  const callType = callTypes.callTypes[found.callType];
  trace?.choose(
    "R22",
    "call type",
    `${callType?.name} (${direction})`,
    how,
    whatFailed(call, carrier, direction, found, how),
  );
  return {
    direction,
    prefix,
    callType: found.callType,
    tariffClass: callType?.tariffClass ?? 0,
    location: found.location,
    locationIndex: found.locationIndex,
  };
}

/** The call type with which a tariff's lines are sought, and the location its lookup gave. */
export interface LookedUp {
  readonly callType: number;
  readonly location: string | undefined;
  readonly locationIndex: number;
}

/** Looks the call type up again in the list of the tariff's `locationLookupCarrier`, if it has one. */
export function lookAgain(
  book: BookTables,
  classified: Classified,
  tariff: OpenedTariff,
  trace: Trace | undefined,
): LookedUp | Refusal {
  const carrier = tariff.settings.locationLookupCarrier;
  if (carrier === undefined) return classified;
  const { callTypes } = book;
  const found = callTypes.inListOf(
    carrier,
    book.dialled,
    book.prefixes,
    classified.prefix,
    classified.direction,
  );
  if (found === undefined) {
    trace?.choose(
      "R22",
      "call type for the lines",
      nameOf(book, classified.callType),
      `not in ${carrier}'s list, so it stays`,
    );
    return classified;
  }
  const callType = callTypes.callTypes[found.callType];
  if (callType?.tariffClass !== classified.tariffClass) {
    return new Refusal(
      "class-conflict",
      `Tariff ${tariff.record.name} looks calls up in ${carrier}'s list, where this one is ${callType?.name}, of another class than ${nameOf(book, classified.callType)}.`,
    );
  }
  trace?.choose(
    "R22",
    "call type for the lines",
    callType.name,
    `looked up again in ${carrier}'s list (locationLookupCarrier)`,
  );
  return found;
}

export function nameOf(book: BookTables, callType: number): string {
  return book.callTypes.callTypes[callType]?.name ?? "";
}

/** Why a call has no type. */
export function unknownCallType(
  call: Pick<CallReading, "tariffType" | "chargeBand" | "tariffTypeCarrier" | "external">,
  carrier: string,
  direction: Direction,
): Refusal {
  const tried: string[] = [];
  if (call.tariffType !== "") tried.push(`tariffType ${call.tariffType} is not in the book`);
  const band = call.chargeBand || call.tariffTypeCarrier;
  if (band !== "") tried.push(`charge band ${band} of carrier ${carrier || "(blank)"} has no entry`);
  tried.push(
    call.external === ""
      ? "the other party's number is blank"
      : `no ${direction} destination matches ${call.external}${shortenedWords(call.external)}`,
  );
  return new Refusal("unknown-call-type", `No call type was found: ${tried.join("; ")}.`);
}

function whatFailed(
  call: CallReading,
  carrier: string,
  direction: Direction,
  found: unknown,
  how: string,
): { what: string; why: string }[] {
  const failed: { what: string; why: string }[] = [];
  if (how.startsWith("named by the record") && found !== undefined) return failed;
  if (call.tariffType !== "")
    failed.push({ what: `tariffType ${call.tariffType}`, why: "not a call type of the book" });
  else failed.push({ what: "the record's tariffType", why: "blank" });
  if (how.startsWith("charge band") && found !== undefined) return failed;
  const band = call.chargeBand || call.tariffTypeCarrier;
  if (band === "") failed.push({ what: "charge band", why: "blank" });
  else
    failed.push({ what: `charge band ${band}`, why: `no ${direction} entry of ${carrier || "any carrier"}` });
  if (found === undefined)
    failed.push({ what: `number ${call.external || "(blank)"}`, why: `no ${direction} destination` });
  return failed;
}
