/** Answers as responses (H3, H6). */
import { isAway } from "../database/index.ts";
import { RETRY, ServerError } from "../errors.ts";
import type { Answer } from "./route.ts";

export function errorAnswer(error: ServerError): Answer {
  return { status: error.status, headers: error.headers, body: error.body };
}

/** An error as a response, outside of routes. */
export function errorResponse(error: ServerError): Response {
  return respond(errorAnswer(error));
}

/** SQLSTATE codes: lock timeout, cancelled statement, serialisation failure, deadlock. */
const RETRYABLE = /^(?:55P03|57014|40001|40P01)$/;

/** The answer to a fault of the server; the text of the fault stays in the log. */
export function faultAsError(thrown: unknown): ServerError {
  if (thrown instanceof ServerError) return thrown;
  const { code } = (thrown ?? {}) as { readonly code?: unknown };
  if (typeof code === "string" && RETRYABLE.test(code)) {
    return new ServerError(503001, "Others were writing the same; nothing was changed. Try again.", RETRY);
  }
  if (isAway(thrown)) {
    return new ServerError(503001, "The database does not answer. Try again.", RETRY);
  }
  return new ServerError(500001, "The server failed at this request; its log says more.");
}

/**
 * An answer as a response. `onEnd` is called once: for a streamed answer at its end or when its reader stops, with the
 * error that cut it short; for any other answer at once.
 */
export function respond(answer: Answer, onEnd: (fault?: unknown) => void = () => undefined): Response {
  const { status = 200, type, body } = answer;
  const headers = new Headers({
    "Content-Type": type === undefined ? "application/json; charset=utf-8" : withCharset(type),
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    ...answer.headers,
  });
  if (isInPieces(body)) return new Response(streamOf(body, onEnd), { status, headers });
  onEnd();
  const written = type === undefined ? JSON.stringify(body) : (body as string | Uint8Array<ArrayBuffer>);
  return new Response(written, { status, headers });
}

function isInPieces(body: unknown): body is AsyncIterable<string> {
  return typeof body === "object" && body !== null && Symbol.asyncIterator in body;
}

/**
 * Pieces of text as a stream: each piece is made when the one before was read. An error cuts the answer short; a reader
 * who stops while a piece is made ends it.
 */
function streamOf(
  pieces: AsyncIterable<string>,
  onEnd: (fault?: unknown) => void,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const iterator = pieces[Symbol.asyncIterator]();
  let isCancelled = false;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { value, done } = await iterator.next();
        if (isCancelled) return;
        if (done !== true) return controller.enqueue(encoder.encode(value));
      } catch (thrown) {
        if (!isCancelled) onEnd(thrown);
        throw thrown;
      }
      controller.close();
      onEnd();
    },
    async cancel() {
      isCancelled = true;
      onEnd();
      await iterator.return?.();
    },
  });
}

function withCharset(type: string): string {
  return type.includes("charset") || !(type.startsWith("text/") || type.includes("json"))
    ? type
    : `${type}; charset=utf-8`;
}
