/** The console as a request: one page at `/`, with nothing in it but itself; what it reads beside the platform's lists. */
import { createHash } from "node:crypto";
import { afterAll, describe, expect, test } from "vitest";
import { createHandler } from "../../../src/server/create-handler.ts";
import { ENGINES } from "../databases.ts";
import { type Asked, BASE, openAsked } from "./asking.ts";

const [engine] = ENGINES;
if (engine === undefined) throw new Error("There is no database to test with.");
const asked: Asked = await openAsked(engine, {
  customers: [
    { id: 7, companyName: "Alpha" },
    { id: 8, companyName: "Beta" },
  ],
  numbers: [{ id: 1, customerID: 7, number: "020 7946 0018" }],
  callTypes: [
    { name: "UK", tariffClass: "national" },
    { name: 'Say "no"', tariffClass: "national" },
  ],
  tariffs: [
    {
      id: 1,
      name: "Deck",
      tariffClass: "national",
      baseCost: "1.2",
      rates: [
        { tariffType: "UK", prefix: "4420", cost: "1.50" },
        { tariffType: 'Say "no"', prefix: "44161", cost: "2" },
        { tariffType: "UK", prefix: "442079", cost: "3", startDate: "2027-01-01" },
        { tariffType: "UK", cost: "4" },
      ],
    },
    { id: 2, name: "Bare", tariffClass: "national", baseCost: "1.2" },
  ],
});
const { ask, store } = asked;
afterAll(() => asked.database.close());

const nobody = { store, authorize: () => null };
const HTML = { headers: { Accept: "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8" } };
const at = (path: string): string => `http://billing.example${path}`;

describe("the page", () => {
  test("is HTML at / without a key, is not kept, and nothing but its own style sheet and script may act", async () => {
    const answer = await createHandler(nobody)(new Request(at("/"), HTML));
    expect(answer.status).toBe(200);
    const { headers } = answer;
    expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
    const policy = new Map(
      (headers.get("content-security-policy") ?? "").split("; ").map((part) => {
        const [name = "", ...values] = part.split(" ");
        return [name, values] as const;
      }),
    );
    expect(policy.get("default-src")).toEqual(["'none'"]);
    expect(policy.get("connect-src")).toEqual(["'self'"]);
    expect(policy.get("frame-ancestors")).toEqual(["'none'"]);
    expect(policy.get("form-action")).toEqual(["'none'"]);
    expect(policy.get("trusted-types")).toEqual(["'none'"]);
    const page = await answer.text();
    const hash = (element: string): string => {
      const [, text = ""] = new RegExp(`<${element}>([^]*?)</${element}>`).exec(page) ?? [];
      return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
    };
    for (const [directive, element] of [
      ["style-src", "style"],
      ["script-src", "script"],
    ] as const) {
      // Its own, and that of the page of a preview, which it shows in a frame.
      expect(policy.get(directive)).toHaveLength(2);
      expect(policy.get(directive)?.[0]).toBe(hash(element));
      expect(policy.get(directive)?.[1]).toMatch(/^'sha256-[\w+/=]{44}'$/);
    }
    expect(page).not.toMatch(/<(?:link|img|script|iframe)[^>]*(?:src|href)="(?!data:,)/);
    expect(page).not.toMatch(/ on[a-z]+=| style=/);
  });

  test("HEAD and other methods are 405001 as elsewhere, JSON alone is 406001", async () => {
    const handler = createHandler({ store, authorize: () => ({ user: "ann", level: 5, access: "write" }) });
    for (const method of ["HEAD", "POST", "PUT", "DELETE", "OPTIONS"]) {
      const { status, headers } = await handler(new Request(at("/"), { method }));
      expect([method, status, headers.get("allow")]).toEqual([method, 405, "GET"]);
    }
    const answer = await handler(new Request(at("/"), { headers: { Accept: "application/json" } }));
    expect([answer.status, ((await answer.json()) as { error_code: number }).error_code]).toEqual([
      406, 406001,
    ]);
  });

  test("other paths are 404003 as before; the console may be elsewhere, or nowhere", async () => {
    const authorize = () => ({ user: "ann", level: 0, access: "read" }) as const;
    const status = async (path: string, options: object = {}): Promise<readonly unknown[]> => {
      const answer = await createHandler({ store, authorize, ...options })(new Request(at(path), HTML));
      const isHTML = answer.headers.get("content-type")?.startsWith("text/html") === true;
      return [answer.status, isHTML ? "page" : ((await answer.json()) as { error_code: number }).error_code];
    };
    expect(await status("/")).toEqual([200, "page"]);
    expect(await status("/?x=1")).toEqual([400, 400001]);
    expect(await status("/index.html")).toEqual([404, 404003]);
    expect(await status(BASE)).toEqual([404, 404003]);
    expect(await status("/", { console: false })).toEqual([404, 404003]);
    expect(await status("/", { console: "/desk/" })).toEqual([404, 404003]);
    expect(await status("/desk", { console: "/desk/" })).toEqual([200, "page"]);
  });

  test("it is told where the API is and its key, and what it is told ends no element", async () => {
    const told = async (options: object): Promise<unknown> => {
      const page = await (await createHandler({ ...nobody, ...options })(new Request(at("/"), HTML))).text();
      expect(page.match(/<\/script>/g)).toHaveLength(2);
      return JSON.parse(/id="page-data">([\s\S]*?)<\/script>/.exec(page)?.[1] ?? "");
    };
    expect(await told({})).toEqual({ base: BASE, key: null });
    const odd = `/a"'></script><img src=x>`;
    expect(await told({ base: odd, consoleKey: "k<!--" })).toEqual({ base: odd, key: "k<!--" });
  });
});

describe("a tariff's lines", () => {
  const lines = async (query: string): Promise<string> => {
    const { status, body } = await ask("GET", `/tollbook/tariffs/1/lines${query}`);
    expect([query, status]).toEqual([query, 200]);
    return body
      .map((line: { prefix: string | null; cost: string }) => `${line.prefix ?? "-"}:${line.cost}`)
      .join(" ");
  };

  test("come in their order, as the platform lists them", async () => {
    expect(await lines("")).toBe("4420:1.5 44161:2 442079:3 -:4");
    const { body, headers } = await ask("GET", "/tollbook/tariffs/1/lines?limit=1");
    expect(body[0]).toEqual({ tariffType: "UK", prefix: "4420", cost: "1.5" });
    expect(body).toEqual((await ask("GET", "/tariffs/1?expandRates")).body.rates.slice(0, 1));
    expect(headers.get("link")).toBe(`<${BASE}/tollbook/tariffs/1/lines?limit=1&offset=1>; rel="next"`);
    expect((await ask("GET", "/tollbook/tariffs/2/lines")).body).toEqual([]);
  });

  test("are found by digits that a prefix begins with or falls under, and by their call type", async () => {
    expect(await lines("?search=442")).toBe("4420:1.5 442079:3");
    expect(await lines("?search=%2B44+20+7946+0018")).toBe("4420:1.5 442079:3");
    expect(await lines("?search=99")).toBe("");
    expect(await lines("?search=uk")).toBe("4420:1.5 442079:3 -:4");
    expect(await lines("?search=%22NO%22")).toBe("44161:2");
    expect(await lines("?search=%25")).toBe("");
    expect(await lines("?search=tariffType")).toBe("");
    expect(await lines("?search=UK&offset=1&limit=1")).toBe("442079:3");
  });

  test("are those of the present revision", async () => {
    await ask("PATCH", "/tariffs/2", { rates: [{ tariffType: "UK", cost: "9" }] });
    await ask("PATCH", "/tariffs/2", { rates: [{ tariffType: "UK", cost: "10" }] });
    const { body, headers } = await ask("GET", "/tollbook/tariffs/2/lines");
    expect(body).toMatchObject([{ cost: "10" }]);
    expect(headers.get("x-tollbook-revision")).toBe(String((await store.present()).revision));
  });

  test.each([
    ["/tollbook/tariffs/3/lines", 404001],
    ["/tollbook/tariffs/1/lines?limit=1001", 400001],
    ["/tollbook/tariffs/1/lines?search=", 200],
    ["/tollbook/tariffs/1/lines?idAfter=1", 400001],
  ])("%s is %j", async (path, expected) => {
    const { status, body } = await ask("GET", path);
    expect(body.error_code ?? status).toBe(expected);
  });
});

test("the worklist groups the calls in error that are on no raised invoice", async () => {
  const call = (id: number, more: object): object => ({
    id,
    target: "02079460018",
    external: "01614960000",
    tariffType: "UK",
    startDate: "2026-10-05",
    startTime: "10:00:00",
    duration: 60,
    ...more,
  });
  const headers = { "Idempotency-Key": "october" };
  const sent = {
    calls: [
      call(1, { target: "02079460099", costCDR: "0.5" }),
      call(2, { target: "02079460099" }),
      call(3, {}),
      call(4, { startDate: "2026-11-01" }),
      call(5, { target: "__proto__" }),
    ],
  };
  const { body } = await ask("POST", "/tollbook/batches", sent, { headers });
  expect(body.batch).toMatchObject({ errors: 5 });
  const work = async (query = ""): Promise<unknown[]> => {
    const { status, body: groups } = await ask("GET", `/tollbook/worklist${query}`);
    expect(status).toBe(200);
    return groups.flatMap(({ title, items }: { title: string; items: { what: string; calls: number }[] }) =>
      items.map(({ what, calls }) => `${title}: ${what}: ${calls}`),
    );
  };
  const unregistered = [
    "Unregistered numbers: number 02079460099: 2",
    "Unregistered numbers: number __proto__: 1",
  ];
  const all = await work();
  expect(all.slice(0, 2)).toEqual(unregistered);
  expect(all.slice(2).map((line) => String(line).slice(-3))).toEqual([": 2"]);
  expect(await work("?customerID=8")).toEqual([]);
  expect(await work("?customerID=7&maxDate=2026-10-31")).toHaveLength(1);
  expect(await work("?minDate=2026-11-01")).toHaveLength(1);
  const { body: groups } = await ask("GET", "/tollbook/worklist?maxDate=2026-10-31");
  expect(groups[0]).toMatchObject({ calls: 3, cost: "0.5", atLeast: true, minutes: "3.0" });
  expect((await ask("GET", "/tollbook/worklist?customerID=99")).body.error_code).toBe(404001);
});
