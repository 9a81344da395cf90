/** The routes of calls and invoices over a store, for tests. */
import { createHandler, type HandlerOptions } from "../../../src/server/create-handler.ts";
import type { Store } from "../../../src/server/store/index.ts";
import { holdToDocument } from "../http/contract.ts";

/** What came back. */
export interface Got {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever is there
  readonly body: any;
}

export type Ask = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<Got>;

/** Asks the routes under test. A body is sent as JSON; text and bytes as they are, with a type among the headers. */
export function asking(
  store: Store,
  access: "read" | "write" = "write",
  options: Partial<HandlerOptions> = {},
): Ask {
  const app = createHandler({ store, authorize: () => ({ user: "tester", level: 5, access }), ...options });
  return async (method, path, body, headers = {}) => {
    const isRaw = typeof body === "string" || body instanceof Uint8Array;
    const response = await app(
      new Request(`http://test/backend/api/v1${path}`, {
        method,
        headers: {
          Accept: "application/json",
          ...(body === undefined || isRaw ? {} : { "Content-Type": "application/json" }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: isRaw ? (body as string) : JSON.stringify(body) }),
      }),
    );
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.startsWith("application/json;") === true;
    const { status, headers: given } = response;
    const read = isJson ? JSON.parse(text) : undefined;
    const sentType = isRaw ? headers["Content-Type"] : undefined;
    const sent = isRaw ? undefined : body;
    holdToDocument({ method, path, sent, sentType, status, headers: given, body: read });
    return { status, headers: given, text, body: read };
  };
}
