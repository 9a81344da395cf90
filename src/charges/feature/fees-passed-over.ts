/** R79: explains why lines of a fixed fee tariff were not chosen. */
import {
  FEE_LIST_ORDER,
  type FeeFacts,
  type FeeLineIndex,
  type FeeList,
  type OpenedFee,
} from "../../book/index.ts";
import { type DayNumber, formatCivilDate } from "../../calendar/index.ts";
import { PRICE_DECIMALS, quoteValue } from "../../model/index.ts";
import { formatUnits } from "../../money/index.ts";
import type { PassedOver } from "../charge-trace.ts";
import type { PricedFixedFee } from "../fixed-fee.ts";

/** Most lines that an explanation names; further lines are counted. */
const MOST = 20;

/** The lines that were not chosen, beside the chosen line, if any. */
export function feesPassedOver(
  lines: FeeLineIndex,
  charge: FeeFacts,
  day: DayNumber,
  priced: PricedFixedFee | undefined,
): readonly PassedOver[] {
  const fees = [...lines.linesFor(charge)];
  const won = fees.find(
    ({ tariff, lineIndex }) => tariff.id === priced?.tariffID && `rates[${lineIndex}]` === priced.line,
  );
  const passed: PassedOver[] = [];
  let more = 0;
  for (const fee of fees) {
    if (fee === won) continue;
    if (passed.length < MOST) passed.push({ what: shownFee(fee), why: whyNot(fee, day, won) });
    else more++;
  }
  for (const { tariff, lineIndex, isReplaced } of lines.hiddenFrom(charge)) {
    const why = isReplaced ? "a line of a nearer tariff replaces it" : "has no fixedFeeValue";
    if (passed.length < MOST) passed.push({ what: `rates[${lineIndex}] of ${quoteValue(tariff.name)}`, why });
    else more++;
  }
  if (more > 0) passed.push({ what: `${more} more lines`, why: "likewise" });
  return passed;
}

/** A line as text: its index in `rates`, its tariff and its value. */
function shownFee({ lineIndex, tariff, value, line }: OpenedFee): string {
  const type = line.fixedFeeTariffType ?? "proRata";
  const shown = formatUnits(value, PRICE_DECIMALS);
  return `rates[${lineIndex}] of ${quoteValue(tariff.name)}, ${type === "markup" ? `markup of ${shown} %` : `${type} ${shown}`}`;
}

function whyNot(fee: OpenedFee, day: DayNumber, won: OpenedFee | undefined): string {
  const { startDate, endDate } = fee.line;
  if (startDate !== undefined && day < startDate) return `begins on ${formatCivilDate(startDate)}`;
  if (endDate !== undefined && endDate < day) return `ended on ${formatCivilDate(endDate)}`;
  if (won === undefined) return "fits as closely as another line";
  if (fee.box.size !== won.box.size) return `sets ${lists(fee)}, the one chosen sets ${lists(won)}`;
  const weightier = FEE_LIST_ORDER.find((list) => fee.box.has(list) !== won.box.has(list));
  if (weightier !== undefined) {
    const lists = FEE_LIST_ORDER.filter((list: FeeList) => fee.box.has(list)).join(" and ");
    return `sets ${lists}, and ${weightier} goes before that`;
  }
  if (fee.line.chargeKind !== won.line.chargeKind) return "names no chargeKind";
  if (fee.depth !== won.depth) return `is of a tariff further up than ${quoteValue(won.tariff.name)}`;
  return "starts earlier";
}

function lists({ box: { size } }: OpenedFee): string {
  if (size === 0) return "no list";
  return size === 1 ? "one list" : `${size} lists`;
}
