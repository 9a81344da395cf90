/** The views of the console before any request: headings, forms, and elements for results. */
import { type Html, html } from "../../report/index.ts";

/** The elements for the status, the error and the result of a part of the page. */
function outcome(name: string): Html {
  return html`<div class="outcome" id="${name}"><p class="status" role="status"></p><div class="trouble" role="alert"></div><div class="result"></div></div>
`;
}

function customerField(id: string, words: string): Html {
  return html`<label>${words} <input id="${id}" list="customers" autocomplete="off" placeholder="name or id"></label>`;
}

function view(name: string, title: string, content: Html): Html {
  return html`<div id="view-${name}" class="view" hidden><h1 tabindex="-1">${title}</h1>
${content}</div>
`;
}

/** The views, in the order of the page. */
export const VIEWS: readonly Html[] = [
  view(
    "tariffs",
    "Tariffs",
    html`<section><p class="fields"><label>Find a tariff <input type="search" id="tariff-filter" autocomplete="off"></label></p>
${outcome("tariff-list")}</section>
`,
  ),
  view(
    "tariff",
    "Tariff",
    html`<p class="back"><a href="#/tariffs">All tariffs</a></p>
<section>${outcome("tariff-facts")}</section>
<section aria-labelledby="lines-title"><h2 id="lines-title">Lines</h2>
<form id="lines-form"><p class="fields"><label>Prefix or call type <input type="search" id="lines-search" autocomplete="off"></label>
<button>Find</button></p></form>
${outcome("lines")}</section>
<section id="quote-section" aria-labelledby="quote-title"><h2 id="quote-title">What would a call cost?</h2>
<form id="quote-form"><p class="fields"><label>Number called, or call type <input id="quote-to" autocomplete="off" required></label>
<label>Starts <input type="datetime-local" id="quote-at" required></label>
<label>Lasts <input id="quote-duration" autocomplete="off" required value="1:00" aria-describedby="quote-duration-help"></label>
<button class="main">Price it</button></p>
<p class="note" id="quote-duration-help">Minutes and seconds, such as 1:31, or seconds.</p></form>
${outcome("quote")}</section>
`,
  ),
  view(
    "increase",
    "Increase",
    html`<section aria-labelledby="step-preview"><h2 id="step-preview">1. Look at what it brings</h2>
<p class="note">A preview prices stored calls twice and changes nothing.</p>
<form id="increase-form">
<p class="fields"><label class="wide-field">Tariff <select id="increase-of" required></select></label></p>
${outcome("increase-tariffs")}<fieldset class="fields"><legend class="unseen">Increase</legend>
<label>Raise by <input id="increase-number" inputmode="decimal" autocomplete="off" required placeholder="3.5"></label>
<label class="choice"><input type="radio" name="increase-by" value="percent" checked> percent</label>
<label class="choice"><input type="radio" name="increase-by" value="amount"> <span id="increase-unit">pence</span></label></fieldset>
<p class="fields"><label>Which prices <select id="increase-scope"></select></label>
<label>In force from <input type="date" id="increase-from" aria-describedby="increase-from-help"></label></p>
<p class="note" id="increase-from-help">Without a date, from the first call on. Calls before the date cost what they did; where all calls lie before it, the preview prices them as if the date had come.</p>
<p class="fields"><label>Over the calls from <input type="date" id="increase-calls-from"></label>
<label>to <input type="date" id="increase-calls-to"></label>
<label class="choice"><input type="checkbox" id="increase-discounts" checked> with allowances and discounts</label></p>
<p class="fields"><button class="main">Preview</button></p></form>
${outcome("increase-preview")}</section>
<section id="increase-make" aria-labelledby="step-make" hidden><h2 id="step-make">2. Make the version</h2>
<p class="note">A new tariff beside the present one, with the raised prices. Nobody pays it yet.</p>
<p class="fields"><button type="button" id="increase-create" class="main">Make the version</button></p>
${outcome("increase-version")}</section>
<section id="increase-put" aria-labelledby="step-put" hidden><h2 id="step-put">3. Put it into force</h2>
<p class="note">Moves the customers, numbers and features that name the present tariff to the version. Look first at who would pay more.</p>
<p class="fields"><button type="button" id="increase-payers">Who would pay more?</button></p>
${outcome("increase-activation")}</section>
`,
  ),
  view(
    "calls",
    "Calls",
    html`<section><form id="calls-form"><p class="fields">${customerField("calls-customer", "Customer")}
<label>or number <input id="calls-number" inputmode="tel" autocomplete="off"></label>
<label>or id of a call <input id="calls-id" inputmode="numeric" autocomplete="off"></label></p>
<p class="fields"><label>From <input type="date" id="calls-from"></label>
<label>to <input type="date" id="calls-to"></label>
<button class="main">Show calls</button></p></form>
${outcome("calls")}</section>
`,
  ),
  view(
    "errors",
    "Errors to work",
    html`<section><p class="note">Calls that could not be priced, by what has to be set right. Work from the top: each repair can bring later errors to light.</p>
<form id="errors-form"><p class="fields">${customerField("errors-customer", "Customer (all, if blank)")}
<label>From <input type="date" id="errors-from"></label>
<label>to <input type="date" id="errors-to"></label>
<button>Show errors</button></p></form>
${outcome("errors")}</section>
<section aria-labelledby="rerate-title"><h2 id="rerate-title">Rate them again</h2>
<p class="note">Prices the calls in error of these customers and days by the book as it is now. Calls on raised invoices stay as they are, and earlier results are kept.</p>
<p class="fields"><button type="button" id="rerate" class="main">Rate the calls in error again</button></p>
${outcome("rerated")}</section>
`,
  ),
  view(
    "pools",
    "Pools",
    html`<section><form id="pools-form"><p class="fields">${customerField("pools-customer", "Customer")}
<label>In the billing period of <input type="date" id="pools-date"></label>
<button class="main">Show pools</button></p></form>
${outcome("pools")}</section><datalist id="customers"></datalist>
`,
  ),
  view(
    "batches",
    "Batches",
    html`<section><p class="note">A queued batch is priced in parts of one customer each. A part that fails five times is parked.</p>
<form id="batches-form"><p class="fields"><label class="choice"><input type="checkbox" id="batches-all"> also those that are done</label>
<button class="main">Look again</button></p></form>
${outcome("batches")}</section>
`,
  ),
  view(
    "batch",
    "Batch",
    html`<p class="back"><a href="#/batches">All batches</a></p>
<section>${outcome("batch")}
<p class="fields"><button type="button" id="batch-again">Look again</button></p></section>
`,
  ),
];
