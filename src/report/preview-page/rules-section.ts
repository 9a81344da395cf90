/** The rules that the page's explanations name, each with its first sentence; numbers of rules link to this list. */
import type { PreviewExample } from "../../index.ts";
import { type Html, html, RULES } from "../page/index.ts";

/** A rule's number as a link to its line in the list of rules. */
export function ruleLink(rule: string): Html {
  const known = Object.hasOwn(RULES, rule) ? RULES[rule] : undefined;
  if (known === undefined) return html`<span class="rule">${rule}</span>`;
  return html`<a class="rule" href="#rule-${rule}" title="${known.title}">${rule}</a>`;
}

export function rules(examples: readonly PreviewExample[]): Html {
  const named = new Set<string>();
  for (const { before, after, parting } of examples) {
    if (parting?.rule) named.add(parting.rule);
    for (const { explanation } of [before, after]) {
      for (const { rule } of explanation?.choices ?? []) named.add(rule);
      for (const { rule } of explanation?.steps ?? []) named.add(rule);
    }
  }
  const known = Object.entries(RULES).filter(([rule]) => named.has(rule));
  if (known.length === 0) return html``;
  return html`<details class="panel further" id="rules"><summary><h2>The rules that are named above</h2></summary>
<dl class="rules">${known.map(([rule, { title, sentence }]) => html`<div id="rule-${rule}"><dt>${rule} ${title}</dt><dd>${sentence}</dd></div>\n`)}</dl></details>
`;
}
