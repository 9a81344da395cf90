/** Incoming calls (H23, H24): the keys that identify a call, and whether it equals a stored call. */
import { createHash } from "node:crypto";
import { identityOfCall } from "../../engine/index.ts";
import type { LineProblem } from "../../files/index.ts";
import type { CallRecord, OpenedBook } from "../../index.ts";
import { isStoredID } from "../store/index.ts";

export interface IncomingCall {
  /** Position in the batch, from 1. */
  readonly position: number;
  /** The line number in a body of lines; else the position. Results without an id name it. */
  readonly line: number;
  /** Why the line could not be read; then there is no call. */
  readonly problem?: LineProblem;
  /** The call as it was sent; where the server gives the id, a copy with the id. */
  call: CallRecord;
  /** The call as it was sent, JSON. */
  readonly record: string;
  /** Digits without leading zeros; null where blank; undefined where it cannot be the id of a stored call. */
  id: string | null | undefined;
  /** Digest of carrier, `carrierCallID`, direction and leg; null without a `carrierCallID`. */
  readonly carrierKey: string | null;
}

/** The line number of a call in a body of lines, or why the line could not be read. */
export type BodyLine = number | LineProblem;

/** Identifies a call of a batch; the book tells its direction. */
export function incomingCall(
  book: OpenedBook,
  sent: unknown,
  position: number,
  bodyLine: BodyLine = position,
): IncomingCall {
  const call = sent as CallRecord;
  if (typeof bodyLine === "object") {
    const { line } = bodyLine;
    return { position, line, problem: bodyLine, call, record: "null", id: undefined, carrierKey: null };
  }
  const { id, atCarrier } = identityOfCall(book, call);
  const key = atCarrier && [
    atCarrier.carrier,
    atCarrier.carrierCallID,
    atCarrier.isInbound,
    atCarrier.isFurtherLeg,
  ];
  return {
    position,
    line: bodyLine,
    call,
    record: JSON.stringify(sent),
    id: id === null || (id !== undefined && isStoredID(id)) ? id : undefined,
    carrierKey: key === undefined ? null : digestOf(JSON.stringify(key)),
  };
}

/** A digest of a text, short enough for an index. */
function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}

/**
 * The digest of a batch's calls: of their canonical texts, one after another, to save memory. A line that could not be
 * read counts by its problem.
 */
export function digestOfCalls(calls: readonly unknown[], bodyLines: readonly BodyLine[] = []): string {
  const hash = createHash("sha256");
  hash.update("[");
  for (const [at, call] of calls.entries()) {
    const problem = bodyLines[at];
    const text = typeof problem === "object" ? `!${JSON.stringify(problem)}` : canonicalText(call);
    hash.update(`${at === 0 ? "" : ","}${text}`);
  }
  return hash.update("]").digest("base64url");
}

/** Whether two calls are equal, regardless of the order of their fields and of how numbers are written. */
export function isSameCall(a: string, b: string): boolean {
  return a === b || canonicalText(JSON.parse(a)) === canonicalText(JSON.parse(b));
}

/** The canonical text of a value: fields sorted, without blank ones, numbers as text. */
function canonicalText(value: unknown): string {
  return JSON.stringify(value, canonically);
}

function canonically(_key: string, value: unknown): unknown {
  if (typeof value === "number") return String(value);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const fields = Object.entries(value).filter(([, own]) => own !== null && own !== "");
  return Object.fromEntries(fields.sort(([a], [b]) => (a < b ? -1 : 1)));
}
