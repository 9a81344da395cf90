import type { ColumnRef } from "./mapping-fields.ts";
import type { OpenedMapping, Shape } from "./opened-mapping.ts";
import { isPrice, type SheetColumn } from "./sheet-columns.ts";

/** What is wrong with a mapping as a whole, where each of its entries is right by itself. */
export function mappingFaults(mapping: OpenedMapping): string[] {
  const faults: string[] = [];
  const codes = [...(mapping.variants?.codes ?? [])].filter(([, shape]) => !shape.isNote);
  const shapes: readonly (readonly [where: string, shape: Shape])[] =
    mapping.variants === undefined
      ? [["", mapping.base]]
      : codes.map(([code, shape]) => [`variants.codes[${JSON.stringify(code)}]: `, shape]);
  if (shapes.length === 0) faults.push("variants.codes has no code that is not a note");
  for (const [where, shape] of shapes) {
    for (const fault of shapeFaults(shape, mapping)) faults.push(`${where}${fault}`);
  }
  if (mapping.header === "no") {
    for (const name of namesIn(mapping)) {
      faults.push(`names the column ${JSON.stringify(name)} of a sheet without a header; write its number`);
    }
  }
  return faults;
}

function* shapeFaults(shape: Shape, mapping: OpenedMapping): Generator<string> {
  const { columns, set, periods } = shape;
  const has = (column: SheetColumn): boolean => columns[column] !== undefined;
  const hasPrefix = has("prefix") || has("areaCode") || has("countryCode");
  const hasCallType = has("tariffType") || set.tariffType !== undefined;
  if (has("prefix") && (has("areaCode") || has("countryCode")))
    yield "columns: prefix stands beside countryCode or areaCode; map either";
  if (has("areaCode") && !has("countryCode") && set.countryCode === undefined)
    yield "columns: areaCode needs a countryCode, as a column or under set";
  if (has("countryCode") && set.countryCode !== undefined) yield "countryCode is both a column and set";
  if (mapping.linesBy === "prefix" && !hasPrefix)
    yield "columns: prefix is required, or countryCode and areaCode; or say linesBy callType";
  if (mapping.linesBy === "callType" && !hasCallType)
    yield "tariffType is required, as a column or under set: lines are for call types";
  if (mapping.destinations && !hasPrefix) yield "destinations needs a column prefix";
  if (mapping.destinations && !hasCallType) yield "destinations needs tariffType, as a column or under set";
  if (has("chargeBand") && !hasCallType)
    yield "columns: chargeBand needs tariffType, as a column or under set";
  const hasPrice =
    pricesIn(columns, set) || (periods.length > 0 && periods.every((own) => pricesIn(own.columns, own.set)));
  if (!hasPrice) yield "columns: no column is a price; map cost, for one";
  const times = periods.map((period) => period.tariffTime ?? "");
  const twice = times.find((time, index) => times.indexOf(time) !== index);
  if (twice !== undefined) yield `periods: ${JSON.stringify(twice)} stands twice`;
  if (periods.length > 0 && has("tariffTime"))
    yield "tariffTime is a column, and there are periods; have either";
}

function pricesIn(columns: object, set: object): boolean {
  return Object.keys(columns).some(isPrice) || Object.keys(set).some(isPrice);
}

function* namesIn(mapping: OpenedMapping): Generator<string> {
  const shapes = [mapping.base, ...(mapping.variants?.codes.values() ?? [])];
  const refs = new Set<ColumnRef>();
  for (const { columns, periods } of shapes) {
    for (const own of [columns, ...periods.map((period) => period.columns)]) {
      for (const ref of Object.values(own)) refs.add(ref);
    }
  }
  if (mapping.variants !== undefined) refs.add(mapping.variants.column);
  const { only, drop, notes } = mapping.rows;
  for (const { column } of [...only, ...drop, ...notes]) refs.add(column);
  for (const ref of refs) {
    for (const one of ref) if (typeof one === "string") yield one;
  }
}
