/** What columns say of a rated call besides its amounts, in the words of a record. */
import type { RatedColumns } from "../../src/index.ts";

/** The fields of a record that say it. */
const DESCRIBING = [
  ...["numberID", "customerID", "featureID", "tariffID", "tariff", "tariffType", "tariffTypeUsed"],
  ...["tariffClass", "tariffTime", "location", "method", "chargedDuration", "chargedBytes", "chargedEvents"],
];

type Words = Readonly<Record<string, unknown>>;

/** The same of a record. */
export function describingOf(record: object): Words {
  return Object.fromEntries(DESCRIBING.map((field) => [field, (record as Words)[field]]));
}

/** By columns. `own` has the texts that no table of the book holds, which the columns leave to the call. */
export function rowInWords(
  rated: RatedColumns,
  row: number,
  own: { readonly tariffTime?: unknown; readonly location?: unknown },
): Words {
  const { keys } = rated;
  const at = (column: ArrayLike<number>): number => column[row] ?? -1;
  const period = at(rated.period);
  const location = at(rated.location);
  return {
    numberID: keys.numberID(at(rated.number)),
    customerID: keys.customerID(at(rated.number)),
    featureID: keys.featureID(at(rated.feature)) ?? null,
    tariffID: keys.tariffID(at(rated.tariff)) ?? null,
    tariff: keys.tariff(at(rated.tariff)) ?? null,
    tariffType: keys.callType(at(rated.callType)),
    tariffTypeUsed: keys.callType(at(rated.callTypeUsed)),
    tariffClass: keys.tariffClass(at(rated.callType)),
    tariffTime: period < 0 ? own.tariffTime : keys.period(period),
    location: location < 0 ? own.location : keys.location(location),
    method: keys.method(at(rated.method)),
    chargedDuration: at(rated.chargedMilliseconds) / 1000,
    chargedBytes: at(rated.chargedBytes),
    chargedEvents: at(rated.chargedEvents),
  };
}
