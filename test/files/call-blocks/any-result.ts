/** Records of results that are calls again, as `tollbook rate` writes them to JSON lines. */

type Fields = Readonly<Record<string, unknown>>;

const SHOWN = ["target", "external", "startDate", "startTime", "duration"];

const RATED: Fields = {
  numberID: "7",
  customerID: "2",
  featureID: null,
  tariff: "Another",
  tariffType: "UK Local",
  tariffTypeUsed: "UK Local",
  tariffTime: "Evening",
  location: "Leeds",
  costBase: "1.5",
  cost: "1.5",
};
const IN_ERROR: Fields = { error: "no-rate", message: 'Tariff "A\\B" has no rate.', field: "target" };

function named(fields: readonly string[], call: Fields): Fields {
  return Object.fromEntries(fields.map((field) => [`call.${field}`, call[field] ?? null]));
}

/** The result of a call of the sample month, as some book may have rated it. */
export function resultOf(call: Fields, isRated: boolean): Fields {
  const { id, location: _, ...said } = call;
  const isCost = (field: string): boolean => field.startsWith("costCDR");
  const costs = Object.keys(said).filter(isCost);
  const others = Object.keys(said).filter((field) => !SHOWN.includes(field) && !isCost(field));
  const found = { ...RATED, ...Object.fromEntries(costs.map((field) => [field, said[field]])) };
  return {
    id,
    ...named(SHOWN, said),
    ...(isRated ? found : IN_ERROR),
    ...named(others, said),
    ...(isRated ? {} : named(costs, said)),
  };
}

/** Keys that make of a result something else, or look as if they did. */
export const ODD_RESULT_KEYS = [
  ...["startDate", "target", "startTime", "bytes", "numberID", "tariffType", "costCDR", "carrier", "note"],
  ...["call.id", "call.target", "call.numberID", "call.tariffType", "call.costCDR", "call.location"],
  ...["call.note", "call.", "call", "call.call.target", "call.result.numberID", "result.numberID"],
  ...["call.__proto__", "call.constructor", "call.targ\\u0065t", "result.note", "error", "ignored"],
];
