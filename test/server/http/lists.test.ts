/** Lists (H13) and what is embedded in their records. */
import { afterAll, describe, expect, test } from "vitest";
import { ENGINES } from "../databases.ts";
import { openAsked } from "./asking.ts";

const [engine] = ENGINES;
if (engine === undefined) throw new Error("There is no database to test with.");
// Lists are answered from the book in memory: one database is enough.
const { ask, database } = await openAsked(engine, {
  customers: [
    { id: 10, companyName: "Ten", accountNumber: "A10", CRMReference: "c10" },
    { id: 9, companyName: "Nine", status: "dropped", updatedDate: "2026-09-30" },
    { id: 2, companyName: "Two", accountNumber: 2 },
    { id: 100, companyName: "Hundred", status: ["Active"] },
    { id: "X1", companyName: "Of other characters" },
    { id: "X2", companyName: "The last", status: ["Active", "Final bill"] },
  ],
  numbers: [
    { id: 1, customerID: 10, number: "020 7946 0001", numberType: "SIP" },
    {
      id: 2,
      customerID: 10,
      number: "02079460002",
      numberType: "Mobile",
      status: "Dropped",
      updatedDate: "2026-09-30",
    },
    { id: 3, customerID: 2, number: "020-7946-0003", CRMReference: "n3" },
  ],
  services: [{ id: 1, customerID: 10, serviceType: "Broadband" }],
  features: [
    { id: 1, customerID: 10, featureType: "Line" },
    { id: 2, numberID: 1, featureType: "Line", status: "Dropped", updatedDate: "2026-09-30" },
    { id: 3, numberID: 1 },
    { id: 4, serviceID: 1 },
    { id: 5, customerID: 2 },
  ],
} as never);
afterAll(() => database.close());

const idsOf = async (path: string): Promise<string> => {
  const { status, body } = await ask("GET", path);
  expect([path, status]).toEqual([path, 200]);
  return body.map(({ id }: { id: string }) => id).join(" ");
};
const code = async (path: string): Promise<number> => (await ask("GET", path)).body.error_code;

test("arrays, ascending by id; ids of other characters come last", async () => {
  expect(await idsOf("/customers/")).toBe("2 9 10 100 X1 X2");
  expect(await idsOf("/customers/10/numbers/")).toBe("1 2");
  expect(await idsOf("/customers/100/numbers/")).toBe("");
});

test("limit, offset and idAfter apply after the filters; Link leads on", async () => {
  const first = await ask("GET", "/customers/?limit=2&active");
  expect(first.body.map(({ id }: { id: string }) => id)).toEqual(["2", "10"]);
  expect(first.headers.get("link")).toBe(
    '</backend/api/v1/customers/?limit=2&active&idAfter=10>; rel="next"',
  );
  expect(await idsOf("/backend/api/v1/customers/?limit=2&active&idAfter=10")).toBe("100 X1");
  expect((await ask("GET", "/customers/?limit=3&active&idAfter=10")).headers.has("link")).toBe(false);
  expect(await idsOf("/customers/?idAfter=9")).toBe("10 100 X1 X2");
  expect(await idsOf("/customers/?idAfter=0&offset=1&limit=2")).toBe("9 10");
  expect(await idsOf("/customers/?idAfter=9223372036854775807")).toBe("X1 X2");
  expect(await idsOf("/customers/?offset=9007199254740991")).toBe("");
});

test.each([
  ["/customers/?limit=1", "2 9 10 100 X1 X2"],
  ["/customers/?idAfter=9&limit=3", "10 100 X1 X2"],
  ["/customers/?limit=2&offset=1&idAfter=2", "10 100 X1 X2"],
])("H13: following Link from %s gives every record once", async (first, all) => {
  const seen: string[] = [];
  for (let next: string | undefined = first; next !== undefined; ) {
    const { body, headers } = await ask("GET", next);
    seen.push(...body.map(({ id }: { id: string }) => id));
    next = /<(.*)>; rel="next"/.exec(headers.get("link") ?? "")?.[1];
    expect(seen.length).toBeLessThan(10);
  }
  expect(seen.join(" ")).toBe(all);
});

test.each([
  "limit=0",
  "limit=1001",
  "limit=1.5",
  "limit=",
  "limit",
  "limit=+1",
  "limit=1&limit=1",
  "offset=-1",
  "idAfter=-1",
  "idAfter=x",
  "idAfter=9223372036854775808",
  "createdSince=2026-10-01",
  "createdSince=2026-10-01T12:00Z",
  "createdSince=2026-10-01 12:00:00",
  "createdSince=2026-02-30T12:00:00",
  "createdSince=2026-10-01T24:00:00",
  "createdSince=2026-10-01T12:00:00.5Z",
  "updatedSince=0000-01-01T00:00:00",
  "active=yes",
  "active=1",
  "active=",
  "active&active",
  "accountNumber",
  "colour=red",
  "__proto__=1",
  "constructor",
  "CRMReference=%ff",
  "CRMReference=%00",
  "expandRates",
  "report",
  "sort=id",
])("?%s is 400001", async (query) => {
  expect(await code(`/customers/?${query}`)).toBe(400001);
});

test("all faults of a query come at once", async () => {
  const { body } = await ask("GET", "/customers/?limit=0&actve&offset=x");
  expect(body.hint).toBe(
    'limit is a whole number from 1 to 1000; "actve" is not a parameter here; did you mean active?; offset is a whole number from 0 to 9007199254740991.',
  );
});

test("exact keys, combined with active", async () => {
  expect(await idsOf("/customers/?accountNumber=A10")).toBe("10");
  expect(await idsOf("/customers/?accountNumber=2")).toBe("2");
  expect(await idsOf("/customers/?accountNumber=a10")).toBe("");
  expect(await idsOf("/customers/?CRMReference=c10&active")).toBe("10");
  expect(await idsOf("/customers/?CRMReference=c10&dropped")).toBe("");
  expect(await idsOf("/customers/?CRMReference=")).toBe("");
});

test("numbers are found without spaces and dashes", async () => {
  for (const term of ["02079460001", "020 7946 0001", "020-7946-0001", "020%207946-0001", "020+7946+0001"]) {
    expect(await idsOf(`/numbers/?number=${term.replaceAll(" ", "%20")}`), term).toBe("1");
  }
  expect(await idsOf("/numbers/?number=020")).toBe("");
  expect(await idsOf("/numbers/?number=02079460003&CRMReference=n3")).toBe("3");
  expect(await idsOf("/numbers/?numberType=Mobile")).toBe("2");
  expect(await idsOf("/services/?serviceType=Broadband")).toBe("1");
  expect(await idsOf("/features/?featureType=Line")).toBe("1 2");
});

test("dropped and active go by the book's droppedStatuses, in any case; both are empty", async () => {
  expect(await idsOf("/customers/?dropped")).toBe("9");
  expect(await idsOf("/customers/?dropped=true")).toBe("9");
  expect(await idsOf("/customers/?dropped=false")).toBe("2 9 10 100 X1 X2");
  expect(await idsOf("/customers/?active")).toBe("2 10 100 X1 X2");
  expect(await idsOf("/customers/?active&dropped")).toBe("");
});

test("finalBill and excludeFinalBill, also where a record has several names of status", async () => {
  expect(await idsOf("/customers/?finalBill")).toBe("X2");
  expect(await idsOf("/customers/?excludeFinalBill")).toBe("2 9 10 100 X1");
});

test("a status is answered as it is stored, one name or a list of names", async () => {
  expect((await ask("GET", "/customers/9")).body.status).toBe("dropped");
  expect((await ask("GET", "/customers/100")).body.status).toEqual(["Active"]);
  const { headers } = await ask("PATCH", "/customers/100", { status: ["Active"] });
  expect(headers.get("x-api-no-changes")).toBe("1");
});

test("a customer's features, with those of the numbers on demand", async () => {
  expect(await idsOf("/customers/10/features/")).toBe("1");
  expect(await idsOf("/customers/10/features/?includeNumbers")).toBe("1 2 3");
  expect(await idsOf("/customers/10/features/?includeNumbers&active&limit=1")).toBe("1");
  expect(await idsOf("/numbers/1/features/?dropped")).toBe("2");
  expect(await code("/features/?includeNumbers")).toBe(400001);
});

test("children are embedded on demand, each with its own flag", async () => {
  const [customer] = (
    await ask("GET", "/customers/?accountNumber=A10&expandNumbers&expandServices&expandFeatures")
  ).body;
  const ids = (records: { id: string }[]): string => records.map(({ id }) => id).join(" ");
  expect([ids(customer.numbers), ids(customer.services), ids(customer.features)]).toEqual(["1 2", "1", "1"]);
  expect([ids(customer.numbers[0].features), ids(customer.services[0].features)]).toEqual(["2 3", "4"]);
  const active = (await ask("GET", "/customers/10?expandNumbers&numberActive&expandFeatures&featureActive"))
    .body;
  expect([ids(active.numbers), ids(active.numbers[0].features)]).toEqual(["1", "3"]);
  expect(active).not.toHaveProperty("services");
  const plain = (await ask("GET", "/customers/10?numberActive&expandNumbers=false")).body;
  expect(plain).not.toHaveProperty("numbers");
});

describe("stamps", () => {
  test("createdSince and updatedSince are at or after, in UTC without a designator", async () => {
    const created = (await ask("POST", "/customers/", { id: 50 })).status;
    expect(created).toBe(201);
    const [{ created: stamp }] = (await database.query(
      "SELECT created FROM records WHERE list = 'customers' AND key = '50'",
    )) as [{ created: string }];
    const second = stamp.slice(0, 19);
    const inTwoHours = new Date(Date.parse(`${second}Z`) + 7_200_000).toISOString().slice(0, 19);
    expect(await idsOf(`/customers/?createdSince=${second}&accountNumber=`)).toBe("");
    expect(await idsOf(`/customers/?createdSince=${second}`)).toContain("50");
    expect(await idsOf(`/customers/?createdSince=${second}Z`)).toContain("50");
    expect(await idsOf(`/customers/?createdSince=${inTwoHours}%2B02:00`)).toContain("50");
    expect(await idsOf(`/customers/?createdSince=${inTwoHours}+02:00`)).toContain("50");
    expect(await idsOf(`/customers/?createdSince=${inTwoHours}`)).toBe("");
    expect(await idsOf("/customers/?updatedSince=2100-01-01T00:00:00Z")).toBe("");
  });

  test("stamps follow the order of commits", async () => {
    for (const id of [61, 62, 63]) await ask("POST", "/customers/", { id });
    const rows = (await database.query(
      "SELECT key FROM records WHERE list = 'customers' AND key IN ('61', '62', '63') ORDER BY created",
    )) as { key: string }[];
    expect(rows.map(({ key }) => key)).toEqual(["61", "62", "63"]);
  });

  test("droppedSince and reinstatedSince go by when it was done, not by its date", async () => {
    await ask("POST", "/customers/", { id: 70 });
    const [row] = await database.query<{ now: string }>(
      "SELECT clock_timestamp() - interval '1 minute' AS now",
    );
    const before = (row?.now ?? "").slice(0, 19);
    expect(
      (await ask("POST", "/customers/70/drop", { status: "Dropped", dateDrop: "2020-01-01" })).status,
    ).toBe(200);
    expect(await idsOf(`/customers/?droppedSince=${before}`)).toBe("70");
    expect(await idsOf(`/customers/?reinstatedSince=${before}`)).toBe("");
    await ask("POST", "/customers/70/reinstate", { status: "Active", dateReinstate: "2020-01-02" });
    expect(await idsOf(`/customers/?droppedSince=${before}`)).toBe("");
    expect(await idsOf(`/customers/?reinstatedSince=${before}`)).toBe("70");
    expect(await idsOf("/customers/?reinstatedSince=2100-01-01T00:00:00")).toBe("");
  });
});
