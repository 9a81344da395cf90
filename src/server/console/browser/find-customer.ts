/** Finds customers by the text of a field: an id or a name. */
import { ask, askPage } from "./ask-server.ts";
import { byId, node, textOf } from "./nodes.ts";
import { Mistake } from "./part.ts";

export interface Customer {
  readonly id: string;
  readonly companyName: string | null;
  readonly firstnames: string | null;
  readonly lastname: string | null;
  readonly accountNumber: string | null;
  readonly currency: string | null;
}

/** Most customers that are offered by name; further customers are found by id only. */
const MOST_OFFERED = 5_000;

interface Offered {
  readonly customers: readonly Customer[];
  readonly areAll: boolean;
}

let known: Promise<Offered> | undefined;

/** A customer's name, as bills have it. */
export function customerName({ id, companyName, firstnames, lastname }: Customer): string {
  const person = [textOf(firstnames), textOf(lastname)].filter((part) => part !== "").join(" ");
  return textOf(companyName) || person || `Customer ${id}`;
}

async function readCustomers(): Promise<Offered> {
  const customers: Customer[] = [];
  let next: string | undefined = "/customers/";
  while (next !== undefined && customers.length < MOST_OFFERED) {
    const page: Awaited<ReturnType<typeof askPage<Customer>>> = await askPage<Customer>(next);
    customers.push(...page.items);
    next = page.next;
  }
  byId("customers").replaceChildren(
    ...customers.map((customer) => node("option", { value: customerName(customer) }, `id ${customer.id}`)),
  );
  return { customers, areAll: next === undefined };
}

function offered(): Promise<Offered> {
  known ??= readCustomers().catch((error: unknown) => {
    known = undefined;
    throw error;
  });
  return known;
}

export async function customerNames(): Promise<ReadonlyMap<string, string>> {
  return new Map((await offered()).customers.map((customer) => [customer.id, customerName(customer)]));
}

/** Clears the cache of customers: another key may see other customers. */
export function forgetCustomers(): void {
  known = undefined;
}

/** Offers customers by name in fields, from their first focus on. */
export function offerCustomers(...ids: readonly string[]): void {
  for (const id of ids) byId(id).addEventListener("focus", () => void offered().catch(() => undefined));
}

/**
 * The customer of a field.
 *
 * @throws Mistake where no customer or several customers match
 */
export async function customerOf(field: string, signal: AbortSignal): Promise<Customer> {
  const text = byId<HTMLInputElement>(field).value.trim();
  if (text === "") throw new Mistake("Which customer? Type a name, or an id.");
  if (/^[0-9]+$/.test(text)) return ask<Customer>("GET", `/customers/${text}`, { signal });
  const { customers, areAll } = await offered();
  const wanted = text.toLowerCase();
  const exact = customers.filter((customer) => customerName(customer).toLowerCase() === wanted);
  const found =
    exact.length > 0
      ? exact
      : customers.filter((customer) => customerName(customer).toLowerCase().includes(wanted));
  const [only] = found;
  if (only === undefined) throw new Mistake("No customer has such a name. Type the id, if you know it.");
  if (found.length > 1) {
    const some = found.slice(0, 5).map((customer) => `${customerName(customer)} (id ${customer.id})`);
    throw new Mistake(
      `${found.length} customers have such a name: ${some.join(", ")}${found.length > 5 ? " …" : ""}. Type the id.`,
    );
  }
  if (exact.length === 0 && !areAll) {
    throw new Mistake(
      `${customerName(only)} (id ${only.id}) has such a name, but of all customers only ${customers.length} were looked at. Type the id.`,
    );
  }
  return only;
}
