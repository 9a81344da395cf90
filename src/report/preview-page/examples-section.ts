/** Example calls with both explanations side by side, the first difference marked. */
import type { PreviewExample, PreviewReport } from "../../index.ts";
import { countText, dateText, durationText, type MoneyText } from "../money-text.ts";
import { type Html, html } from "../page/index.ts";
import { plainWords, reasonWords, type SideNames, sideNames } from "../preview-words.ts";
import { goodness } from "./customer-row.ts";
import { fromTo } from "./figures.ts";
import { ruleLink } from "./rules-section.ts";

type ShownSide = PreviewExample["before"];
type ShownExplanation = NonNullable<ShownSide["explanation"]>;

/** Most example calls on the page; the JSON has all examples. */
const EXAMPLES_LIMIT = 500;

export function shownExamples({ examples }: PreviewReport): readonly PreviewExample[] {
  return examples.slice(0, EXAMPLES_LIMIT);
}

export function examples(report: PreviewReport, money: MoneyText): Html {
  const count = report.examples.length;
  if (count === 0) return html``;
  const shown = shownExamples(report);
  const names = sideNames(report);
  return html`<section id="examples" aria-labelledby="examples-title"><h2 id="examples-title">Example calls, explained</h2>
<p class="note">The calls behind the largest changes. Each opens to show, rule by rule, how its price comes about on either side.${
    shown.length < count &&
    ` ${countText(shown.length)} of ${countText(count)} are shown here, the others are in the JSON of the preview.`
  }</p>
<div class="examples">
${shown.map((example, exampleIndex) => exampleCall(example, exampleIndex, names, money))}</div></section>
`;
}

function exampleCall(
  example: PreviewExample,
  exampleIndex: number,
  names: SideNames,
  money: MoneyText,
): Html {
  const { before, after, difference, parting } = example;
  return html`<details class="example" id="example-${exampleIndex}"><summary><span class="call"><b><bdi>${example.id ?? `line ${example.line}`}</bdi></b> ${callWords(example)}</span> <span class="prices">${fromTo(priceText(before, money), priceText(after, money))} <b class="${goodness(difference)}">${money.exactChange(difference)}</b></span></summary>
${
  parting !== null &&
  html`<p class="parting"><b>First difference${parting.rule !== null && html`, rule ${ruleLink(parting.rule)}`}:</b> ${parting.what}: ${fromTo(html`<bdi>${plainWords(parting.before ?? "nothing", money.minorSign)}</bdi>`, html`<bdi>${plainWords(parting.after ?? "nothing", money.minorSign)}</bdi>`)}</p>
`
}<div class="sides">
${exampleSide(names.before, before, parting, money)}${exampleSide(names.after, after, parting && { ...parting, at: parting.atAfter ?? parting.at }, money)}</div>
<details class="record"><summary>The call’s record</summary><dl>${Object.entries(example.call).map(
    ([field, value]) => html`<div><dt>${field}</dt><dd><bdi>${String(value)}</bdi></dd></div>`,
  )}</dl></details>
</details>
`;
}

/** Start, destination and duration, by which a reader recognises a call. */
function callWords({ call }: PreviewExample): Html {
  const text = (field: string): string | undefined => {
    const value = Object.hasOwn(call, field) ? call[field] : undefined;
    return value === undefined || value === null || value === "" ? undefined : String(value);
  };
  const time = text("startTime");
  const date = text("startDate");
  const when = [time !== undefined && time.length > 12 ? undefined : date && dateText(date), time]
    .filter((part) => part !== undefined)
    .join(" ");
  const to = text("external");
  const duration = text("duration");
  return html`${when !== "" && html`<bdi>${when}</bdi>`}${to !== undefined && html` · <bdi>${to}</bdi>`}${duration !== undefined && html` · <bdi>${durationText(duration)}</bdi>`}`;
}

function priceText({ retail, reason }: ShownSide, money: MoneyText): string {
  if (retail !== null) return money.exact(retail);
  return `no price${reason === null ? "" : `: ${reasonWords(reason)}`}`;
}

function exampleSide(
  name: string,
  side: ShownSide,
  parting: PreviewExample["parting"],
  money: MoneyText,
): Html {
  const { explanation, reason, wholesale } = side;
  return html`<div class="side"><h3>${name}: ${side.retail === null ? "no price" : money.exact(side.retail)}</h3>
${reason !== null && html`<p class="note">${reasonWords(reason)}</p>\n`}${wholesale !== null && html`<p class="note">carrier’s cost ${money.exact(wholesale)}</p>\n`}${
  explanation === null
    ? html`<p class="note">Read from the record; there is nothing to explain.</p>\n`
    : explained(explanation, parting, money)
}</div>
`;
}

function explained(
  explanation: ShownExplanation,
  parting: PreviewExample["parting"],
  money: MoneyText,
): Html {
  const { choices, steps, result } = explanation;
  const differs = (part: "choices" | "steps", at: number): boolean =>
    parting !== null && parting.in === part && parting.at === at;
  return html`${
    choices.length > 0 &&
    html`<h4>What was chosen</h4><ol>${choices.map((choice, at) =>
      line(
        {
          rule: choice.rule,
          what: choice.subject,
          value: choice.chosen ?? "none",
          detail: choice.reason,
          passedOver: choice.passedOver.map(({ what, why }) => `${what} (${why})`),
          isParting: differs("choices", at),
        },
        money.minorSign,
      ),
    )}</ol>
`
  }${(["wholesale", "retail"] as const).map((cost) => {
    const ofCost = steps.map((step, at) => ({ step, at })).filter(({ step }) => step.cost === cost);
    if (ofCost.length === 0) return undefined;
    return html`<h4>${cost === "retail" ? "What the customer pays" : "What the carrier charges"}, in ${money.minor}</h4><ol>${ofCost.map(
      ({ step, at }) =>
        line(
          {
            rule: step.rule,
            what: step.what,
            value: step.before === undefined ? step.after : `${step.before} → ${step.after}`,
            detail: step.inputs,
            passedOver: [],
            isParting: differs("steps", at),
          },
          money.minorSign,
        ),
    )}</ol>
`;
  })}${"error" in result && result.message !== choices.at(-1)?.reason && html`<p class="note">${result.message}</p>\n`}`;
}

interface ExplainedLine {
  readonly rule: string;
  readonly what: string;
  readonly value: string;
  readonly detail: string;
  readonly passedOver: readonly string[];
  /** Whether the two explanations part here. */
  readonly isParting: boolean;
}

function line({ rule, what, value, detail, passedOver, isParting }: ExplainedLine, sign: string): Html {
  return html`<li${isParting && html` class="differs"`}>${ruleLink(rule)} <span class="what">${what}</span> <bdi class="step-value">${plainWords(value, sign)}</bdi>${isParting && html` <mark>differs</mark>`}<span class="detail"><bdi>${plainWords(detail, sign)}</bdi></span>${
    passedOver.length > 0 &&
    html`<details class="passed-over"><summary>passed over: ${passedOver.length}</summary>${passedOver.map((text) => html`<bdi class="detail">${plainWords(text, sign)}</bdi>`)}</details>`
  }</li>`;
}
