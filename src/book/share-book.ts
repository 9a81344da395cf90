/** One opened book for many threads: large tables are shared, small tables are made again in each thread. */
import { RateLines } from "../model/index.ts";
import { ENGINE_VERSION } from "../version.ts";
import { destinationColumns } from "./destinations/destination-tables.ts";
import { openSharedTables } from "./open-tables.ts";
import { OpenedBook } from "./opened-book.ts";
import type { LargeColumns, SharedBook } from "./shared-book.ts";
import { tariffLineColumns } from "./tariffs/tariff-lines.ts";

type Column = Float64Array | Int32Array | Uint32Array | Uint16Array | Uint8Array;

/** Where a column may begin: at a multiple of the widest element. */
const ALIGNMENT = Float64Array.BYTES_PER_ELEMENT;

/**
 * The data with every typed array copied into one SharedArrayBuffer: thousands of small buffers would each take a
 * page of memory. On a host without SharedArrayBuffer the data is returned unchanged.
 */
function inOneBlock<T extends object>(data: T): { readonly columns: T; readonly sharedBytes: number } {
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

/**
 * An opened book as data that another thread can open at once (`openShared`), for transfer by `workerData` or
 * `postMessage`. The tables that grow with lines, prefixes and destinations are copied once into a
 * SharedArrayBuffer, which every thread reads; the other records are cloned. Where the host has no SharedArrayBuffer
 * (a page that is not cross-origin isolated) these tables are cloned as well, and answers are the same.
 *
 * Sharing does not affect rating in this thread. A revised book is a new book: share it again.
 *
 * @example
 * const shared = shareBook(book);
 * rateCall(openShared(structuredClone(shared)), call).outcome; // => "rated"
 */
export function shareBook(book: OpenedBook): SharedBook {
  const { tables, records, settings, warnings } = book;
  const { columns, sharedBytes } = inOneBlock<LargeColumns>({
    zone: tables.zone,
    prefixes: tables.prefixes.columns,
    destinations: destinationColumns(tables.callTypes.destinations),
    rates: tables.rates.columns,
    tariffs: [...tables.tariffs.values()].map(({ record, lines }) => ({
      id: record.id,
      lines: tariffLineColumns(lines),
    })),
  });
  return {
    engine: ENGINE_VERSION,
    sharedBytes,
    settings,
    warnings,
    records: {
      ...records,
      destinations: [],
      tariffs: records.tariffs.map((tariff) => ({ ...tariff, rates: RateLines.NONE })),
    },
    columns,
  };
}

/**
 * Opens a book that another thread has opened and shared. Much faster than `openBook`: no record is checked and no large
 * table worked out again. The book gives the same answers, explanations included, but has no records to revise: use
 * `reviseBook` on the book that was shared.
 *
 * @throws TypeError for a value that `shareBook` of the same version did not make
 * @example
 * openShared(shareBook(book)).settings.currency; // => "GBP"
 */
export function openShared(shared: SharedBook): OpenedBook {
  const engine: unknown = shared?.engine;
  if (engine !== ENGINE_VERSION) {
    const what = typeof engine === "string" ? `a book shared by Tollbook ${engine}` : "no shared book";
    throw new TypeError(
      `This is ${what}; openShared opens what shareBook of Tollbook ${ENGINE_VERSION} gave.`,
    );
  }
  const { settings, columns, warnings } = shared;
  // Cloning for another thread has dropped the class of `rates`.
  const tariffs = shared.records.tariffs.map((tariff) => ({ ...tariff, rates: RateLines.NONE }));
  const records = { ...shared.records, tariffs };
  return new OpenedBook(undefined, records, openSharedTables(settings, records, columns), warnings);
}
