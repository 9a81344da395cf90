/** What clients of a soak ask, in which proportion, and which answers are right. */
import type { Chance } from "../chance.ts";
import { anyHostile } from "./hostile-bodies.ts";
import { callsOf, type SentBatch, type SentBatches } from "./sent-batches.ts";
import { CUSTOMERS } from "./soak-book.ts";
import type { Answer, SoakClient } from "./soak-client.ts";

/** What a request needs. */
export interface SoakContext {
  readonly client: SoakClient;
  readonly chance: Chance;
  readonly sent: SentBatches;
  /** Cuts the server's connections to its database, where that is possible. */
  readonly cutConnections: (() => Promise<void>) | undefined;
  /** A number that nothing else of the soak has. */
  readonly nextNumber: () => number;
}

/** What came of a request: the status of its answer, or why there was none; and what is wrong with it. */
export interface Asked {
  readonly status: number | string;
  readonly fault?: string;
}

/** Busy, or a connection was cut: whoever asks may ask again. */
const TRY_AGAIN = 503;
const TOO_LARGE = 413001;
const MOST_TRIES = 1_000;
const PAUSE_MILLISECONDS = 100;
const LAST_DAY = "2026-11-01";

interface SoakRequest {
  readonly name: string;
  /** How often it is asked, beside the others. */
  readonly share: number;
  readonly ask: (context: SoakContext) => Promise<Asked>;
}

/** Sends a batch until it is acknowledged, as a client does who must know. */
export async function sendUntilAcknowledged(
  { client, sent }: Pick<SoakContext, "client" | "sent">,
  batch: SentBatch,
): Promise<Asked> {
  const body = JSON.stringify({ calls: callsOf(batch) });
  const headers = headersOf(batch);
  for (let tries = 1; ; tries++) {
    const answer = await client.ask("POST", "/tollbook/batches", body, headers);
    if ([200, 201, 202].includes(answer.status)) {
      const { id } = (answer.body as { readonly batch: { readonly id: string } }).batch;
      sent.set(batch, { kind: "acknowledged", id });
      return { status: answer.status };
    }
    if (answer.status !== TRY_AGAIN || tries === MOST_TRIES) return wrong(`batch ${batch.key}`, answer);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MILLISECONDS));
  }
}

function headersOf({ key, isQueued }: SentBatch): Readonly<Record<string, string>> {
  return { "Idempotency-Key": key, ...(isQueued && { Prefer: "respond-async" }) };
}

function aBatch({ chance, sent }: SoakContext, isQueued: boolean): SentBatch {
  const size = {
    newCalls: isQueued ? chance.between(20, 200) : chance.between(1, 20),
    repeated: chance.oneIn(3) ? chance.between(1, 5) : 0,
    refused: chance.oneIn(5) ? 1 : 0,
    isQueued,
  };
  return sent.begin(size, (below) => chance.below(below));
}

/** Asks, and holds the answer to the statuses that are right. */
async function askFor(
  statuses: readonly number[],
  ask: Promise<Answer>,
  what: string,
): Promise<Asked & { readonly body: unknown }> {
  const answer = await ask;
  const { status, body } = answer;
  const isRight = statuses.includes(status) || status === TRY_AGAIN;
  return { ...(isRight ? { status } : wrong(what, answer)), body };
}

function wrong(what: string, { status, body }: Answer): Asked {
  return { status, fault: `${what}: ${status} ${JSON.stringify(body)?.slice(0, 300)}` };
}

function customer(chance: Chance): number {
  return chance.between(1, CUSTOMERS);
}

function aDay(chance: Chance): string {
  return `2026-10-${String(chance.between(1, 31)).padStart(2, "0")}`;
}

const READS: readonly ((context: SoakContext) => string)[] = [
  () => "/tariffs/?expandRates",
  () => "/tollbook/worklist",
  () => "/tollbook/revisions?limit=20",
  ({ chance }) => `/customers/${customer(chance)}`,
  ({ chance }) => `/customers/${customer(chance)}/calls/?limit=200`,
  ({ chance }) => `/calls/?limit=100&minDate=${aDay(chance)}&maxDate=${LAST_DAY}`,
  ({ chance }) => `/tollbook/pools?customerID=${customer(chance)}`,
  ({ chance }) => `/customers/${customer(chance)}/invoices/?includeUnsent`,
  ({ chance, sent }) => `/tollbook/calls/${chance.between(1, sent.nextID)}/explanation`,
  ({ chance, sent }) => {
    const known = sent.anyAcknowledged((below) => chance.below(below));
    // No id can be guessed: the first batch may have lost its own with a connection that was cut.
    return known === undefined ? "/tollbook/batches?limit=20" : `/tollbook/batches/${known.id}`;
  },
];

/** Everything that is asked. */
export const SOAK_REQUESTS: readonly SoakRequest[] = [
  {
    name: "batch in its request",
    share: 40,
    ask: (context) => sendUntilAcknowledged(context, aBatch(context, false)),
  },
  {
    name: "batch that is queued",
    share: 6,
    ask: (context) => sendUntilAcknowledged(context, aBatch(context, true)),
  },
  {
    name: "client that leaves",
    share: 16,
    async ask(context) {
      const { client, chance, sent } = context;
      const batch = aBatch(context, chance.oneIn(3));
      const at = chance.oneIn(3) ? "half of the body" : "the answer";
      await client.leave("/tollbook/batches", { calls: callsOf(batch) }, headersOf(batch), at);
      if (chance.oneIn(2))
        return { ...(await sendUntilAcknowledged(context, batch)), status: "left, sent again" };
      sent.set(batch, { kind: at === "the answer" ? "left" : "cut short" });
      return { status: "left" };
    },
  },
  {
    name: "batch sent again",
    share: 8,
    async ask({ client, chance, sent }) {
      const known = sent.anyAcknowledged((below) => chance.below(below));
      if (known === undefined) return { status: "none yet" };
      const { batch, id } = known;
      const body = { calls: callsOf(batch) };
      const ask = client.ask("POST", "/tollbook/batches", body, headersOf(batch));
      const asked = await askFor([200, 202], ask, `batch ${batch.key} again`);
      const again = (asked.body as { readonly batch?: { readonly id?: string } }).batch?.id;
      if (again === undefined || again === id) return asked;
      return { ...asked, fault: `batch ${batch.key} was ${id} and is ${again}` };
    },
  },
  {
    name: "price of a tariff",
    share: 8,
    ask: ({ client, chance }) =>
      askFor([200], client.ask("PATCH", "/tariffs/1", { baseCost: `${chance.between(1, 9)}.37` }), "tariff"),
  },
  {
    name: "name of a customer",
    share: 8,
    ask: ({ client, chance, nextNumber }) => {
      const path = `/customers/${customer(chance)}`;
      return askFor([200], client.ask("PATCH", path, { companyName: `Customer ${nextNumber()}` }), path);
    },
  },
  {
    name: "tariff that comes and goes",
    share: 4,
    async ask({ client, nextNumber }) {
      const body = { name: `Soak ${nextNumber()}`, tariffClass: "national", baseCost: "1" };
      const made = await askFor([201], client.ask("POST", "/tariffs/", body), "new tariff");
      if (made.status !== 201) return made;
      const { id } = made.body as { readonly id: string };
      return askFor([200], client.ask("DELETE", `/tariffs/${id}`), "its end");
    },
  },
  {
    name: "preview",
    share: 8,
    ask: ({ client, chance }) => {
      const terms = { increasePercent: chance.between(1, 20), increaseScope: "costOnly" };
      const increases = [{ resource: "tariffs", id: 1, ...terms }];
      const calls = { customerID: customer(chance), minDate: aDay(chance) };
      return askFor([200], client.ask("POST", "/tollbook/previews", { increases, calls }), "preview");
    },
  },
  {
    name: "invoice",
    share: 8,
    async ask({ client, chance, nextNumber }) {
      const path = `/customers/${customer(chance)}/invoices/`;
      const raised = chance.oneIn(3) ? { invoiceNumber: `S-${nextNumber()}` } : {};
      // 409002: calls of the customer wait to be priced.
      const ask = client.ask("POST", path, { cutoffDate: aDay(chance), ...raised });
      const made = await askFor([201, 409], ask, "invoice");
      if (made.status !== 201 || "invoiceNumber" in raised) return made;
      const { id } = made.body as { readonly id: string };
      if (chance.oneIn(2)) return askFor([200, 409], client.ask("DELETE", `/invoices/${id}`), "its end");
      const action = `/invoices/${id}?action=updateCallTransactions`;
      return askFor([200, 409], client.ask("POST", action, {}), "its calls");
    },
  },
  {
    name: "rating again",
    share: 8,
    ask: ({ client, chance }) => {
      const day = aDay(chance);
      const body = { customerID: customer(chance), minDate: day, maxDate: day };
      return askFor([200, 409], client.ask("POST", "/tollbook/rerate", body), "rerate");
    },
  },
  {
    name: "read",
    share: 40,
    async ask(context) {
      const path = context.chance.pick(READS)(context);
      // 404: an explanation of a call that was not taken in; 409: of one that waits.
      return askFor(
        path.includes("explanation") ? [200, 404, 409] : [200],
        context.client.ask("GET", path),
        path,
      );
    },
  },
  {
    name: "hostile body",
    share: 8,
    ask: ({ client, chance }) => askHostile(client, anyHostile(chance)),
  },
  {
    name: "connections cut",
    share: 1,
    async ask({ cutConnections }) {
      await cutConnections?.();
      return { status: cutConnections === undefined ? "none to cut" : "cut" };
    },
  },
];

/** Sends what is to be refused, and looks whether it is. */
export async function askHostile(
  client: SoakClient,
  { name, path, body, headers, code }: ReturnType<typeof anyHostile>,
): Promise<Asked> {
  // Of what is too large the server takes no more: whoever still writes may find the connection closed.
  const answer = await client.ask("POST", path, body, headers).catch((error: unknown) => {
    if (code === TOO_LARGE) return undefined;
    throw error;
  });
  if (answer === undefined) return { status: "closed" };
  const given = (answer.body as { readonly error_code?: number } | null)?.error_code;
  const isRight = given === code || answer.status === TRY_AGAIN;
  return isRight ? { status: answer.status } : wrong(`${name}, to be ${code}`, answer);
}

/** One of the requests, by their shares. */
export function anyRequest(chance: Chance): SoakRequest {
  let left = chance.below(SOAK_REQUESTS.reduce((sum, { share }) => sum + share, 0));
  for (const request of SOAK_REQUESTS) {
    left -= request.share;
    if (left < 0) return request;
  }
  throw new Error("the shares do not add up");
}
