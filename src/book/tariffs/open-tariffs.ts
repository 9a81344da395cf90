/** Opens tariffs, parents before their children (R25). */
import type { CheckedTariff, RateValues } from "../../model/index.ts";
import { OpenedTariff, type TariffSurroundings } from "./opened-tariff.ts";
import type { TariffLines } from "./tariff-lines.ts";

export interface TariffTools {
  readonly surroundings: TariffSurroundings;
  /** The lines of a tariff. `bases`: of the tariff and its parents; `inChain`: whether the tariff has a parent or children. */
  readonly linesOf: (tariff: CheckedTariff, bases: readonly RateValues[], inChain: boolean) => TariffLines;
  /** The tariffs of the book that is being revised. */
  readonly prior: ReadonlyMap<string, OpenedTariff>;
}

/** Opens tariffs. The checks have limited the length of chains and refused cycles. */
export function openTariffs(
  records: readonly CheckedTariff[],
  tools: TariffTools,
): ReadonlyMap<string, OpenedTariff> {
  const byID = new Map(records.map((record) => [record.id, record]));
  const parents = new Set(records.map((record) => record.parentTariff));
  const opened = new Map<string, OpenedTariff>();
  const open = (record: CheckedTariff): OpenedTariff => {
    const known = opened.get(record.id);
    if (known !== undefined) return known;
    const parentRecord = record.parentTariff === undefined ? undefined : byID.get(record.parentTariff);
    const parent = parentRecord === undefined ? undefined : open(parentRecord);
    const inChain = parent !== undefined || parents.has(record.id);
    const before = tools.prior.get(record.id);
    if (before?.isOpenedFrom(record, parent) === true) {
      opened.set(record.id, before);
      return before;
    }
    const lines = tools.linesOf(record, [record.base, ...basesOf(parent)], inChain);
    // The tables replace the lines, so the lines are not kept.
    const { rates, ...withoutLines } = record;
    const tariff = new OpenedTariff(withoutLines, parent, lines, tools.surroundings);
    opened.set(record.id, tariff);
    return tariff;
  };
  for (const record of records) open(record);
  return opened;
}

function basesOf(tariff: OpenedTariff | undefined): readonly RateValues[] {
  return tariff === undefined ? [] : [tariff.record.base, ...basesOf(tariff.parent)];
}
