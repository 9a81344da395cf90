/**
 * Columns of whole numbers as bytes: each number less the smallest of its column, divided by the greatest common
 * divisor of the column, written as byte planes, the lowest bytes of all rows first. A column of whole minutes takes a
 * byte a row before compression, a constant column takes none.
 */

export interface PackedColumn {
  /** The number that 0 stands for; with `hasMissing`, 0 stands for a missing number and 1 for `least`. */
  readonly least: number;
  readonly step: number;
  readonly hasMissing: boolean;
  readonly planes: number;
}

const BYTE = 256;

/** Writes a column; NaN stands for a missing number. */
export function packColumn(values: ArrayLike<number>): {
  readonly how: PackedColumn;
  readonly bytes: Uint8Array;
} {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  let hasMissing = false;
  for (let row = 0; row < values.length; row++) {
    const value = values[row] as number;
    if (Number.isNaN(value)) hasMissing = true;
    else {
      least = Math.min(least, value);
      most = Math.max(most, value);
    }
  }
  if (least > most) least = most = 0;
  let step = 0;
  for (let row = 0; row < values.length && step !== 1; row++) {
    const value = values[row] as number;
    if (!Number.isNaN(value)) step = commonDivisor(value - least, step);
  }
  if (step === 0) step = 1;
  const first = hasMissing ? 1 : 0;
  let planes = 0;
  for (let rest = (most - least) / step + first; rest >= 1; rest /= BYTE) planes++;
  const bytes = new Uint8Array(planes * values.length);
  for (let row = 0; row < values.length; row++) {
    const value = values[row] as number;
    let rest = Number.isNaN(value) ? 0 : (value - least) / step + first;
    for (let plane = 0; plane < planes; plane++) {
      bytes[plane * values.length + row] = rest % BYTE;
      rest = Math.floor(rest / BYTE);
    }
  }
  return { how: { least, step, hasMissing, planes }, bytes };
}

/** Reads a column of `rows` rows, with `planes` bytes a row. */
export function unpackColumn(
  { least, step, hasMissing, planes }: PackedColumn,
  bytes: Uint8Array,
  rows: number,
): Float64Array {
  const values = new Float64Array(rows);
  let weight = 1;
  for (let plane = 0; plane < planes; plane++) {
    for (let row = 0; row < rows; row++) {
      values[row] = (values[row] as number) + (bytes[plane * rows + row] as number) * weight;
    }
    weight *= BYTE;
  }
  const first = hasMissing ? 1 : 0;
  for (let row = 0; row < rows; row++) {
    const value = values[row] as number;
    values[row] = value < first ? Number.NaN : least + (value - first) * step;
  }
  return values;
}

function commonDivisor(a: number, b: number): number {
  let [larger, smaller] = [a, b];
  while (smaller !== 0) [larger, smaller] = [smaller, larger % smaller];
  return larger;
}
