/**
 * Stored discounts that no longer change (R44): their calls, and their draws from pools. For programs that store
 * discounts, such as a server, where the draws of calls on a raised invoice no longer change.
 */
import { type OpenedBook, type PoolName, poolKey, Refusal } from "../book/index.ts";
import { DAY_MS } from "../calendar/index.ts";
import { type CallDiscount, type ComponentUnits, type RatedCall, readStart } from "../engine/index.ts";
import { type CallRecord, perComponent } from "../model/index.ts";
import { formatUnits, toUnits, type Units } from "../money/index.ts";
import { compact, minus, plus, poundsDecimals, SECONDS_DECIMALS } from "./allowance.ts";
import { compareTurns, type DrawTurn, instantAt } from "./call-to-discount.ts";
import { type DiscountState, type PoolState, poolTexts } from "./state-records.ts";

/**
 * A call with its stored discounts: `rated` is the call without discounts, `discounts` the stored `result.discounts`.
 *
 * @throws RangeError where another book rated the call, or a discount has more decimal places than the book
 */
export function withKeptDiscounts(
  { tables }: OpenedBook,
  rated: RatedCall,
  discounts: readonly CallDiscount[],
  late: boolean,
): RatedCall {
  if (discounts.length === 0 && !late) return rated;
  const inside = rated.insideOf(tables);
  const { costDecimals } = tables.settings;
  const components = perComponent((_component, at) =>
    discounts.reduce<Units>(
      (rest, { components }) => minus(rest, unitsOf(components[at] ?? "0", costDecimals)),
      inside.retail.components[at] as Units,
    ),
  ) as ComponentUnits;
  return rated.withDiscount({ components, decimals: costDecimals, covers: discounts, late }, tables);
}

/** A call whose discounts no longer change. */
export interface KeptDraw {
  readonly customerID: string;
  readonly call: CallRecord;
  readonly id: string;
  readonly discounts: readonly CallDiscount[];
}

/**
 * The state in which only calls with kept discounts have drawn from pools: drawing all other calls again begins with
 * this state. `state` is the state after the draws of all calls so far.
 */
export function stateOfDraws(
  book: OpenedBook,
  state: DiscountState,
  draws: Iterable<KeptDraw>,
): DiscountState {
  const pools = new Map<string, PoolState>();
  const known = new Map(state.pools.map((pool) => [keyOf(pool), pool]));
  const valueDecimals = poundsDecimals(book.settings);
  for (const { customerID, call, id, discounts } of draws) {
    const turn = { instant: startInstant(book, call), id };
    for (const { discountPlan, pool, unit, drawn, discount } of discounts) {
      if (pool === undefined) continue;
      const { discountPlanAllowancePoolName, numberID, startDate } = pool;
      const name = { customerID, discountPlan, discountPlanAllowancePoolName, numberID, startDate };
      const key = keyOf(name);
      const before = pools.get(key) ?? emptied(known.get(key) ?? newPool(book, name));
      const taken: Readonly<Record<string, Units>> = {
        [unit === "seconds" ? "milliseconds" : unit]: unitsOf(
          drawn,
          unit === "seconds" ? SECONDS_DECIMALS : 0,
        ),
        calls: 1,
        // As many quanta of pounds as the discount has quanta of pence.
        value: unitsOf(discount, book.settings.costDecimals),
      };
      const used = poolTexts("used", ({ kind, field, decimals }) => {
        const places = decimals(valueDecimals);
        return formatUnits(plus(unitsOf(before[`used${field}`], places), taken[kind] ?? 0), places);
      });
      pools.set(key, { ...before, ...used, last: later(before.last, turn) });
    }
  }
  return { ...state, pools: [...pools.values()] };
}

type DatedPoolName = PoolName & Pick<PoolState, "startDate">;

function keyOf(name: DatedPoolName): string {
  return `${name.startDate} ${poolKey(name)}`;
}

const NEVER = { start: new Date(0).toISOString(), id: null };

/** The pool without any draw. */
function emptied(pool: PoolState): PoolState {
  return { ...pool, ...poolTexts("used", () => "0"), last: NEVER };
}

/** A pool of which only the name is known. */
function newPool(book: OpenedBook, name: DatedPoolName): PoolState {
  return {
    ...name,
    discountPlanID: book.tables.discounts.plans.get(name.discountPlan)?.record.id ?? "",
    ...poolTexts("allowance", () => null),
    ...poolTexts("used", () => "0"),
    carriers: [],
    last: NEVER,
  };
}

function later(last: PoolState["last"], turn: DrawTurn): PoolState["last"] {
  const before = { instant: Date.parse(last.start), id: last.id };
  const isLater = last === NEVER || compareTurns(turn, before) > 0;
  return isLater ? { start: new Date(turn.instant).toISOString(), id: turn.id } : last;
}

/** The instant at which a call starts; 0 where the start cannot be read. */
export function startInstant({ tables }: OpenedBook, { startDate, startTime }: CallRecord): number {
  const start = readStart(tables, startDate, startTime, true);
  if (start instanceof Refusal) return 0;
  return start.instant ?? instantAt(tables, start.day * DAY_MS + start.millisecondOfDay);
}

function unitsOf(text: string, decimals: number): Units {
  const units = toUnits(text, decimals);
  if (units !== undefined) return compact(units);
  throw new RangeError(
    `The discount ${text} has more than ${decimals} decimal places, and the book does not.`,
  );
}
