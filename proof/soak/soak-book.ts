/** The book of a soak and its calls: each follows from its id, so that whoever sends one again sends the same. */
import type { BookData } from "tollbook";
import { Chance } from "../chance.ts";

/** Customers 1 to this, each with two numbers. */
export const CUSTOMERS = 40;
const NUMBERS_EACH = 2;
/** Ids of calls in queued batches begin here: they are of the first half of the customers, so that the others never wait. */
export const QUEUED_FROM = 1_000_000_000;
const DAYS = 31;
const IGNORED = "02079460099";
const NOBODY = "02079460098";

/** Two customers' worth of tariffs, pools that calls draw from, a number that is ignored. */
export function soakBook(): BookData {
  const customers = Array.from({ length: CUSTOMERS }, (_, at) => at + 1);
  return {
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
      { id: 2, name: "Cell", tariffClass: "mobile", baseCost: "12.4" },
    ],
    vatRates: [{ name: "Standard", percent: 20 }],
    discountPlans: [{ id: 1, discountPlanName: "Ten", allowanceMinutes: 10 }],
    customers: customers.map((id) => ({
      id,
      companyName: `Customer ${id}`,
      defaultNationalTariff: "Business",
      defaultMobileTariff: "Cell",
      VATRate: "Standard",
    })),
    numbers: customers.flatMap((customerID) =>
      Array.from({ length: NUMBERS_EACH }, (_, at) => ({
        id: 1000 + customerID * NUMBERS_EACH + at,
        customerID,
        number: numberOf(customerID, at),
        ...(at === 0 && { discountPlan1: "Ten" }),
      })),
    ),
    ignoredNumbers: [{ number: IGNORED, reason: "test line" }],
  };
}

/** A number from the range that Ofcom keeps for drama. */
function numberOf(customerID: number, at: number): string {
  return `0161496${String(customerID * NUMBERS_EACH + at).padStart(4, "0")}`;
}

/** The call of an id: one in some twenty is in error or ignored. */
export function callOf(id: number): Readonly<Record<string, unknown>> {
  const chance = new Chance(id, 7);
  const half = CUSTOMERS / 2;
  const customerID = chance.between(1, half) + (id >= QUEUED_FROM ? 0 : half);
  const own = numberOf(customerID, chance.below(NUMBERS_EACH));
  const target = chance.oneIn(50) ? NOBODY : chance.oneIn(50) ? IGNORED : own;
  return {
    id,
    target,
    external: chance.oneIn(3) ? `07700900${chance.between(100, 999)}` : "02079460000",
    startDate: `2026-10-${String(chance.between(1, DAYS)).padStart(2, "0")}`,
    startTime: `${String(chance.below(24)).padStart(2, "0")}:${String(chance.between(10, 59))}:00`,
    duration: chance.oneIn(60) ? "long" : chance.between(1, 600),
  };
}
