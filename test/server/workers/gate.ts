/** Gates in PostgreSQL: a table that nobody else may write, at which workers stop in the middle of a part. */
import { setTimeout as pause } from "node:timers/promises";
import type { Database } from "../../../src/server/database/index.ts";

/** The tables that a worker writes for a part, in its order: the job, the part, pools, results, stamp; the last part's batch. */
export const GATES = ["tollbook_queue.job", "parts", "pools", "results", "sequences", "batches"] as const;
export type GatedTable = (typeof GATES)[number];

/** A table that is locked until the gate is opened. */
export class Gate {
  readonly table: GatedTable;
  readonly #database: Database;
  readonly #shut: Promise<unknown>;
  readonly #ended: Promise<void>;
  #open = (): void => undefined;

  /** Asks for the lock: whoever has written to the table finishes first, nobody else begins to write. */
  constructor(database: Database, table: GatedTable) {
    this.table = table;
    this.#database = database;
    const opened = new Promise<void>((resolve) => {
      this.#open = resolve;
    });
    let shut = (): void => undefined;
    const isShut = new Promise<void>((resolve) => {
      shut = resolve;
    });
    this.#ended = database.transaction(async (sql) => {
      await sql.query(`LOCK TABLE ${table} IN EXCLUSIVE MODE`);
      shut();
      await opened;
    });
    this.#shut = Promise.race([isShut, this.#ended]);
  }

  /** Waits until so many of these connections wait in it or behind it; the names of those that wait in the gate itself. */
  async stopped(names: () => readonly string[], count: number): Promise<readonly string[]> {
    await this.#shut;
    return until(async () => {
      const waiting = await this.#database.query<{ name: string; in_gate: boolean }>(
        `SELECT application_name AS name,
           EXISTS (SELECT FROM pg_locks l WHERE l.pid = a.pid AND NOT l.granted AND l.relation = '${this.table}'::regclass
             AND l.locktype = 'relation') AS in_gate
         FROM pg_stat_activity a WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      const known = new Set(names());
      const ours = waiting.filter(({ name }) => known.has(name));
      const inGate = ours.filter(({ in_gate }) => in_gate).map(({ name }) => name);
      return ours.length >= count && inGate.length > 0 ? inGate : undefined;
    });
  }

  async open(): Promise<void> {
    this.#open();
    await this.#ended;
  }
}

/** Looks again and again until there is something. */
export async function until<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    await pause(20);
  }
}
