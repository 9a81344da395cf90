/** What a server has after a soak, held to what was acknowledged: nothing lost, nothing double, sums as their parts. */
import { decimalText, unitsOf } from "../decimal.ts";
import { callsOf, linesOf, type SentBatch, type SentBatches } from "./sent-batches.ts";
import { CUSTOMERS } from "./soak-book.ts";
import type { Answer, SoakClient } from "./soak-client.ts";

/** What was looked at. */
export interface EndFigures {
  readonly batches: number;
  readonly calls: number;
  readonly rated: number;
  readonly inError: number;
  readonly ignored: number;
  readonly onInvoices: number;
}

/** A batch as it is asked after. */
export interface BatchAnswer {
  readonly state: string;
  readonly read: number;
  readonly rated: number;
  readonly errors: number;
  readonly ignored: number;
  readonly repeated: number;
  readonly totals: Readonly<Record<string, string>>;
}

/** A result of a batch, of which this is looked at. */
export type ResultAnswer = Readonly<Record<string, unknown>> | null;

/** A call as it is listed. */
export interface ListedCall {
  readonly id: string;
  readonly cost: string | null;
  readonly tollbook: {
    readonly customerID: string | null;
    readonly batchID: string;
    readonly invoiceID: string | null;
    readonly revision: number | null;
    readonly error: string | null;
    readonly message: string | null;
  };
}

const PLACES = 12;
const PAGE = 1_000;
const AT_ONCE = 8;
const MOST_LOOKS = 6_000;
const PAUSE_MILLISECONDS = 100;

/** The sum of amounts, by whole units of the last place. */
export function sumOf(amounts: readonly unknown[]): string {
  const units = amounts.reduce<bigint>((sum, amount) => {
    const own = unitsOf(String(amount), PLACES);
    if (own === undefined) throw new Error(`${amount} is no amount`);
    return sum + own;
  }, 0n);
  return decimalText(units, PLACES);
}

/** What is wrong with a batch and its results. */
export function batchFaults(
  batch: SentBatch,
  answer: BatchAnswer,
  results: readonly ResultAnswer[],
): readonly string[] {
  const { state, read, rated, errors, ignored, repeated, totals } = answer;
  const { key, newCalls } = batch;
  const faults: string[] = [];
  if (state !== "done") faults.push(`is ${state}`);
  if (read !== linesOf(batch) || results.length !== read)
    faults.push(`has ${read} calls read and ${results.length} results of ${linesOf(batch)} lines`);
  if (rated + errors + ignored + repeated !== read)
    faults.push("has outcomes that do not add up to what was read");
  if (repeated !== batch.repeated.length)
    faults.push(`has ${repeated} repeated calls, not ${batch.repeated.length}`);
  const sentIDs = callsOf(batch).map((call) => String((call as { readonly id: unknown }).id));
  const isMissing = results.some(
    (result, at) => result === null || String(result.id ?? sentIDs[at]) !== sentIDs[at],
  );
  if (isMissing) faults.push("lacks a result, or has one of another call");
  // Those that were stored before belong to the batch that brought them.
  const own = results.filter((_, at) => at < newCalls || at >= newCalls + batch.repeated.length);
  const ratedOwn = own.filter((result) => result !== null && typeof result.cost === "string");
  if (ratedOwn.length !== rated) faults.push(`has ${ratedOwn.length} priced results, and says ${rated}`);
  for (const name of ["cost", "costBase"]) {
    const sum = sumOf(ratedOwn.map((result) => result?.[name]));
    if (sum !== totals[name]) faults.push(`has a total ${name} of ${totals[name]}, and results of ${sum}`);
  }
  return faults.map((fault) => `batch ${key} ${fault}`);
}

/** What is wrong with the list of all calls. */
export function callFaults(sent: SentBatches, calls: readonly ListedCall[]): readonly string[] {
  const batchOf = new Map<string, string>();
  const faults: string[] = [];
  for (const { id, cost, tollbook } of calls) {
    if (batchOf.has(id)) faults.push(`call ${id} is there twice`);
    batchOf.set(id, tollbook.batchID);
    const { revision, error, message } = tollbook;
    if (revision === null || (cost === null && error === null && message === null))
      faults.push(`call ${id} has neither a result nor an error`);
  }
  let known = 0;
  for (const { batch, state } of sent.all()) {
    const { key, firstID, newCalls } = batch;
    const ids = Array.from({ length: newCalls }, (_, at) => String(firstID + at));
    const there = ids.filter((id) => batchOf.has(id));
    known += there.length;
    const batches = new Set(there.map((id) => batchOf.get(id)));
    const isWhole = there.length === newCalls && batches.size === 1;
    if (state.kind === "acknowledged" && !(isWhole && batches.has(state.id)))
      faults.push(`batch ${key} was acknowledged with ${newCalls} calls, and ${there.length} are there`);
    if (state.kind === "left" && there.length > 0 && !isWhole)
      faults.push(`batch ${key}, which nobody waited for, is there in part: ${there.length} of ${newCalls}`);
    if (state.kind === "cut short" && there.length > 0)
      faults.push(`batch ${key}, which was cut short, is there`);
  }
  if (known !== batchOf.size) faults.push(`${batchOf.size - known} calls are there that nobody sent`);
  return faults;
}

/** Looks at everything a soak has left, and at what rating it all again comes to. */
export async function endFaults(
  client: SoakClient,
  sent: SentBatches,
): Promise<{ readonly figures: EndFigures; readonly faults: readonly string[] }> {
  const faults: string[] = [];
  const acknowledged = sent
    .all()
    .flatMap(({ batch, state }) => (state.kind === "acknowledged" ? [{ batch, id: state.id }] : []));
  for (let from = 0; from < acknowledged.length; from += AT_ONCE) {
    const looks = acknowledged.slice(from, from + AT_ONCE).map(async ({ batch, id }) => {
      const answer = await settled(client, batch, id);
      const results = await get(client, `/tollbook/batches/${id}/results`);
      return batchFaults(batch, answer, results as readonly ResultAnswer[]);
    });
    faults.push(...(await Promise.all(looks)).flat());
  }
  await untilNobodyWaits(client);
  const rerated = await rerateAll(client);
  const calls = (await listAll(client, "/calls/?")) as readonly ListedCall[];
  const raised = new Set((await listAll(client, "/invoices/?")).map(({ id }) => id));
  faults.push(...callFaults(sent, calls), ...rerateFaults(rerated, calls, raised));
  const invoices = await listAll(client, "/invoices/?includeUnsent&");
  faults.push(...invoiceFaults(invoices, calls));
  const count = (is: (call: ListedCall) => boolean): number => calls.filter(is).length;
  const figures = {
    batches: acknowledged.length,
    calls: calls.length,
    rated: count(({ cost }) => cost !== null),
    inError: count(({ tollbook }) => tollbook.error !== null),
    ignored: count(({ cost, tollbook }) => cost === null && tollbook.error === null),
    onInvoices: count(({ tollbook }) => tollbook.invoiceID !== null),
  };
  return { figures, faults };
}

interface ListedInvoice {
  readonly id: string;
  readonly invoiceCallCount: number;
}

/** Every call is on one invoice at most, which counts it. */
function invoiceFaults(
  invoices: readonly { readonly id: string }[],
  calls: readonly ListedCall[],
): readonly string[] {
  const onInvoice = new Map<string, number>();
  for (const { tollbook } of calls) {
    const { invoiceID } = tollbook;
    if (invoiceID !== null) onInvoice.set(invoiceID, (onInvoice.get(invoiceID) ?? 0) + 1);
  }
  return (invoices as readonly ListedInvoice[]).flatMap(({ id, invoiceCallCount }) => {
    const found = onInvoice.get(id) ?? 0;
    return found === invoiceCallCount
      ? []
      : [`invoice ${id} counts ${invoiceCallCount} calls, and has ${found}`];
  });
}

interface Rerated {
  readonly customerID: string;
  readonly rated: number;
  readonly totals: Readonly<Record<string, string>>;
}

/** Rates everything that is not billed again, customer by customer. */
async function rerateAll(client: SoakClient): Promise<readonly Rerated[]> {
  const done: Rerated[] = [];
  for (let id = 1; id <= CUSTOMERS; id++) {
    const answer = await untilAnswered(() => client.ask("POST", "/tollbook/rerate", { customerID: id }));
    const { rated, totals } = answer.body as Rerated;
    done.push({ customerID: String(id), rated, totals });
  }
  return done;
}

/** What rating again said of each customer is what his calls say. */
function rerateFaults(
  rerated: readonly Rerated[],
  calls: readonly ListedCall[],
  raised: ReadonlySet<string>,
): readonly string[] {
  const costsOf = new Map<string | null, string[]>();
  for (const { cost, tollbook } of calls) {
    const { customerID, invoiceID } = tollbook;
    if (cost === null || (invoiceID !== null && raised.has(invoiceID))) continue;
    const costs = costsOf.get(customerID) ?? [];
    costs.push(cost);
    costsOf.set(customerID, costs);
  }
  return rerated.flatMap(({ customerID, rated, totals }) => {
    const costs = costsOf.get(customerID) ?? [];
    const sum = sumOf(costs);
    return rated === costs.length && totals.cost === sum
      ? []
      : [
          `customer ${customerID}: ${rated} calls rated again for ${totals.cost}, and ${costs.length} listed for ${sum}`,
        ];
  });
}

/** A batch once none of its parts waits; parts that are parked are sent again. */
async function settled(client: SoakClient, batch: SentBatch, id: string): Promise<BatchAnswer> {
  for (let looks = 0; ; looks++) {
    const answer = (await get(client, `/tollbook/batches/${id}`)) as unknown as BatchAnswer;
    if (answer.state === "done" || looks === MOST_LOOKS) return answer;
    if (answer.state === "parked") {
      const headers = { "Idempotency-Key": batch.key, Prefer: "respond-async" };
      await untilAnswered(() => client.ask("POST", "/tollbook/batches", { calls: callsOf(batch) }, headers));
    }
    await pause();
  }
}

/** Batches whose clients left may wait, too. */
async function untilNobodyWaits(client: SoakClient): Promise<void> {
  for (let looks = 0; looks < MOST_LOOKS; looks++) {
    const { status } = await client.ask("POST", "/tollbook/rerate", { minDate: "2099-01-01" });
    if (status === 200) return;
    await pause();
  }
}

/** All of a list, page by page. */
async function listAll(client: SoakClient, path: string): Promise<readonly { readonly id: string }[]> {
  const all: { readonly id: string }[] = [];
  for (;;) {
    const after = all.at(-1)?.id ?? "0";
    const page = (await get(client, `${path}limit=${PAGE}&idAfter=${after}`)) as readonly {
      readonly id: string;
    }[];
    if (page.length === 0) return all;
    for (const one of page) all.push(one);
  }
}

async function get(client: SoakClient, path: string): Promise<object> {
  return (await untilAnswered(() => client.ask("GET", path))).body as object;
}

/** Asks until the answer is no refusal for now. */
async function untilAnswered(ask: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 0; ; tries++) {
    const answer = await ask();
    if (answer.status < 300) return answer;
    if (answer.status !== 503 || tries === MOST_LOOKS)
      throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
    await pause();
  }
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, PAUSE_MILLISECONDS));
}
