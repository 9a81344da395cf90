/** What the page of a preview calls the sides of a report, and why a call has no price. */
import type { PreviewReport } from "../../index.ts";

export type SideNames = ReturnType<typeof sideNames>;

export function sideNames(report: PreviewReport): { readonly before: string; readonly after: string } {
  return report.against === "recorded"
    ? { before: "As charged", after: "As rated" }
    : { before: "Before", after: "After" };
}

type Reason = PreviewReport["unrated"][number]["before"];

const WORDS: Readonly<Partial<Record<Reason, string>>> = {
  "malformed-record": "the record is faulty",
  "duplicate-call": "the call was there before",
  "unregistered-number": "the number belongs to no customer",
  "number-not-billable": "the number is not billable",
  "unknown-call-type": "the kind of call is not known",
  "no-rate": "no tariff has a price for it",
  "no-tariff": "the customer has no tariff for it",
  "no-carrier-cost": "its carrier's cost is missing",
  ignored: "the book says to ignore it",
  "not-recorded": "the record does not say what was charged",
};

/** Why a call has no price, in a reader's words; the code stands beside it. */
export function reasonWords(reason: Reason): string {
  const words = WORDS[reason];
  return words === undefined ? reason : `${words} (${reason})`;
}
