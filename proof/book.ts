/**
 * A reseller's book from a seed, as believable as it is awkward: tariffs that inherit, both period rules, three
 * surcharges with every rounding, wholesale by carrier, markups and their fallbacks, dated lines and features,
 * tariffs that may not be used, two numbers with one CLI.
 */
import type { BookData } from "tollbook";
import { Chance } from "./chance.ts";
import { CALL_TYPES, CARRIERS, CHARGE_BANDS, DESTINATIONS, GROUPS, NUMBER_TYPES } from "./market.ts";
import { presets, type Row } from "./rates.ts";
import { type Setting, settingOf } from "./settings.ts";
import { optional, span } from "./spans.ts";
import { defaultField, makeTariffs, namedTariffs, PERCENTS } from "./tariffs.ts";

/** How many of the last numbers have a CLI that is another's as well. */
export const SHARED = 4;

/** A book, how its calls are rated, and its numbers as they were made. */
export interface ProofBook {
  readonly setting: Setting;
  readonly data: BookData;
  readonly numbers: readonly Row[];
}

/** The book of this place among those of a seed. */
export function makeBook(seed: number, place: number): ProofBook {
  const chance = new Chance(seed, 1_000_000 + place);
  const setting = settingOf(place);
  const tariffs = makeTariffs(chance, setting);
  const customers = makeCustomers(chance, tariffs);
  const numbers = makeNumbers(chance, tariffs);
  const standardFeatures = ["Hosted seat", "Trunk"].map((name, at) => ({
    id: 500 + at,
    name,
    ...namedTariffs(chance, tariffs, 3),
  }));
  const features = Array.from({ length: 10 }, (_, at) => ({
    id: chance.oneIn(3) ? `f-${at}` : 100 + at,
    ...(chance.oneIn(3) ? { customerID: chance.between(1, 5) } : { numberID: chance.between(1, 40) }),
    ...optional("standardFeature", chance.maybe(standardFeatures, 2)?.name),
    ...span(chance, "startDate", "endDate"),
    ...namedTariffs(chance, tariffs, 5),
  }));
  const book: Row = {
    ...setting.book,
    callTypes: CALL_TYPES,
    callDirections: [
      { name: "I", direction: "inbound" },
      { name: "O", direction: "outbound" },
    ],
    callOrigins: [{ name: "handy", origin: "mobile" }],
    callRecordings: [{ name: "KEPT", recorded: true }],
    destinations: DESTINATIONS,
    chargeBands: CHARGE_BANDS,
    roundings: presets(chance, setting.costDecimals),
    tariffs,
    customers,
    numbers,
    standardFeatures,
    features,
    ignoredNumbers: [
      { number: "0113 496 0999", reason: "Test line" },
      { number: "+44 113 496 0998", startDate: "2026-06-15", endDate: "2026-10-25" },
      { number: "alarm-line", reason: 'The "alarm", tested daily' },
    ],
  };
  return { setting, data: book as unknown as BookData, numbers };
}

function makeCustomers(chance: Chance, tariffs: readonly Row[]): Row[] {
  return Array.from({ length: 5 }, (_, at) => {
    const named = Object.entries(namedTariffs(chance, tariffs, 2));
    return {
      id: at + 1,
      ...(at === 4 ? { currency: "EUR" } : {}),
      customerGroups: [chance.pick(GROUPS)],
      ...Object.fromEntries(named.map(([field, name]) => [defaultField(field), name])),
      ...(chance.oneIn(2) ? { defaultInternationalMarkup: chance.pick(PERCENTS) } : {}),
      ...(chance.oneIn(2) ? { defaultServiceNumbersMarkup: chance.pick(PERCENTS) } : {}),
    };
  });
}

function makeNumbers(chance: Chance, tariffs: readonly Row[]): Row[] {
  const numbers = Array.from({ length: 40 }, (_, at): Row => {
    const own = String(100 + at);
    return {
      id: at + 1,
      customerID: chance.oneIn(20) ? 5 : chance.between(1, 4),
      number: at === 7 ? "sip-trunk" : `0117 496 0${own}`,
      ...optional("CDRNumber", chance.maybe([`+44 1164 960${own}`], 3)),
      ...optional("CDRNumber2", chance.maybe([`0141 4960 ${own}`], 5)),
      ...optional("CDRNumberCallTypeDirectionFlag", chance.maybe(["I"], 9)),
      ...optional("CDRNumberChargeBand2", chance.maybe(["LOC"], 4)),
      ...optional("useCallTypeOriginationTypeFlag", chance.maybe([false, "no"], 8)),
      ...(chance.oneIn(12) ? span(chance, "billableFrom", "billableTo") : {}),
      numberType: chance.pick(NUMBER_TYPES),
      ...optional("callCarrier", chance.maybe(CARRIERS, 2)),
      ...namedTariffs(chance, tariffs, 2),
      ...optional("nationalMarkup", chance.maybe(PERCENTS, 3)),
      ...optional("mobileMarkup", chance.maybe(PERCENTS, 3)),
      ...optional("fallbackMarkupSuggested", chance.maybe(PERCENTS, 3)),
      ...optional("fallbackMarkup", chance.maybe(PERCENTS, 3)),
    };
  });
  // Two with one CLI, and one that takes over where the other ends: SHARED in all.
  numbers.push(
    { id: "twin-1", customerID: 1, number: "0117 496 0900" },
    { id: "twin-2", customerID: 2, number: "01174 960900" },
    { id: "old", customerID: 1, number: "0117 496 0901", billableTo: "2026-06-14" },
    { id: "new", customerID: 2, number: "0117 496 0901", billableFrom: "2026-06-15" },
  );
  return numbers;
}
