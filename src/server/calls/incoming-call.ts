/** Calls as they come in (H23, H24): by what each is known again, and whether it is the same as one that is stored. */
import { createHash } from "node:crypto";
import { identityOfCall } from "../../engine/index.ts";
import type { LineProblem } from "../../files/index.ts";
import type { CallRecord, OpenedBook } from "../../index.ts";

/** A call of a batch. */
export interface IncomingCall {
  /** Place in the batch, from 1. */
  readonly place: number;
  /** The line of the body, where that has lines; else the place. Results without an id name it. */
  readonly line: number;
  /** Why its line could not be read; then there is no call. */
  readonly problem?: LineProblem;
  /** As it was sent; where the server gives the id, a copy that has it. */
  call: CallRecord;
  /** As it was sent, JSON. */
  readonly record: string;
  /** Digits without leading zeros; null where blank; undefined where it is no id of a stored call. */
  id: string | null | undefined;
  /** Digest of carrier, `carrierCallID`, direction and leg; null without a `carrierCallID`. */
  readonly carrierKey: string | null;
}

/** Largest id: PostgreSQL's bigint. */
const LARGEST_ID = 2n ** 63n - 1n;

/** Where a call of a body of lines stood, or why its line could not be read. */
export type PlaceInBody = number | LineProblem;

/** A call of a batch, by what the book says of its direction. */
export function incomingCall(
  book: OpenedBook,
  sent: unknown,
  place: number,
  inBody: PlaceInBody = place,
): IncomingCall {
  const call = sent as CallRecord;
  if (typeof inBody === "object") {
    const { line } = inBody;
    return { place, line, problem: inBody, call, record: "null", id: undefined, carrierKey: null };
  }
  const { id, atCarrier } = identityOfCall(book, call);
  const key = atCarrier && [
    atCarrier.carrier,
    atCarrier.carrierCallID,
    atCarrier.isInbound,
    atCarrier.isFurtherLeg,
  ];
  return {
    place,
    line: inBody,
    call,
    record: JSON.stringify(sent),
    id: id === null || (id !== undefined && isStoredID(id)) ? id : undefined,
    carrierKey: key === undefined ? null : digestOf(JSON.stringify(key)),
  };
}

/** Whether a text is an id as stored calls have them. */
function isStoredID(text: string): boolean {
  return /^[1-9][0-9]{0,18}$/.test(text) && (text.length < 19 || BigInt(text) <= LARGEST_ID);
}

/** A digest of a text, short enough for an index. */
function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}

/**
 * The digest of a batch's calls: of their canonical text, which is never made whole. Of a line that could not be read
 * what is told of it counts.
 */
export function digestOfCalls(calls: readonly unknown[], inBody: readonly PlaceInBody[] = []): string {
  const hash = createHash("sha256");
  hash.update("[");
  for (const [at, call] of calls.entries()) {
    const problem = inBody[at];
    const text = typeof problem === "object" ? `!${JSON.stringify(problem)}` : canonicalText(call);
    hash.update(`${at === 0 ? "" : ","}${text}`);
  }
  return hash.update("]").digest("base64url");
}

/** Whether two calls say the same, whatever the order of their fields and however numbers are written. */
export function isSameCall(a: string, b: string): boolean {
  return a === b || canonicalText(JSON.parse(a)) === canonicalText(JSON.parse(b));
}

/** A value as text that is the same for whatever reads the same: fields in order, without blank ones, numbers as text. */
function canonicalText(value: unknown): string {
  return JSON.stringify(value, canonically);
}

function canonically(_key: string, value: unknown): unknown {
  if (typeof value === "number") return String(value);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const fields = Object.entries(value).filter(([, own]) => own !== null && own !== "");
  return Object.fromEntries(fields.sort(([a], [b]) => (a < b ? -1 : 1)));
}
