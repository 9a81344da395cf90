/** The default of the option `wholesale`: the calculated cost where wholesale tariffs change. */
import type { OpenedBook, OpenedTariff } from "../book/index.ts";
import { ChangedLines, Room } from "./prices/changed-lines.ts";
import { addTariffChanges, type TariffSide } from "./prices/tariff-prices.ts";
import type { PreviewSide } from "./side.ts";
import type { WholesaleBasis } from "./wholesale.ts";

/** Carriers report costs at their old prices, which hide a change of their tariffs. */
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

/** A tariff; `written` is undefined in a book that another thread opened. */
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

/** The fields that decide, beside the lines, which calls a tariff prices and at what cost. */
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
