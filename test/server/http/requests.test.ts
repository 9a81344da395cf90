/** Requests before any record is looked at: H1, H3 to H6, H33. */
import { describe, expect, test } from "vitest";
import type { Present, Store } from "../../../src/server/store/index.ts";
import { ENGINES } from "../databases.ts";
import { type Asked, askOf, openAsked } from "./asking.ts";

const [engine] = ENGINES;
if (engine === undefined) throw new Error("There is no database to test with.");
const asked: Asked = await openAsked(engine, {
  customers: [{ id: 7, companyName: "Alpha" }],
  tariffs: [{ id: 1, name: "UK", tariffClass: "national", baseCost: "1.2" }],
});
const { ask } = asked;
/** The store, whose present book is not simply there. */
function withPresent(present: () => Promise<Present>): Store {
  const store: Store = Object.assign(Object.create(asked.store) as Store, {
    present,
    lastBook: () => undefined,
    until: () => store,
  });
  return store;
}
const code = async (...args: Parameters<typeof ask>): Promise<number> =>
  (await ask(...args)).body?.error_code;

describe("H1 who", () => {
  test("nobody is answered 401001 with WWW-Authenticate, on every path", async () => {
    for (const path of ["/customers/", "/customers/7", "/nowhere", "/payments/", "/tollbook/book"]) {
      const { status, headers, body } = await ask("GET", path, undefined, { as: "nobody" });
      expect([status, headers.get("www-authenticate"), body.error_code]).toEqual([401, "Bearer", 401001]);
    }
  });

  test("a reader reads, and writes nothing", async () => {
    const reader = { as: "5:read" };
    expect((await ask("GET", "/customers/7", undefined, reader)).status).toBe(200);
    for (const [method, path] of [
      ["POST", "/customers/"],
      ["PATCH", "/customers/7"],
      ["PUT", "/customers/7"],
      ["DELETE", "/customers/7"],
      ["POST", "/tariffs/1/createIncreaseVersion"],
      ["PATCH", "/tollbook/book"],
    ] as const) {
      const { status, body } = await ask(method, path, {}, reader);
      expect([method, path, status, body.error_code]).toEqual([method, path, 403, 403002]);
    }
  });

  test("nothing of a request raises a level", async () => {
    const body = { increasePercent: 5, increaseScope: "costOnly", expertLevel: 5, level: 5 };
    const query = "?level=5&expertLevel=5";
    expect(await code("POST", "/tariffs/1/applyIncrease", body, { as: "4:write" })).toBe(403001);
    expect(await code("POST", `/tariffs/1/applyIncrease${query}`, body, { as: "4:write" })).toBe(403001);
    expect((await ask("GET", "/tariffs/1")).body.baseCost).toBe("1.2");
  });

  test("writes are logged with user, method, path, status and revision", async () => {
    await ask("POST", "/customers/", { id: 900, companyName: "Logged" }, { as: "3:write" });
    const rows = await asked.database.query(
      "SELECT user_name, method, path, status FROM log ORDER BY number DESC LIMIT 1",
    );
    expect(rows).toEqual([
      { user_name: "user of level 3", method: "POST", path: "/backend/api/v1/customers/", status: 201 },
    ]);
  });
});

describe("H3 bodies", () => {
  const raw = (text: string | Uint8Array, headers = {}) =>
    ask("PATCH", "/customers/7", undefined, { raw: text, headers });

  test.each([
    ["no JSON", "{"],
    ["a list", "[]"],
    ["a text", '"text"'],
    ["null", "null"],
    ["two objects", "{}{}"],
    ["nothing", ""],
    ["not UTF-8", new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ["65 levels", `{"x":${"[".repeat(64)}${"]".repeat(64)}}`],
    ["200,000 levels", `{"x":${"[".repeat(200_000)}${"]".repeat(200_000)}}`],
    ["a field twice", '{"lastname":"A","lastname":"B"}'],
    ["a field twice, once in escapes", '{"lastname":"A","last\\u006eame":"B"}'],
  ])("%s is 400003", async (_what, text) => {
    const { status, body } = await raw(text, { "Content-Type": "application/json" });
    expect([status, body.error_code]).toEqual([400, 400003]);
  });

  test("a body that is no JSON is told with its place, in our words", async () => {
    const { body } = await raw('{"lastname": "A",\n}', { "Content-Type": "application/json" });
    expect(body.hint).toBe("The body is not JSON at line 1, column 17: a comma stands before }; remove it.");
  });

  test("an empty body is told as such, with what is expected", async () => {
    for (const text of ["", " \n"]) {
      const { body } = await raw(text, { "Content-Type": "application/json" });
      expect(body.hint).toBe("The body is empty; send one JSON object with the fields, { … }.");
    }
    expect((await raw("", { "Content-Type": "" })).body.error_code).toBe(415001);
  });

  test("64 levels are read, and brackets in texts are no levels", async () => {
    const deep = `{"carried":${"[".repeat(63)}${"]".repeat(63)}}`;
    expect((await raw(deep)).status).toBe(200);
    expect((await raw(JSON.stringify({ carried: `${"[{".repeat(99)}"\\` }))).status).toBe(200);
    expect((await ask("PATCH", "/customers/7", { carried: null })).status).toBe(200);
  });

  test.each(["text/plain", "application/x-www-form-urlencoded", "application/json; charset=latin1", ""])(
    "Content-Type %j is 415001",
    async (type) => {
      const { status, body } = await raw("{}", { "Content-Type": type });
      expect([status, body.error_code]).toEqual([415, 415001]);
    },
  );

  test("Content-Type may name UTF-8", async () => {
    expect((await raw("{}", { "Content-Type": "Application/JSON; Charset=UTF-8" })).status).toBe(200);
  });

  test.each(["application/pdf", "text/html", "application/json;q=0", "image/*, application/json;q=0"])(
    "Accept %j is 406001",
    async (accept) => {
      expect(await code("GET", "/customers/7", undefined, { headers: { Accept: accept } })).toBe(406001);
    },
  );

  test.each(["*/*", "application/*;q=0.1", "application/json", "text/html, */*;q=0.5"])(
    "Accept %j takes JSON",
    async (accept) => {
      expect((await ask("GET", "/customers/7", undefined, { headers: { Accept: accept } })).status).toBe(200);
    },
  );

  test("answers are JSON in UTF-8 and not stored, errors too", async () => {
    for (const path of ["/customers/7", "/customers/8"]) {
      const { headers } = await ask("GET", path);
      expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
      expect(headers.get("cache-control")).toBe("no-store");
    }
  });
});

describe("H4 values that no record may hold", () => {
  test.each(['"a\\u0000b"', '"\\ud800"', '"\\udc00\\ud800"', '["\\ud83d"]', '{"a":{"b":"\\u0000"}}'])(
    "%s is 400002",
    async (text) => {
      const { body } = await ask("PATCH", "/customers/7", undefined, { raw: `{"carried":${text}}` });
      expect(body.error_code).toBe(400002);
      expect(body.problems[0].path).toMatch(/^carried/);
    },
  );

  test.each(["__proto__", "constructor", "prototype"])(
    "a field %s is 400002, wherever it stands",
    async (name) => {
      for (const text of [`{"${name}":{"x":1}}`, `{"carried":[{"${name}":1}]}`]) {
        const { body } = await ask("PATCH", "/customers/7", undefined, { raw: text });
        expect(body.error_code).toBe(400002);
      }
      expect(({} as Record<string, unknown>).x).toBeUndefined();
    },
  );

  test("a whole number that JSON's numbers do not hold is 400002", async () => {
    const { body } = await ask("POST", "/customers/", undefined, { raw: '{"id":9007199254740993}' });
    expect(body.problems).toEqual([
      { path: "id", message: "is a number beyond 2^53; write it as text, in quotes" },
    ]);
  });
});

describe("H5 paths", () => {
  test("with or without a closing slash", async () => {
    for (const path of [
      "/customers",
      "/customers/",
      "/customers/7",
      "/customers/7/",
      "/customers/7/numbers",
    ]) {
      expect((await ask("GET", path)).status, path).toBe(200);
    }
  });

  test.each([
    "0",
    "00",
    "07",
    "0000000000000000000000000000000000000007",
    "-1",
    "1.0",
    "1e3",
    "abc",
    "9223372036854775808",
    "99999999999999999999999999",
    "%00",
    "7%20",
    "７",
  ])("an id %j is 404001, also of a parent and of an action", async (id) => {
    for (const [method, path] of [
      ["GET", `/customers/${id}`],
      ["PATCH", `/customers/${id}`],
      ["GET", `/customers/${id}/numbers/`],
      ["POST", `/customers/${id}/numbers/`],
      ["POST", `/customers/${id}/drop`],
    ] as const) {
      const body = method === "GET" ? undefined : { status: "Dropped", dateDrop: "2026-10-01" };
      expect(await code(method, path, body), `${method} ${path}`).toBe(404001);
    }
  });

  test("an id has no leading zeros, in paths, queries and bodies alike", async () => {
    const hint = async (method: string, path: string, body?: object): Promise<readonly [number, string]> => {
      const { error_code, hint } = (await ask(method, path, body)).body;
      return [error_code, hint];
    };
    const unknown = [404001, 'No record has the id "007"; an id has no leading zeros, write 7.'];
    for (const path of ["/customers/007", "/customers/007/numbers/", "/calls/007", "/invoices/007"]) {
      expect(await hint("GET", path), path).toEqual(unknown);
    }
    const digits = "digits without leading zeros";
    const highest = "9223372036854775807";
    const query = [400001, `idAfter is an id: ${digits}, at most ${highest}.`];
    expect(await hint("GET", "/customers/?idAfter=007")).toEqual(query);
    const body = [400002, `id: is no id; write ${digits}, 1 to ${highest}, or leave it out`];
    expect(await hint("POST", "/customers/", { id: "007" })).toEqual(body);
    expect(await hint("PATCH", "/customers/7", { id: "007" })).toEqual([
      400002,
      "id: may only repeat the path's, 7",
    ]);
    const rerate = [400002, `customerID: is an id: ${digits}, at most ${highest}`];
    expect(await hint("POST", "/tollbook/rerate", { customerID: "007" })).toEqual(rerate);
    // A book as a whole may bring such an id, which is another record than 7.
    await ask("PATCH", "/tollbook/book", { upsert: { customers: [{ id: "007" }] } });
    const listed = (await ask("GET", "/customers/")).body.map(({ id }: { id: string }) => id);
    expect(listed.at(-1)).toBe("007");
  });

  test("an unknown id is 404001, also of a parent", async () => {
    expect(await code("GET", "/customers/9223372036854775807")).toBe(404001);
    expect(await code("GET", "/customers/8/numbers/")).toBe(404001);
    expect(await code("POST", "/customers/8/numbers/", { number: "020 7946 0001" })).toBe(404001);
    expect(await code("GET", "/numbers/8/features/")).toBe(404001);
  });

  test.each([
    "customerContacts",
    "correspondence",
    "noteAttachments",
    "payments",
    "paymentCards",
    "expectedPayments",
    "expectedPaymentTypes",
    "directDebitAccounts",
  ])("%s are 404002, and the hint names them", async (name) => {
    for (const [method, path] of [
      ["GET", `/${name}/`],
      ["GET", `/${name}/5`],
      ["POST", `/customers/7/${name}/`],
      ["GET", `/customers/7/${name}/`],
    ] as const) {
      const { body } = await ask(method, path, method === "POST" ? {} : undefined);
      expect([path, body.error_code]).toEqual([path, 404002]);
      expect(body.hint).toContain(name);
    }
  });

  test.each([
    "/nowhere",
    "/",
    "",
    "/customers/7/numbers/5",
    "/customers//",
    "/customers/7//",
    "/tollbook",
    "/Customers/",
  ])("%j is 404003", async (path) => {
    expect(await code("GET", path)).toBe(404003);
  });

  test("paths outside the base are 404003", async () => {
    const { body } = await ask("GET", "/backend/customers/");
    expect(body.error_code).toBe(404003);
  });

  test("other methods are 405001 with Allow", async () => {
    const { status, headers, body } = await ask("DELETE", "/customers/");
    expect([status, headers.get("allow"), body.error_code]).toEqual([405, "GET, POST", 405001]);
    expect((await ask("OPTIONS", "/customers/7")).headers.get("allow")).toBe("DELETE, GET, PATCH, POST, PUT");
    expect((await ask("POST", "/numbers/", {})).headers.get("allow")).toBe("GET");
    expect((await ask("GET", "/customers/7/drop")).headers.get("allow")).toBe("POST");
    expect((await ask("HEAD", "/customers/7")).status).toBe(405);
    // A resource without actions takes no POST to a record.
    const call = await ask("POST", "/calls/1", {});
    expect([call.body.error_code, call.body.hint]).toEqual([405001, "This path takes GET."]);
    expect((await ask("OPTIONS", "/featureTypes/1")).headers.get("allow")).toBe("DELETE, GET, PATCH, PUT");
  });

  test("PUT is PATCH", async () => {
    const { status, body } = await ask("PUT", "/customers/7", { lastname: "Ray" });
    expect([status, body.lastname, body.companyName]).toEqual([200, "Ray", "Alpha"]);
  });
});

describe("H6 errors", () => {
  test("have a title, a code whose first digits are the status, and a hint", async () => {
    for (const [method, path, body] of [
      ["GET", "/customers/8", undefined],
      ["GET", "/customers/?limit=x", undefined],
      ["POST", "/tariffs/", {}],
      ["POST", "/tariffs/1/nothing", {}],
    ] as const) {
      const answer = await ask(method, path, body);
      expect(Object.keys(answer.body).slice(0, 3)).toEqual(["error", "error_code", "hint"]);
      expect(Math.floor(answer.body.error_code / 1000)).toBe(answer.status);
      expect(answer.headers.get("x-tollbook-revision")).toMatch(/^[0-9]+$/);
    }
  });

  test("400002 tells all problems at once, with their paths", async () => {
    const { body } = await ask("POST", "/tariffs/", {
      name: "New",
      tariffClass: "nation",
      baseCost: "1,25",
      parentTariff: 99,
      bogus: 1,
      rates: [{ cost: 1 }, { tariffType: "UK", cost: "x" }],
    });
    expect(body.error_code).toBe(400002);
    const paths = body.problems.map(({ path }: { path: string }) => path);
    expect(paths.sort()).toEqual(["baseCost", "bogus", "rates[1].cost", "tariffClass"]);
    expect(body.hint).toContain(body.problems[0].message);
  });

  test("a fault of the server tells nothing of itself", async () => {
    const faults: unknown[] = [];
    const broken = askOf(
      withPresent(() => Promise.reject(new Error("SELECT secret FROM /etc/passwd"))),
      { onAnswer: ({ fault }: { fault: unknown }) => faults.push(fault) },
    );
    const { status, body, text } = await broken("GET", "/customers/7");
    expect([status, body.error_code]).toEqual([500, 500001]);
    expect(text).not.toMatch(/SELECT|passwd|\\bat .*:[0-9]/);
    expect(String(faults[0])).toContain("SELECT secret");
  });

  test("a database that is away is 503001 with Retry-After", async () => {
    const away = Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
    const broken = askOf(withPresent(() => Promise.reject(away)));
    const { status, headers, body } = await broken("GET", "/customers/7");
    expect([status, headers.get("retry-after"), body.error_code]).toEqual([503, "1", 503001]);
  });
});

describe("H33 limits", () => {
  test("a body of more than 4 MiB is 413001 before it is parsed", async () => {
    const large = `{"carried":"${"x".repeat(4 * 2 ** 20)}`;
    expect(await code("PATCH", "/customers/7", undefined, { raw: large })).toBe(413001);
    const fits = `{"lastname":"Ray"${" ".repeat(4 * 2 ** 20 - 18)}}`;
    expect(fits.length).toBe(4 * 2 ** 20);
    expect((await ask("PATCH", "/customers/7", undefined, { raw: fits })).status).toBe(200);
    expect(await code("PATCH", "/customers/7", undefined, { raw: `${fits} ` })).toBe(413001);
  });

  test("a path with its query of more than 8 KiB is 414001", async () => {
    const path = "/customers/?CRMReference=";
    const room = 8 * 1024 - `/backend/api/v1${path}`.length;
    expect((await ask("GET", `${path}${"x".repeat(room)}`)).status).toBe(200);
    expect(await code("GET", `${path}${"x".repeat(room + 1)}`)).toBe(414001);
  });

  test("more than 100 requests at once are 503001, and are served when the others are done", async () => {
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const slow = askOf(withPresent(() => gate.then(() => asked.store.present())));
    const running = Array.from({ length: 100 }, () => slow("GET", "/customers/7"));
    const { status, headers, body } = await slow("GET", "/customers/7");
    expect([status, headers.get("retry-after"), body.error_code]).toEqual([503, "1", 503001]);
    release();
    expect(new Set((await Promise.all(running)).map((answer) => answer.status))).toEqual(new Set([200]));
    expect((await slow("GET", "/customers/7")).status).toBe(200);
  });

  test("a write that takes too long is 503001, and rolled back", async () => {
    const ask = askOf(asked.store, { requestMilliseconds: 0 });
    const { status, body } = await ask("PATCH", "/customers/7", { lastname: "Too late" });
    // With no time at all the timer may still come after the commit; the answer says which it was.
    const { lastname } = (await asked.ask("GET", "/customers/7")).body;
    if (status === 200) expect(lastname).toBe("Too late");
    else expect([body.error_code, lastname]).toEqual([503001, "Ray"]);
  });
});
