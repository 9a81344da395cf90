/** What a site does in a month, as requests: the same for the databases of the dumps and for one that is made today. */

type Ask = (
  method: string,
  path: string,
  body?: object,
  headers?: Readonly<Record<string, string>>,
) => Promise<{ readonly status: number; readonly text: string }>;

const BOOK = {
  callTypes: [
    { name: "UK", tariffClass: "national" },
    { name: "Mobile", tariffClass: "mobile" },
  ],
  destinations: [
    { prefix: "44", tariffType: "UK" },
    { prefix: "447", tariffType: "Mobile" },
  ],
  tariffs: [
    { id: 1, name: "Business", tariffClass: "national", baseCost: "6.37", baseCostConnection: "0.5" },
    { id: 2, name: "Cell", tariffClass: "mobile", rates: [{ prefix: "447", cost: "12.4" }] },
  ],
  customers: [
    { id: 7, defaultNationalTariff: "Business", defaultMobileTariff: "Cell", VATRate: "Standard" },
    { id: 8, defaultNationalTariff: "Business", defaultMobileTariff: "Cell", VATRate: "Standard" },
  ],
  vatRates: [{ name: "Standard", percent: 20 }],
  numbers: [
    {
      id: 1007,
      customerID: 7,
      number: "020 7946 0018",
      discountPlan1: "Ten",
      discountPlanAllowancePoolName: "shared",
    },
    { id: 1009, customerID: 8, number: "020 7946 0020", discountPlan1: "Ten" },
  ],
  discountPlans: [{ id: 1, discountPlanName: "Ten", allowanceMinutes: 10 }],
  ignoredNumbers: [{ number: "020 7946 0099", reason: "test line" }],
};

/** A call of the first customer's number. */
export function callOf(id: number | undefined, more: object = {}): object {
  const call = { target: "02079460018", external: "01614960000", startDate: "2026-10-05", duration: 91 };
  return { ...(id === undefined ? {} : { id }), ...call, startTime: "10:00:00", ...more };
}

/** Calls by the key of their batch. The second batch is priced by a later revision of the book. */
export const BATCHES = {
  first: [
    callOf(101, { duration: 500 }),
    callOf(102, { external: "07700 900123", duration: "333.5" }),
    callOf(103, { target: "02079460020", duration: 700, é: "ü\t\"'\\" }),
    callOf(104, { target: "02079460099" }),
    callOf(105, { target: "0123" }),
    callOf(106, { duration: 44, carrierCallID: "x" }),
    callOf(101, { duration: 1 }),
  ],
  second: [
    callOf(111, { startTime: "11:00:00", duration: 700 }),
    callOf(112, { target: "02079460020", startTime: "11:00:00", duration: 65 }),
  ],
  waiting: [
    callOf(121, { startTime: "12:00:00", duration: 333 }),
    callOf(122, { target: "02079460020", startTime: "12:00:00", duration: 33 }),
  ],
} as const;

/** Does the month; `isQueueing`: what waits at its end is queued, and not priced. */
export async function workAMonth(ask: Ask, isQueueing: boolean): Promise<void> {
  const done = async (method: string, path: string, body: object, headers = {}): Promise<void> => {
    const { status, text } = await ask(method, path, body, headers);
    if (status >= 300) throw new Error(`${method} ${path}: ${text}`);
  };
  const batch = (key: keyof typeof BATCHES, headers = {}): Promise<void> =>
    done("POST", "/tollbook/batches", { calls: BATCHES[key] }, { "Idempotency-Key": key, ...headers });
  await done("PATCH", "/tollbook/book", { settings: { billingPeriodStartDay: 2 }, upsert: BOOK });
  await batch("first");
  await done("PATCH", "/tariffs/1", { baseCost: "7.1" });
  await batch("second");
  await done("POST", "/tollbook/rerate", { customerID: "8" });
  const invoice = { cutoffDate: "2026-11-01", invoiceNumber: "A-1", invoiceDate: "2026-11-01" };
  await done("POST", "/customers/7/invoices/", invoice);
  await done("POST", "/customers/8/invoices/", { cutoffDate: "2026-11-01", invoiceDate: "2026-11-01" });
  await done("PATCH", "/customers/7", { companyName: "Harbour Bakery" });
  if (isQueueing) await batch("waiting", { Prefer: "respond-async" });
}
