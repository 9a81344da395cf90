/** Columns of plain data put into one block of memory that threads can share. */

type Column = Float64Array | Int32Array | Uint32Array | Uint16Array | Uint8Array;

/** Where a column may begin: at a multiple of the widest element. */
const ALIGNMENT = Float64Array.BYTES_PER_ELEMENT;

/**
 * The same data with every typed array copied into one SharedArrayBuffer: thousands of small ones would each take
 * a page of memory. Where the host has none the data stays as it is.
 */
export function inOneBlock<T extends object>(data: T): { readonly columns: T; readonly sharedBytes: number } {
  if (typeof SharedArrayBuffer === "undefined") return { columns: data, sharedBytes: 0 };
  let bytes = 0;
  replaceColumns(data, (column) => {
    bytes += aligned(column.byteLength);
    return column;
  });
  const block = new SharedArrayBuffer(bytes);
  let next = 0;
  const columns = replaceColumns(data, (column) => {
    const copy = viewLike(column, block, next);
    copy.set(column);
    next += aligned(column.byteLength);
    return copy;
  });
  return { columns, sharedBytes: bytes };
}

/** A copy of objects and arrays within which each typed array is replaced. */
function replaceColumns<T>(data: T, replace: (column: Column) => Column): T {
  if (typeof data !== "object" || data === null) return data;
  if (ArrayBuffer.isView(data)) return replace(data as unknown as Column) as unknown as T;
  if (Array.isArray(data)) return data.map((item: unknown) => replaceColumns(item, replace)) as unknown as T;
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [key, replaceColumns<unknown>(value, replace)]),
  ) as T;
}

function viewLike(column: Column, block: SharedArrayBuffer, offset: number): Column {
  const View = column.constructor as new (
    buffer: SharedArrayBuffer,
    offset: number,
    length: number,
  ) => Column;
  return new View(block, offset, column.length);
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
}
