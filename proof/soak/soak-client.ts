/** A client of a server under soak: asks, and goes away in the middle of what it asks. */
import { Agent, request } from "node:http";
import { text } from "node:stream/consumers";

/** An answer; its body where it is JSON. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

type HeaderFields = Readonly<Record<string, string>>;

/** Where a client leaves: with half of the body sent, or with all of it and no ear for the answer. */
export type LeaveAt = "half of the body" | "the answer";

/** A connection for each request: one that is kept may be closed by the server just as it is used again. */
const ONCE = new Agent({ keepAlive: false });
const BASE = "/backend/api/v1";

/** Asks a server of which the address is known. */
export class SoakClient {
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  /** Sends a request, with a body as JSON, or as it is where it is text. */
  ask(method: string, path: string, body?: object | string, headers: HeaderFields = {}): Promise<Answer> {
    const sent = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
    return new Promise((answered, failed) => {
      const length = sent === undefined ? {} : { "Content-Length": Buffer.byteLength(sent) };
      const type = sent === undefined ? {} : { "Content-Type": "application/json" };
      const asked = request(
        `${this.#url}${BASE}${path}`,
        { method, agent: ONCE, headers: { ...type, ...length, ...headers } },
        (response) => {
          response.on("error", failed);
          text(response).then((told) => {
            const isJson = response.headers["content-type"]?.includes("json") === true && told !== "";
            answered({ status: response.statusCode ?? 0, body: isJson ? JSON.parse(told) : told });
          }, failed);
        },
      );
      asked.on("error", failed);
      asked.end(sent);
    });
  }

  /** Begins a request and goes away. */
  leave(path: string, body: object, headers: HeaderFields, at: LeaveAt): Promise<void> {
    const bytes = Buffer.from(JSON.stringify(body));
    return new Promise((resolve) => {
      const asked = request(`${this.#url}${BASE}${path}`, {
        method: "POST",
        agent: ONCE,
        headers: { "Content-Type": "application/json", "Content-Length": bytes.length, ...headers },
      });
      // That it was cut off is what it is for.
      asked.on("error", () => undefined);
      asked.on("close", resolve);
      const part = at === "the answer" ? bytes : bytes.subarray(0, bytes.length / 2);
      asked.write(part, () => asked.destroy());
    });
  }
}
