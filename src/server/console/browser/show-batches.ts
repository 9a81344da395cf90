/** Queued batches: parts that wait, parts that are parked and why, and calls in error by code. */
import type { TallyReport } from "../../../index.ts";
import { counted, countText } from "../../../report/index.ts";
import type { PartsOfBatch } from "../../work/index.ts";
import { ask } from "./ask-server.ts";
import { customerNames } from "./find-customer.ts";
import { showList } from "./listed.ts";
import { byId, name, node, onSubmit, setHeading, textOf } from "./nodes.ts";
import { Part } from "./part.ts";
import { type Column, growing } from "./records-table.ts";

type PartCounts = Omit<PartsOfBatch, "faults">;

interface ListedBatch {
  readonly id: string;
  readonly state: string;
  readonly key: string;
  readonly read: number;
  readonly parts: PartCounts;
}

type Fault = PartsOfBatch["faults"][number];
type CodeCount = TallyReport["errorsByCode"][number];

/** A batch; a batch that was priced in its request has no parts. */
interface Batch extends Omit<ListedBatch, "parts"> {
  readonly rated: number;
  readonly errors: number;
  readonly ignored: number;
  readonly repeated: number;
  readonly errorsByCode?: readonly CodeCount[];
  readonly parts?: PartsOfBatch;
}

const BATCHES_AT_ONCE = 100;
const batches = new Part("batches");
const batch = new Part("batch");
/** The id of the batch that is shown. */
let shown = "";

function stateText(state: string): string {
  return state === "open" ? "waiting" : state;
}

/** `2 waiting, 1 parked`; empty for a batch without parts. */
function partsText({ open, done, parked }: PartCounts): string {
  const counts = [
    [open, "waiting"],
    [done, "done"],
    [parked, "parked"],
  ] as const;
  return counts
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${countText(count)} ${word}`)
    .join(", ");
}

const COLUMNS: readonly Column<ListedBatch>[] = [
  { title: "Batch", cell: ({ id }) => node("a", { href: `#/batches/${id}` }, `Batch ${id}`) },
  { title: "State", cell: ({ state }) => stateText(state) },
  { title: "Calls", isNumber: true, cell: ({ read }) => countText(read) },
  { title: "Parts", cell: ({ parts }) => partsText(parts) },
  { title: "Key", isExtra: true, cell: ({ key }) => name(key) },
];

const ERRORS: readonly Column<CodeCount>[] = [
  { title: "Error", cell: ({ code }) => name(code) },
  { title: "Calls", isNumber: true, cell: ({ calls }) => countText(calls) },
];

function faultColumns(names: ReadonlyMap<string, string>): readonly Column<Fault>[] {
  return [
    { title: "Customer", cell: ({ customerID }) => customerNode(customerID, names) },
    { title: "Calls", isNumber: true, cell: ({ calls }) => countText(calls) },
    { title: "Tried", isNumber: true, cell: ({ attempts }) => counted(attempts, "time") },
    { title: "Reason", cell: ({ error }) => name(textOf(error)) },
  ];
}

/** A customer by name and id; calls are not in the customer's list of calls until they are priced. */
function customerNode(id: string | null, names: ReadonlyMap<string, string>): Node | string {
  if (id === null) return "not known";
  const known = names.get(id);
  return known === undefined ? `Customer ${id}` : node("span", {}, name(known), ` (id ${id})`);
}

export function showBatches(): Promise<void> {
  return batches.run("Loading …", async (signal) => {
    const isEvery = byId<HTMLInputElement>("batches-all").checked;
    const path = `/tollbook/batches?limit=${BATCHES_AT_ONCE}${isEvery ? "" : "&unfinished"}`;
    const listing = { caption: "Batches", columns: COLUMNS, one: "batch", many: "batches" };
    const told = await showList(batches, path, listing, signal);
    return batches.result.childElementCount === 0 && !isEvery ? "No batch waits, and none is parked." : told;
  });
}

export function showBatch(id: string): Promise<void> {
  shown = id;
  setHeading("batch", `Batch ${id}`);
  return batch.run("Loading …", async (signal) => {
    batch.result.replaceChildren();
    const found = await ask<Batch>("GET", `/tollbook/batches/${id}`, { signal });
    const { faults } = found.parts ?? { faults: [] };
    const names = faults.length === 0 ? new Map<string, string>() : await customerNames();
    signal.throwIfAborted();
    const { state, key, read, rated, errors, ignored, repeated, parts } = found;
    const counts = `${counted(read, "call")}: ${countText(rated)} priced, ${countText(errors)} in error, ${countText(ignored)} ignored, ${countText(repeated)} sent before.`;
    const parked = "Send the batch again under its key to have parked parts tried again.";
    batch.result.replaceChildren(
      node("p", {}, counts),
      node("p", {}, parts === undefined ? "It was priced in its request." : `Parts: ${partsText(parts)}.`),
      node("p", { class: "note" }, "Its key is ", name(key), "."),
      ...titled("Parts that failed", faultColumns(names), faults),
      parts?.parked ? node("p", { class: "note" }, parked) : "",
      ...titled("Calls in error", ERRORS, found.errorsByCode ?? []),
    );
    return `The batch is ${stateText(state)}.`;
  });
}

/** Rows below a heading; nothing without rows. */
function titled<T>(title: string, columns: readonly Column<T>[], rows: readonly T[]): readonly Node[] {
  return rows.length === 0 ? [] : [node("h2", { class: "further" }, title), ...growing(title, columns, rows)];
}

export function startBatches(): void {
  onSubmit("batches-form", showBatches);
  byId("batch-again").addEventListener("click", () => void showBatch(shown));
}
