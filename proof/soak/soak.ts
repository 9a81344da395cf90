/** A soak: clients ask at once until it is over, and what is there then is held to what was acknowledged. */
import { Chance } from "../chance.ts";
import { type EndFigures, endFaults } from "./check-end.ts";
import { SentBatches } from "./sent-batches.ts";
import type { SoakClient } from "./soak-client.ts";
import { anyRequest, type SoakContext, sendUntilAcknowledged } from "./soak-requests.ts";

/** What is soaked, and how. */
export interface SoakOptions {
  readonly client: SoakClient;
  readonly seed: number;
  /** Clients that ask at once, each one request after another. */
  readonly clients: number;
  /** Asked before each request. */
  readonly isOver: (requests: number) => boolean;
  readonly cutConnections?: () => Promise<void>;
  /** Told when the clients have ended, before what is there is looked at. */
  readonly onLoadEnded?: () => void;
}

/** What a soak came to. */
export interface SoakReport {
  readonly requests: number;
  /** How often each sort of request was answered with what. */
  readonly answers: ReadonlyMap<string, ReadonlyMap<number | string, number>>;
  readonly end: EndFigures;
  /** What was wrong: answers, and what is there at the end. */
  readonly faults: readonly string[];
}

/** Soaks a server that has the soak's book. */
export async function soak(options: SoakOptions): Promise<SoakReport> {
  const { client, seed, isOver, cutConnections } = options;
  const sent = new SentBatches();
  const answers = new Map<string, Map<number | string, number>>();
  const faults: string[] = [];
  let [requests, numbers] = [0, 0];
  const askUntilOver = async (stream: number): Promise<void> => {
    const chance = new Chance(seed, stream);
    const context: SoakContext = { client, chance, sent, cutConnections, nextNumber: () => ++numbers };
    while (!isOver(requests)) {
      requests++;
      const { name, ask } = anyRequest(chance);
      const { status, fault } = await ask(context).catch((error: unknown) => ({
        status: "no answer",
        fault: `${name}: ${error instanceof Error ? `${error.message} ${String(error.cause ?? "")}` : error}`,
      }));
      const own = answers.get(name) ?? new Map<number | string, number>();
      answers.set(name, own.set(status, (own.get(status) ?? 0) + 1));
      if (fault !== undefined) faults.push(fault);
    }
  };
  await Promise.all(Array.from({ length: options.clients }, (_, stream) => askUntilOver(stream)));
  options.onLoadEnded?.();
  // Whoever had no answer sends again: what was sent is acknowledged in the end.
  for (const { batch, state } of sent.all()) {
    if (state.kind !== "sent") continue;
    const { fault } = await sendUntilAcknowledged({ client, sent }, batch);
    if (fault !== undefined) faults.push(fault);
  }
  const end = await endFaults(client, sent);
  return { requests, answers, end: end.figures, faults: [...faults, ...end.faults] };
}
