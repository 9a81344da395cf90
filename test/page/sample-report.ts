/** Reports for the browser: the sample month previewed by the built package, and others made of it. */
import { readFileSync } from "node:fs";
import type { PreviewReport } from "tollbook";

const root = new URL("../../", import.meta.url);

/** The package as it is shipped. */
const { openBook, previewChange }: typeof import("tollbook") = await import(
  new URL("dist/index.js", root).href
);
export const { formatPreviewPage }: typeof import("tollbook/report") = await import(
  new URL("dist/report.js", root).href
);

const reseller = (name: string): string => readFileSync(new URL(`fixtures/reseller/${name}`, root), "utf8");

/** Retail calls get a connection charge, mobile ones cost at most 5 p, and one customer loses a number. */
export function sampleReport(): PreviewReport {
  const before = JSON.parse(reseller("book.json"));
  const after = structuredClone(before);
  for (const tariff of after.tariffs) {
    if (tariff.retail === "wholesale") continue;
    tariff.baseCostConnection = "1.25";
    if (tariff.tariffClass === "mobile") tariff.baseCostMax = "5";
  }
  after.numbers = after.numbers.filter(({ id }: { id: string }) => id !== "1003");
  after.features = after.features.filter(
    ({ numberID }: { numberID: unknown }) => String(numberID) !== "1003",
  );
  const calls = reseller("calls-2026-10.jsonl")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  return previewChange(openBook(before), openBook(after), calls, { madeOn: "2026-11-03" });
}

/** A report of many customers; the totals are those of the sample. */
export function manyCustomers(report: PreviewReport, count: number): PreviewReport {
  const [first] = report.breakdowns.customer;
  if (first === undefined) throw new Error("the sample has no customers");
  const customer = Array.from({ length: count }, (_, at) => ({
    ...first,
    key: String(at + 1),
    name: `Customer ${at + 1}`,
    retail: { before: "1000", after: String(1000 + at), difference: String(at), percent: "1" },
    examples: [],
  })).reverse();
  return { ...report, bills: null, breakdowns: { ...report.breakdowns, customer } };
}

/** Texts that would break a page that pastes them in. */
export const HOSTILE = [
  `</script><img src=x onerror="document.title='broken'">`,
  `<script>document.title="broken"</script>`,
  `"><svg onload=alert(1)>`,
  "__proto__",
  "<!--<script>",
  "\u202Eright to left\u2066",
  "line\u2028separator\u0000nul",
  "W".repeat(1000),
];

/** The report with hostile texts wherever a report carries a text from a book or a call. */
export function hostile(report: PreviewReport): PreviewReport {
  const text = (at: number): string => HOSTILE[at % HOSTILE.length] ?? "";
  const lines = <T extends { name: string | null; key: string | null }>(all: readonly T[]): T[] =>
    all.map((line, at) => ({ ...line, name: text(at), key: text(at + 1) }));
  const { breakdowns, bills } = report;
  return {
    ...report,
    bills: bills && { ...bills, customers: lines(bills.customers) as typeof bills.customers },
    change: { ...report.change, words: text(0), before: text(1), after: text(2) },
    breakdowns: {
      class: lines(breakdowns.class),
      callType: lines(breakdowns.callType),
      customer: lines(breakdowns.customer),
      number: lines(breakdowns.number),
      tariff: lines(breakdowns.tariff),
      period: lines(breakdowns.period),
    },
    examples: report.examples.map((example, at) => ({
      ...example,
      id: text(at),
      call: Object.fromEntries([...Object.keys(example.call), "<b>"].map((field) => [field, text(at)])),
      parting: example.parting && { ...example.parting, what: text(at), before: text(at), after: text(at) },
      after: {
        ...example.after,
        explanation: example.after.explanation && {
          ...example.after.explanation,
          choices: example.after.explanation.choices.map((choice) => ({
            ...choice,
            chosen: text(at),
            reason: text(at + 1),
            passedOver: [{ what: text(at), why: text(at) }],
          })),
          steps: example.after.explanation.steps.map((step) => ({ ...step, inputs: text(at) })),
        },
      },
    })),
  };
}
