/** What the two sides of a report are called. */
import type { PreviewReport } from "../../index.ts";

export interface SideNames {
  readonly before: string;
  readonly after: string;
}

export function sideNames(report: PreviewReport): SideNames {
  return report.against === "recorded"
    ? { before: "As charged", after: "As rated" }
    : { before: "Before", after: "After" };
}
