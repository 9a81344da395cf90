/**
 * Raising the prices of a rate deck in place, as a version and from a date, beside the same arithmetic in plain
 * decimal.js: every price of every line, and nothing checked, resolved or tracked. Every price is compared first.
 */
import { Decimal } from "decimal.js";
import {
  applyIncrease,
  type BookData,
  createIncreaseVersion,
  type IncreaseRequest,
  isActionError,
  type RateLine,
  type Tariff,
} from "tollbook";
import { makeCardBook } from "./card/card-book.ts";
import { measure, report } from "./measure.ts";
import { isQuick } from "./scale.ts";

const PERCENT = "3.5";
/** What changes in place needs. */
const EXPERT_LEVEL = 5;
const PRICES = ["cost", "costConnection", "costMin", "costMax"] as const;

export async function benchIncreases(): Promise<void> {
  const data = makeCardBook({ numbers: 10, tariffs: 1, prefixesEach: isQuick ? 2_000 : 20_000 });
  const lines = (data.tariffs[0]?.rates ?? []) as readonly RateLine[];
  const request: IncreaseRequest = {
    resource: "tariffs",
    id: 1,
    increaseScope: "allCharges",
    increasePercent: PERCENT,
  };
  const inPlace = (): Tariff => recordOf(applyIncrease(data, request, EXPERT_LEVEL));
  const version = (): Tariff => recordOf(createIncreaseVersion(data, request));
  const fromDate = (): Tariff =>
    recordOf(applyIncrease(data, { ...request, effectiveDate: "2027-04-01" }, EXPERT_LEVEL));

  const wanted = raisedPlainly(lines);
  requireEqual("in place", inPlace().rates, wanted);
  requireEqual("version", version().rates, wanted);
  requireEqual("from a date", linesFrom(fromDate(), "2027-04-01"), wanted);
  console.log(
    `\n${lines.length} lines, all prices equal to plain decimal.js, in place, as a version and from a date`,
  );

  const figures = await measure([
    { name: "in place", units: lines.length, run: inPlace },
    { name: "as a version", units: lines.length, run: version },
    { name: "from a date", units: lines.length, run: fromDate },
    { name: "plain decimal.js", units: lines.length, run: () => raisedPlainly(lines) },
  ]);
  report(`Increasing a tariff of ${lines.length} lines`, "line", figures, ["plain decimal.js"]);
}

function recordOf(answer: ReturnType<typeof applyIncrease | typeof createIncreaseVersion>): Tariff {
  if (isActionError(answer)) throw new Error(answer.hint);
  return answer.record as Tariff;
}

/** R50 to R52: old × 1.035, half away from zero to 4 places or to those of the old price; blanks and zeros stay. */
function raisedPlainly(lines: readonly RateLine[]): RateLine[] {
  const factor = new Decimal(PERCENT).div(100).plus(1);
  return lines.map((line) => {
    const raised: Record<string, unknown> = { ...line };
    for (const price of PRICES) {
      const old = line[price];
      if (old === undefined || old === null || old === "") continue;
      const own = new Decimal(String(old));
      const places = Math.max(4, own.decimalPlaces());
      const rounded = own.times(factor).toDecimalPlaces(places, Decimal.ROUND_HALF_UP);
      raised[price] = (rounded.isZero() ? own : rounded).toFixed();
    }
    return raised as RateLine;
  });
}

/** The lines in force from a day on, without the day. */
function linesFrom(tariff: Tariff, day: string): RateLine[] {
  const lines = (tariff.rates ?? []) as readonly RateLine[];
  return lines.filter((line) => line.startDate === day && line.prefix !== undefined);
}

function requireEqual(
  how: string,
  lines: BookData["tariffs"] | Tariff["rates"],
  wanted: readonly RateLine[],
): void {
  const pricesOf = (line: RateLine): string =>
    [line.prefix, line.tariffTime ?? "", ...PRICES.map((price) => line[price] ?? "")].join(" ");
  const [own, plain] = [(lines ?? []) as readonly RateLine[], wanted].map((all) => all.map(pricesOf).sort());
  const at = plain?.findIndex((text, index) => text !== own?.[index]) ?? 0;
  if (own?.length !== plain?.length || at >= 0)
    throw new Error(
      `${how}: ${own?.length} lines, ${plain?.length} plainly; ${own?.[at]} and ${plain?.[at]}`,
    );
}
