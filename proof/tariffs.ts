/** Tariffs for every class: retail ones that inherit and differ in everything, wholesale ones by carrier, surcharges. */
import type { Chance } from "./chance.ts";
import { CALL_TYPES, CARRIERS, type CallClass, CLASSES, GROUPS, NUMBER_TYPES, OTHERS } from "./market.ts";
import { asBase, chargeTypes, type Row, rate, surcharges } from "./rates.ts";
import type { Setting } from "./settings.ts";
import { optional, span } from "./spans.ts";

/** Markups in percent. */
export const PERCENTS = ["0", "12.5", "25", "-5", "33.333333", "100"] as const;

/** Parents before their children: of each class several retail tariffs and two wholesale ones. */
export function makeTariffs(chance: Chance, { costDecimals, periods }: Setting): Row[] {
  const tariffs: Row[] = [];
  let id = 0;
  for (const tariffClass of CLASSES) {
    for (const side of ["retail", "wholesale"]) {
      const isWholesale = side === "wholesale";
      const count = isWholesale ? 3 : 6;
      for (let at = 0; at < count; at++) {
        const family = tariffs.filter((own) => own.tariffClass === tariffClass && own.retail === side);
        const parent = chance.maybe(family, 3);
        const types = [...chargeTypes(tariffClass)];
        if (!isWholesale) types.push("markup", "markupSuggested");
        const ownType = (): string | undefined => (chance.oneIn(3) ? undefined : chance.pick(types));
        const isDefault = isWholesale || at === 5 || (at === 4 && chance.oneIn(8));
        const base = rate(chance, costDecimals, parent === undefined ? chance.pick(types) : ownType());
        if (parent !== undefined && chance.oneIn(2)) delete base.cost;
        // Without a price of its own a tariff has no rate for some calls, and R27 gets its turn.
        if (chance.oneIn(8)) for (const field of ["cost", "costConnection", "costMin"]) delete base[field];
        tariffs.push({
          id: chance.oneIn(9) ? `t-${++id}` : ++id,
          name: `${isWholesale ? "Buy" : "Sell"} ${at}`,
          tariffClass,
          retail: side,
          ...optional("parentTariff", parent?.id),
          ...optional("currency", parent === undefined ? chance.maybe(["EUR"], 90) : parent.currency),
          ...(isDefault ? { forCarriers: isWholesale ? carrierOf(chance, at) : "*" } : {}),
          ...(isDefault && chance.oneIn(9) ? { forNumberTypes: chance.pick(["*", ...NUMBER_TYPES]) } : {}),
          ...(!isDefault && chance.oneIn(30) ? { customerID: chance.between(1, 5) } : {}),
          ...(!isDefault && chance.oneIn(30) ? { customerGroups: [chance.pick(GROUPS)] } : {}),
          ...optional("singleRate", chance.oneIn(8) ? true : undefined),
          ...optional("periodRule", chance.maybe(["start", "split", "split"], 2)),
          ...optional("locationLookupCarrier", chance.maybe(CARRIERS, 6)),
          ...optional("fallbackMarkupSuggested", chance.maybe(PERCENTS, 4)),
          ...optional("fallbackMarkup", chance.maybe(PERCENTS, 3)),
          ...asBase(base),
          rates: makeLines(chance, costDecimals, tariffClass, periods, ownType),
        });
      }
    }
  }
  for (let at = 0; at < 3; at++) {
    tariffs.push({
      id: ++id,
      name: `Extra ${at}`,
      tariffClass: "surcharges",
      ...asBase(surcharges(chance, costDecimals, 1)),
      rates: [{ tariffType: "Premium", ...surcharges(chance, costDecimals, 2) }],
    });
  }
  return tariffs;
}

/** Each wholesale tariff is a carrier's own; now and then it is everyone's, and ties with the others. */
function carrierOf(chance: Chance, at: number): string {
  return chance.oneIn(40) ? "*" : (CARRIERS[at % CARRIERS.length] ?? "*");
}

function makeLines(
  chance: Chance,
  costDecimals: number,
  tariffClass: CallClass,
  periods: readonly string[],
  chargeType: () => string | undefined,
): Row[] {
  const types = CALL_TYPES.filter((type) => type.tariffClass === tariffClass).map(({ name }) => name);
  const prefixes = OTHERS.filter((other) => other.tariffClass === tariffClass).map(({ prefix }) => prefix);
  const lines = Array.from({ length: chance.below(9) }, (): Row => {
    const prefix = chance.maybe(prefixes, 3);
    return {
      ...optional("tariffType", chance.maybe(types, 2)),
      ...optional("prefix", prefix?.slice(0, chance.between(1, prefix.length))),
      ...optional("tariffTime", chance.maybe(periods, 2)),
      ...span(chance, "startDate", "endDate"),
      ...rate(chance, costDecimals, chance.oneIn(2) ? undefined : chargeType()),
    };
  });
  const distinct = new Map(
    lines.map((line) => [
      JSON.stringify([line.tariffType, line.prefix, line.tariffTime, line.startDate]),
      line,
    ]),
  );
  return [...distinct.values()];
}

/** For each class a tariff's name once in so many. */
export function namedTariffs(chance: Chance, tariffs: readonly Row[], oneIn: number): Row {
  const row: Row = {};
  for (const tariffClass of [...CLASSES, "surcharges"]) {
    const retail = tariffs.filter((own) => own.tariffClass === tariffClass && own.retail !== "wholesale");
    const isNamed = tariffClass === "surcharges" ? chance.oneIn(8) : chance.oneIn(oneIn);
    if (isNamed) row[tariffField(tariffClass)] = chance.pick(retail).name;
  }
  return row;
}

/** The field that names a class's tariff. */
function tariffField(tariffClass: string): string {
  const bespoke = /^bespoke([12])$/.exec(tariffClass);
  return bespoke === null ? `${tariffClass}Tariff` : `bespokeTariff${bespoke[1]}`;
}

/** The field of the same on a customer. */
export function defaultField(field: string): string {
  return `default${field.charAt(0).toUpperCase()}${field.slice(1)}`;
}
