/** What rows are rated to, in the memory of a kernel. */
import type { RatedColumns } from "../../index.ts";
import { type Kernel, rows } from "../../kernel/index.ts";

/** Copies what rows were rated to. */
export function copyRated({ memory }: Kernel, rated: RatedColumns): void {
  const { length } = rated;
  const { workI32s, workF64s } = memory.views;
  const wholes: readonly (readonly [number, Int32Array | Uint8Array])[] = [
    [rows.NUMBER, rated.number],
    [rows.TARIFF, rated.tariff],
    [rows.FEATURE, rated.feature],
    [rows.CALL_TYPE, rated.callType],
    [rows.CALL_TYPE_USED, rated.callTypeUsed],
    [rows.PERIOD, rated.period],
    [rows.LOCATION, rated.location],
    [rows.METHOD, rated.method],
  ];
  for (const [address, column] of wholes) workI32s.set(column.subarray(0, length), address >> 2);
  const components = (first: number, columns: readonly Float64Array[]) =>
    columns.map((column, part) => [first + part * rows.COST_STRIDE, column] as const);
  const doubles: readonly (readonly [number, Float64Array])[] = [
    [rows.CHARGED_MILLISECONDS, rated.chargedMilliseconds],
    [rows.CHARGED_BYTES, rated.chargedBytes],
    [rows.CHARGED_EVENTS, rated.chargedEvents],
    ...components(rows.RETAIL, rated.retail),
    ...components(rows.WHOLESALE, rated.wholesale),
  ];
  for (const [address, column] of doubles) workF64s.set(column.subarray(0, length), address >> 3);
}
