/** The whole face of the reports: previews and explanations as text, tables and pages. */
export { formatExplanation, formatQuote } from "./format-explanation.ts";
