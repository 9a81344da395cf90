/** The tariffs, and the fixed fee tariffs below them. */
import { classWords, counted, dateText } from "../../../report/index.ts";
import { askPage } from "./ask-server.ts";
import { byId, fieldText, name, node, textOf } from "./nodes.ts";
import { Part } from "./part.ts";
import { type Column, growing } from "./records-table.ts";

/** A tariff or a fixed fee tariff, as the API returns it. */
export type TariffRecord = Readonly<Record<string, unknown>> & { readonly id: string };

const list = new Part("tariff-list");
let shown: Awaited<ReturnType<typeof readTariffs>> | undefined;

export async function readTariffs(
  signal: AbortSignal,
): Promise<{ readonly tariffs: readonly TariffRecord[]; readonly fees: readonly TariffRecord[] }> {
  const [tariffs, fees] = await Promise.all([
    readAll("/tariffs/", signal),
    readAll("/fixedFeeTariffs/", signal),
  ]);
  return { tariffs, fees };
}

async function readAll(path: string, signal: AbortSignal): Promise<readonly TariffRecord[]> {
  const records: TariffRecord[] = [];
  for (let next: string | undefined = path; next !== undefined; ) {
    const page: Awaited<ReturnType<typeof askPage<TariffRecord>>> = await askPage<TariffRecord>(next, signal);
    records.push(...page.items);
    next = page.next;
  }
  return records;
}

/** The name of a tariff or fixed fee tariff; without a name its id. */
export function tariffName({ id, name: own }: TariffRecord): string {
  return textOf(own) || `Tariff ${id}`;
}

/** The carriers and number types that a tariff is the default for, in words; blank for none. */
export function defaultWords({ forCarriers, forNumberTypes }: TariffRecord): string {
  const [carriers, types] = [listWords(forCarriers), listWords(forNumberTypes)];
  if (carriers === "" && types === "") return "";
  const ofCarriers = carriers === "*" ? "all carriers" : carriers;
  const ofTypes = types === "*" || types === "" ? "" : types;
  return [ofCarriers, ofTypes].filter((part) => part !== "").join(", ") || "all number types";
}

function listWords(value: unknown): string {
  return Array.isArray(value) ? value.join(", ") : textOf(value);
}

/** The first day of an increase's prices. */
export function fromWords({ effectiveDate }: TariffRecord): string {
  return effectiveDate === null || effectiveDate === undefined ? "" : dateText(String(effectiveDate));
}

const PRICE_AND_FROM: readonly Column<TariffRecord>[] = [
  { title: "Price", cell: ({ retail }) => textOf(retail) || "retail" },
  { title: "From", cell: fromWords },
];
const ID: Column<TariffRecord> = { title: "Id", isExtra: true, isNumber: true, cell: ({ id }) => id };

const TARIFF_COLUMNS: readonly Column<TariffRecord>[] = [
  {
    title: "Tariff",
    cell: (tariff) => node("a", { href: `#/tariffs/${tariff.id}` }, name(tariffName(tariff))),
  },
  { title: "Calls", cell: ({ tariffClass }) => classWords(textOf(tariffClass)) },
  ...PRICE_AND_FROM,
  { title: "Default for", cell: (tariff) => name(defaultWords(tariff)) },
  { title: "Status", isExtra: true, cell: ({ availability }) => name(textOf(availability)) },
  ID,
];

const FEE_COLUMNS: readonly Column<TariffRecord>[] = [
  { title: "Fixed fee tariff", cell: (tariff) => name(tariffName(tariff)) },
  ...PRICE_AND_FROM,
  {
    title: "Raise",
    cell: ({ id }) =>
      node("a", { href: `#/increase?resource=fixedFeeTariffs&id=${id}` }, "Preview an increase"),
  },
  ID,
];

export function showTariffs(): Promise<void> {
  return list.run("Loading …", async (signal) => {
    const found = await readTariffs(signal);
    signal.throwIfAborted();
    shown = found;
    return draw();
  });
}

function draw(): string {
  const { tariffs = [], fees = [] } = shown ?? {};
  const wanted = fieldText("tariff-filter").toLowerCase();
  const isLike = (tariff: TariffRecord): boolean =>
    [tariffName(tariff), tariff.id, classWords(textOf(tariff.tariffClass)), defaultWords(tariff)].some(
      (text) => text.toLowerCase().includes(wanted),
    );
  const [found, foundFees] = [tariffs.filter(isLike), fees.filter(isLike)];
  list.result.replaceChildren(
    ...(found.length === 0 ? [] : growing("Tariffs", TARIFF_COLUMNS, found)),
    ...(foundFees.length === 0
      ? []
      : [
          node("h2", { class: "further" }, "Fixed fees"),
          ...growing("Fixed fee tariffs", FEE_COLUMNS, foundFees),
        ]),
  );
  if (tariffs.length + fees.length === 0) return "The book has no tariffs yet.";
  const words = counted(found.length, "tariff");
  return foundFees.length === 0
    ? `${words}.`
    : `${words} and ${counted(foundFees.length, "fixed fee tariff")}.`;
}

export function startTariffs(): void {
  byId("tariff-filter").addEventListener("input", () => {
    if (shown !== undefined) void list.run("", async () => draw());
  });
}
