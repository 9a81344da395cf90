/** What a server answers of all that it stores, to compare one database with another. */
import { expect } from "vitest";
import type { Ask } from "./calls/http.ts";

/** All that is answered of calls, bills and pools. */
export async function answersOf(ask: Ask): Promise<Readonly<Record<string, unknown>>> {
  const answers: Record<string, unknown> = {};
  for (const path of [
    "/calls/",
    "/invoices/?includeUnsent",
    "/transactions/",
    "/customers/",
    "/tariffs/?expandRates",
    "/tollbook/pools?customerID=7&date=2026-10-05",
    "/tollbook/pools?customerID=8&date=2026-10-05",
    "/tollbook/worklist",
    "/tollbook/batches/1/results",
    "/tollbook/batches/2/results",
  ]) {
    const { status, body } = await ask("GET", path);
    expect(status, path).toBe(200);
    answers[path] = body;
  }
  return answers;
}

/** A value without its fields that tell when it was written. */
export function withoutStamps(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutStamps);
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => !/stamp|created|updated/i.test(name));
  return Object.fromEntries(kept.map(([name, own]) => [name, withoutStamps(own)]));
}
