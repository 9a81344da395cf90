/** A second opinion of R72: which line of a fixed fee tariff a charge gets. Written from the rule alone. */
import type { BookData, FixedFeeLine } from "../../src/index.ts";

/** What is charged, and when. A blank name is in no list. */
export interface Charge {
  readonly date: string;
  readonly chargeKind: "recurring" | "oneOff";
  readonly numberTypeIDs: string;
  readonly serviceTypeIDs: string;
  readonly featureTypeIDs: string;
  readonly transactionTypeIDs: string;
  readonly carrierIDs: string;
}

/** In the order in which one that is set goes before one that is not. */
const LISTS = [
  "transactionTypeIDs",
  "featureTypeIDs",
  "numberTypeIDs",
  "serviceTypeIDs",
  "carrierIDs",
] as const;

function namesOf(line: FixedFeeLine, list: (typeof LISTS)[number]): string[] {
  const value = line[list];
  if (value === undefined || value === null) return [];
  return (typeof value === "string" ? value.split(",") : [...value])
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

/** What two lines have alike where one replaces the other. */
export function replacementKey(line: FixedFeeLine): string {
  const lists = LISTS.map((list) => [...new Set(namesOf(line, list))].sort());
  return JSON.stringify([lists, line.chargeKind || "", line.startDate || "", line.endDate || ""]);
}

/** The lines that a charge gets: one, several where they tie, or none. "anyDate" leaves the lines' dates aside. */
export function chosenLines(
  book: BookData,
  id: unknown,
  charge: Charge,
  dates: "onDate" | "anyDate" = "onDate",
): readonly FixedFeeLine[] {
  const chain: (readonly FixedFeeLine[])[] = [];
  for (let next: unknown = id; next !== undefined && next !== null && next !== ""; ) {
    const tariff = book.fixedFeeTariffs?.find((own) => own.id === next);
    chain.push(tariff?.rates ?? []);
    next = tariff?.parentFixedFeeTariff;
  }
  const replaced = new Set<string>();
  const fitting: { line: FixedFeeLine; depth: number }[] = [];
  for (const [depth, lines] of chain.entries()) {
    for (const line of lines)
      if (
        !replaced.has(replacementKey(line)) &&
        fits(line, charge) &&
        (dates === "anyDate" || isInForce(line, charge))
      )
        fitting.push({ line, depth });
    for (const line of lines) replaced.add(replacementKey(line));
  }
  const best = (worse: (a: Fitting, b: Fitting) => boolean, among: readonly Fitting[]): readonly Fitting[] =>
    among.filter((own) => !among.some((other) => worse(own, other)));
  type Fitting = (typeof fitting)[number];
  const count = ({ line }: Fitting): number => LISTS.filter((list) => namesOf(line, list).length > 0).length;
  let left = best((a, b) => count(a) < count(b), fitting);
  for (const list of LISTS) {
    left = best((a, b) => namesOf(a.line, list).length === 0 && namesOf(b.line, list).length > 0, left);
  }
  left = best((a, b) => !a.line.chargeKind && Boolean(b.line.chargeKind), left);
  left = best((a, b) => a.depth > b.depth, left);
  left = best((a, b) => (a.line.startDate || "") < (b.line.startDate || ""), left);
  return left.map(({ line }) => line);
}

function isInForce({ startDate, endDate }: FixedFeeLine, { date }: Charge): boolean {
  return (!startDate || startDate <= date) && (!endDate || date <= endDate);
}

function fits(line: FixedFeeLine, charge: Charge): boolean {
  const { chargeKind, fixedFeeValue } = line;
  return (
    fixedFeeValue !== undefined &&
    fixedFeeValue !== null &&
    fixedFeeValue !== "" &&
    (!chargeKind || chargeKind === charge.chargeKind) &&
    LISTS.every((list) => {
      const names = namesOf(line, list);
      return names.length === 0 || names.includes(charge[list]);
    })
  );
}
