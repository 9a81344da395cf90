/** A server over a socket: who is let in, what is logged, how it ends. */
import { connect, type Socket } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { keysOfText, type Served, type ServeOptions, serve } from "../../../src/server/serving/index.ts";
import { aCall, storeWithBook } from "../calls/setup.ts";
import { ENGINES } from "../databases.ts";

const BASE = "/backend/api/v1";
const BOOK = { customers: [{ id: "7", companyName: "Harbour Bakery" }] };

describe.each(ENGINES)("$kind", (engine) => {
  let served: Served | undefined;
  let lines: Record<string, unknown>[] = [];
  afterEach(async () => {
    await served?.stop();
    served = undefined;
  });

  async function start(options: Partial<ServeOptions> = {}): Promise<string> {
    lines = [];
    served = await serve({
      database: options.database ?? (await engine.empty()),
      host: "127.0.0.1",
      port: 0,
      book: BOOK,
      log: (line) => lines.push(JSON.parse(line)),
      now: () => Date.UTC(2026, 10, 23),
      ...options,
    });
    return `${served.url}${BASE}`;
  }

  test("H2: without keys this machine is answered, at level 0, and begins with the book", async () => {
    const base = await start();
    const answer = await fetch(`${base}/customers/7`);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ id: "7", companyName: "Harbour Bakery" });
    const raised = await fetch(`${base}/tariffs/1/applyIncrease`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: '{"increasePercent":5,"increaseScope":"costOnly"}',
    });
    expect([raised.status, await raised.json()]).toMatchObject([403, { error_code: 403001 }]);
  });

  test("H2: without keys a page of the web and a foreign name are refused with 403003, whatever they ask", async () => {
    const base = await start();
    const page = await fetch(`${base}/customers/`, { headers: { Origin: "http://127.0.0.1" } });
    expect([page.status, await page.json()]).toMatchObject([403, { error_code: 403003 }]);
    const foreign = await raw(
      base,
      `GET ${BASE}/tollbook/health HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`,
    );
    expect(foreign).toMatch(/^HTTP\/1\.1 403 [\s\S]*"error_code":403003/);
    for (const host of ["localhost", "127.0.0.1:1", "[::1]:80", "LOCALHOST"]) {
      const own = await raw(
        base,
        `GET ${BASE}/tollbook/health HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
      );
      expect(own, host).toMatch(/^HTTP\/1\.1 200 /);
    }
  });

  test("H2: without keys the console alone may send Origin: its own address, with the key of its page", async () => {
    const base = await start();
    const { url } = served as Served;
    const page = await (await fetch(url, { headers: { Accept: "text/html" } })).text();
    const { key } = JSON.parse(/id="page-data">([\s\S]*?)<\/script>/.exec(page)?.[1] ?? "");
    expect(key).toMatch(/^[\w-]{43}$/);
    const post = async (headers: Record<string, string>): Promise<readonly unknown[]> => {
      const answer = await fetch(`${base}/tollbook/quote`, {
        method: "POST",
        headers: { "Content-Type": "application/json", ...headers },
        body: "{}",
      });
      return [answer.status, ((await answer.json()) as { error_code: number }).error_code];
    };
    const own = { Origin: url, Authorization: `Bearer ${key}` };
    expect(await post(own)).toEqual([200, undefined]);
    const refused = [403, 403003];
    expect(await post({ Origin: url })).toEqual(refused);
    expect(await post({ ...own, Authorization: `Bearer ${key}x` })).toEqual(refused);
    const { port } = new URL(url);
    for (const origin of [
      "null",
      "https://evil.example",
      "http://127.0.0.1",
      `http://localhost:${port}`,
      `https://127.0.0.1:${port}`,
      `${url}0`,
      `${url}.evil.example`,
    ]) {
      expect(await post({ ...own, Origin: origin }), origin).toEqual(refused);
    }
    // A name that was made to lead here: the page of it is of that name, too, and is not even given the key.
    for (const path of ["/", `${BASE}/customers/`]) {
      const rebound = await raw(
        base,
        `GET ${path} HTTP/1.1\r\nHost: evil.example:${port}\r\nOrigin: http://evil.example:${port}\r\nAuthorization: Bearer ${key}\r\nConnection: close\r\n\r\n`,
      );
      expect(rebound, path).toMatch(/^HTTP\/1\.1 403 [\s\S]*"error_code":403003/);
      expect(rebound, path).not.toContain(key);
    }
    expect(
      await (await fetch(url, { headers: { Accept: "text/html", Origin: "https://evil.example" } })).text(),
    ).not.toContain(key);
  });

  test("H2: with keys the console has none of its own", async () => {
    await start({ keys: keysOfText("billing:0:alpha") });
    const page = await (await fetch((served as Served).url, { headers: { Accept: "text/html" } })).text();
    expect(JSON.parse(/id="page-data">([\s\S]*?)<\/script>/.exec(page)?.[1] ?? "")).toEqual({
      base: BASE,
      key: null,
    });
  });

  test("H2: with keys only their holders are let in", async () => {
    const base = await start({ keys: keysOfText("billing:0:alpha") });
    const refused = await fetch(`${base}/customers/7`);
    expect([refused.status, refused.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
    const held = await fetch(`${base}/customers/7`, { headers: { Authorization: "Bearer alpha" } });
    expect(held.status).toBe(200);
  });

  test("each request is a line of the log, with nothing alive in it", async () => {
    const base = await start({ keys: keysOfText("billing:0:alpha") });
    await fetch(`${base}/customers/8?x=%1b%5b2J`, { headers: { Authorization: "Bearer alpha" } });
    expect(lines).toEqual([
      expect.objectContaining({
        time: "2026-11-23T00:00:00.000Z",
        level: "info",
        message: "request",
        method: "GET",
        path: `${BASE}/customers/8`,
        route: "/customers/{id}",
        user: "billing",
        status: 400,
        error_code: 400001,
      }),
    ]);
  });

  test("H25: a file of calls is taken, priced by the server itself, and given back as a file", async () => {
    const base = await start({ database: (await storeWithBook(await engine.empty())).database });
    const batches = `${base}/tollbook/batches`;
    for (const [type, body] of [
      ["application/x-ndjson", `${JSON.stringify(aCall(1))}\nno call\n`],
      [
        "text/csv",
        "id,target,external,startDate,startTime,duration\n2,02079460018,01614960000,2026-10-05,10:00:00,91\nx\n",
      ],
    ] as const) {
      const headers = { "Content-Type": type, "Idempotency-Key": type };
      const taken = await fetch(batches, { method: "POST", headers, body });
      expect(taken.status).toBe(202);
      const { batch } = (await taken.json()) as { batch: { id: string } };
      for (;;) {
        const { state } = (await (await fetch(`${batches}/${batch.id}`)).json()) as { state: string };
        if (state === "done") break;
      }
      const results = await fetch(`${batches}/${batch.id}/results`, { headers: { Accept: type } });
      expect(results.headers.get("content-type")).toBe(`${type}; charset=utf-8`);
      const lines = (await results.text()).trim().split("\n");
      expect(lines.at(-2)).toContain("Business");
      expect(lines.at(-1)).toContain("malformed-record");
    }
  });

  test("H11: a purge is a line of the log, and so is a customer whom other records still need", async () => {
    const database = await engine.empty();
    const base = await start({
      database,
      book: {
        customers: [{ id: "7" }, { id: "8" }, { id: "9", defaultNationalTariff: "Own" }],
        tariffs: [{ id: "1", name: "Own", tariffClass: "national", baseCost: "1", customerID: "7" }],
      },
    });
    for (const id of ["7", "8"]) {
      expect((await fetch(`${base}/customers/${id}`, { method: "DELETE" })).status).toBe(200);
    }
    const again = await engine.again(database);
    await served?.stop();
    await start({ database: again, now: () => Date.UTC(2199, 0, 1) });
    const { problems, ...kept } = lines.find(({ level }) => level === "warn") ?? {};
    expect(kept).toMatchObject({ message: "a customer could not be purged", customer: "7" });
    expect(String(problems)).toContain("Own");
    expect(lines).toContainEqual(
      expect.objectContaining({ level: "info", message: "customers were purged", customers: ["8"] }),
    );
  });

  test("H34: a server that stops takes no connection any more, and answers what runs", async () => {
    const base = await start();
    const body = JSON.stringify({ upsert: { customers: [{ id: "8", companyName: "Quay Books" }] } });
    const head = `PATCH ${BASE}/tollbook/book HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
    const { hostname, port } = new URL(base);
    const socket = connect(Number(port), hostname);
    const answered = textOf(socket);
    socket.write(`${head}${body.slice(0, 10)}`);
    // Connections are taken in their order: this answer says that the one before is.
    expect((await fetch(`${base}/tollbook/health`)).status).toBe(200);
    const stopped = (served as Served).stop();
    socket.write(body.slice(10));
    expect(await answered).toMatch(/^HTTP\/1\.1 200 /);
    expect(await stopped).toBe(true);
    await expect(fetch(`${base}/tollbook/health`)).rejects.toThrow();
    served = undefined;
  });

  test("a database that has a book keeps it", async () => {
    const database = await engine.empty();
    const again = await engine.again(database);
    await start({ database });
    await served?.stop();
    const base = await start({ database: again, book: { customers: [{ id: "9" }] } });
    expect((await fetch(`${base}/customers/7`)).status).toBe(200);
    expect((await fetch(`${base}/customers/9`)).status).toBe(404);
    expect(lines[0]).toMatchObject({ message: "the database has a book already; it is kept" });
  });
});

function raw(base: string, text: string): Promise<string> {
  const { hostname, port } = new URL(base);
  const socket = connect(Number(port), hostname);
  socket.write(text);
  return textOf(socket);
}

/** What a connection says until it is closed. */
function textOf(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    socket.setEncoding("utf8");
    socket.on("data", (data) => {
      text += data;
    });
    socket.on("close", () => resolve(text));
    socket.on("error", reject);
  });
}
