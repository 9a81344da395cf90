/** The handler in servers of others: Node's own, Express and Fastify answer what the handler itself answers. */
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import express from "express";
import fastify from "fastify";
import { afterEach, describe, expect, test } from "vitest";
import { createHandler, type RequestNote } from "../../../src/server/index.ts";
import { nodeListener } from "../../../src/server/serving/index.ts";
import type { Store } from "../../../src/server/store/index.ts";
import { aCall, BOOK, storeWithBook } from "../calls/setup.ts";
import { ENGINES } from "../databases.ts";

const BASE = "/backend/api/v1";

type Handler = (request: Request) => Promise<Response>;

/** A server that has a page of its own beside the handler. */
interface Mounted {
  readonly server: Server;
  close(): Promise<unknown>;
}

/** Each server as docs/server.md mounts the handler in it. */
const MOUNTS: Readonly<Record<string, (handler: Handler) => Promise<Mounted>>> = {
  async node(handler) {
    const answer = nodeListener(handler);
    const server = createServer((incoming, outgoing) => {
      if (incoming.url === "/own") outgoing.end("own");
      else void answer(incoming, outgoing);
    });
    return { server: await listening(server), close: () => closed(server) };
  },
  async express(handler) {
    const app = express();
    app.all("/backend/api/v1/{*path}", nodeListener(handler));
    app.use(express.json());
    app.get("/own", (_request, response) => void response.send("own"));
    const server = await listening(createServer(app));
    return { server, close: () => closed(server) };
  },
  async fastify(handler) {
    const app = fastify();
    const answer = nodeListener(handler);
    app.get("/own", async () => "own");
    app.register(async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser("*", (_request, _payload, done) => done(null));
      scope.all("/backend/api/v1/*", (request, reply) => {
        reply.hijack();
        return answer(request.raw, reply.raw);
      });
    });
    await app.listen({ host: "127.0.0.1", port: 0 });
    return { server: app.server, close: () => app.close() };
  },
};

async function listening(server: Server): Promise<Server> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

/** More than the buffers of a connection hold. */
const LONG_NAME = "x".repeat(9_000);
const MANY = Array.from({ length: 700 }, (_, at) => ({ id: 10_000 + at, companyName: LONG_NAME }));

describe.each(ENGINES)("$kind", (engine) => {
  describe.each(Object.keys(MOUNTS))("%s", (name) => {
    let store: Store;
    let mounted: Mounted;
    let waiting: ((note: RequestNote) => void) | undefined;
    afterEach(async () => {
      await mounted.close();
      await store.close();
    });

    async function start(): Promise<{ readonly url: string; readonly handler: Handler }> {
      store = await storeWithBook(await engine.empty(), BOOK);
      const handler = createHandler({
        store,
        authorize: () => ({ user: "ann", level: 5, access: "write" }),
        onAnswer: (note) => waiting?.(note),
      });
      mounted = await (MOUNTS[name] as (typeof MOUNTS)[string])(handler);
      return { url: `http://127.0.0.1:${(mounted.server.address() as AddressInfo).port}`, handler };
    }

    /** The next request that the handler has answered. */
    function nextNote(): Promise<RequestNote> {
      return new Promise((resolve) => {
        waiting = resolve;
      });
    }

    test("records, batches and errors are answered as the handler answers them, beside the server's own pages", async () => {
      const { url, handler } = await start();
      const post = (path: string, body: object, headers: Record<string, string> = {}): Promise<Response> =>
        fetch(`${url}${BASE}${path}`, {
          method: "POST",
          headers: { "Content-Type": "application/json", ...headers },
          body: JSON.stringify(body),
        });
      const made = await post("/customers/", { companyName: "Harbour Bakery" });
      expect([made.status, made.headers.get("location")]).toEqual([201, `${BASE}/customers/9`]);
      expect(await made.json()).toMatchObject({ id: "9", companyName: "Harbour Bakery" });

      const calls = [aCall(1), aCall(2, { duration: "long" })];
      const batch = await post("/tollbook/batches", { calls }, { "Idempotency-Key": "k" });
      expect([batch.status, await batch.json()]).toMatchObject([201, { batch: { rated: 1, errors: 1 } }]);
      const again = await post("/tollbook/batches", { calls }, { "Idempotency-Key": "k" });
      expect([again.status, again.headers.get("idempotency-replayed")]).toEqual([200, "true"]);

      for (const path of [
        "/customers/?limit=2",
        "/calls/1",
        "/customers/99",
        "/payments/",
        "/no/such/path",
        "/customers/7?x=%F0%9F%98%80",
      ]) {
        const answer = await fetch(`${url}${BASE}${path}`);
        const own = await handler(new Request(`${url}${BASE}${path}`));
        expect([answer.status, await answer.text()], path).toEqual([own.status, await own.text()]);
        for (const header of ["content-type", "cache-control", "x-tollbook-revision", "link"]) {
          expect(answer.headers.get(header), `${path} ${header}`).toBe(own.headers.get(header));
        }
      }
      const wrong = await fetch(`${url}${BASE}/customers/7`, { method: "POST", body: "companyName=x" });
      expect([wrong.status, await wrong.json()]).toMatchObject([400, { error_code: 400501 }]);
      const form = await fetch(`${url}${BASE}/customers/`, {
        method: "POST",
        body: new URLSearchParams({ a: "1" }),
      });
      expect([form.status, await form.json()]).toMatchObject([415, { error_code: 415001 }]);
      expect(await (await fetch(`${url}/own`)).text()).toBe("own");
    });

    test("a large answer comes whole, and one that is not read to its end, or asked to its end, hurts nobody", async () => {
      const { url, handler } = await start();
      await store.write({ user: "t", method: "PATCH", path: "/" }, async (writing) => {
        writing.revise({ upsert: { customers: MANY } });
      });
      const path = `${BASE}/tollbook/book`;
      const whole = await (await handler(new Request(`${url}${path}`))).text();
      expect(whole.length).toBeGreaterThan(MANY.length * LONG_NAME.length);
      const [one, other] = await Promise.all([fetch(`${url}${path}`), fetch(`${url}${path}`)]);
      expect((await one.text()) === whole && (await other.text()) === whole).toBe(true);

      const { port } = mounted.server.address() as AddressInfo;
      const reader = connect(port, "127.0.0.1");
      const isClosed = new Promise((resolve) =>
        mounted.server.once("request", (_incoming, outgoing) => outgoing.once("close", resolve)),
      );
      reader.once("data", () => reader.destroy());
      reader.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
      await isClosed;

      const cut = nextNote();
      const writer = connect(port, "127.0.0.1");
      const head = "Host: localhost\r\nContent-Type: application/json\r\nContent-Length: 100";
      const isTaken = new Promise((resolve) => mounted.server.once("request", resolve));
      writer.write(`POST ${BASE}/customers/ HTTP/1.1\r\n${head}\r\n\r\n{"companyName":`);
      await isTaken;
      writer.destroy();
      expect(await cut).toMatchObject({ status: 400, code: 400003, path: `${BASE}/customers/` });

      const answer = await fetch(`${url}${BASE}/tollbook/metrics`);
      expect(await answer.text()).toMatch(/^tollbook_requests_running 1$/m);
      expect((await fetch(`${url}${BASE}/customers/7`)).status).toBe(200);
    });
  });
});
