/** Which wholesale cost counts where nobody says: the calculated one where wholesale tariffs are what changes. */
import type { OpenedBook, OpenedTariff } from "../book/index.ts";
import { ChangedLines, Room } from "./prices/changed-lines.ts";
import { addTariffChanges, type TariffSide } from "./prices/tariff-prices.ts";
import type { PreviewSide } from "./side.ts";
import type { WholesaleBasis } from "./wholesale.ts";

/** What carriers reported was charged at their old prices: where their tariffs change, it hides the change. */
export function defaultBasis(before: PreviewSide, after: OpenedBook): WholesaleBasis {
  return before === "recorded" || haveSameWholesale(before, after) ? "reported" : "calculated";
}

function haveSameWholesale(before: OpenedBook, after: OpenedBook): boolean {
  const [left, right] = [wholesaleTariffs(before), wholesaleTariffs(after)];
  if (left.size !== right.size) return false;
  for (const [id, side] of left) {
    const other = right.get(id);
    if (other === undefined || !isSame(side, other)) return false;
  }
  return true;
}

/** A tariff; without its record in the data of a book that another thread opened. */
type Side = Pick<TariffSide, "tariff"> & { readonly written: Omit<TariffSide, "tariff"> | undefined };

/** The wholesale tariffs of a book and those that they inherit from, by id. */
function wholesaleTariffs({ tables, source }: OpenedBook): ReadonlyMap<string, Side> {
  const data = source?.data;
  const raws = new Map((data?.tariffs ?? []).map((record) => [String(record.id), record]));
  const sides = new Map<string, Side>();
  for (const wholesale of tables.tariffs.values()) {
    let tariff = wholesale.isWholesale ? wholesale : undefined;
    for (; tariff !== undefined; tariff = tariff.parent) {
      const { id } = tariff.record;
      const raw = raws.get(id);
      sides.set(id, { tariff, written: data && raw && { data, raw } });
    }
  }
  return sides;
}

/** What decides, beside its lines, which calls come to a tariff and what they cost. */
const FIELDS = [
  "tariffClass",
  "parentTariff",
  "forCarriers",
  "forNumberTypes",
  "availability",
  "currency",
] as const;

function isSame(left: Side, right: Side): boolean {
  if (left.tariff.isWholesale !== right.tariff.isWholesale) return false;
  const fieldsOf = ({ record }: OpenedTariff): string => JSON.stringify(FIELDS.map((field) => record[field]));
  if (fieldsOf(left.tariff) !== fieldsOf(right.tariff)) return false;
  if (left.written === undefined || right.written === undefined) return true;
  if (left.written.raw === right.written.raw) return true;
  const changed = new ChangedLines(new Room());
  addTariffChanges(
    { ...left.written, tariff: left.tariff },
    { ...right.written, tariff: right.tariff },
    changed,
  );
  return changed.figures.changedLines === 0;
}
