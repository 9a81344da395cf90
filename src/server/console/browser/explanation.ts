/** An explanation as text, in a box that scrolls by itself. */
import { node } from "./nodes.ts";

export function explanationText(text: string): HTMLElement {
  return node("pre", { tabindex: "0", role: "region", "aria-label": "Explanation" }, text);
}
