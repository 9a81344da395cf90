/** The console's search for a customer by name, with a list of customers that is longer than what it reads. */
import { afterAll, beforeEach, expect, test, vi } from "vitest";

const BROWSER = "../../src/server/console/browser";
const page = { customers: [] as { id: string; companyName: string }[], typed: "" };
// The modules that stand in for others are of this file alone.
vi.resetModules();
vi.doMock(`${BROWSER}/ask-server.ts`, () => ({
  async askPage(path: string) {
    const first = Number(/[0-9]+$/.exec(path)?.[0] ?? 0);
    const items = page.customers.slice(first, first + 1_000);
    return {
      items,
      next: first + 1_000 < page.customers.length ? `/customers/?${first + 1_000}` : undefined,
    };
  },
}));
vi.doMock(`${BROWSER}/nodes.ts`, () => ({
  byId: () => ({ value: page.typed, replaceChildren: () => undefined }),
  node: () => ({}),
  textOf: (value: unknown) => String(value ?? ""),
}));
/** Not a literal: the types of browsers are in no program of the tests. */
const { customerOf, forgetCustomers } = (await import(`${BROWSER}/find-customer.ts`)) as {
  customerOf(field: string, signal: AbortSignal): Promise<{ id: string }>;
  forgetCustomers(): void;
};

async function found(typed: string): Promise<string> {
  page.typed = typed;
  return (await customerOf("field", new AbortController().signal)).id;
}

beforeEach(forgetCustomers);
afterAll(() => {
  vi.doUnmock(`${BROWSER}/ask-server.ts`);
  vi.doUnmock(`${BROWSER}/nodes.ts`);
  vi.resetModules();
});

const customers = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: String(at + 1), companyName: `Number ${at + 1} Ltd` }));

test("where all customers were read, a part of a name that only one has finds him", async () => {
  page.customers = customers(5_000);
  expect(await found("number 4999 l")).toBe("4999");
});

test("where there are more customers than were read, a part of a name finds nobody, a whole name does", async () => {
  page.customers = customers(5_001);
  await expect(found("number 4999 l")).rejects.toThrow(
    "Number 4999 Ltd (id 4999) has such a name, but of all customers only 5000 were looked at. Type the id.",
  );
  expect(await found("number 4999 ltd")).toBe("4999");
});
