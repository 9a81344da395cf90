/** The plan of a kernel: the constant tables of a book in one block of memory. */
import { ZONE_DAYS } from "../calendar/index.ts";
import { tables } from "../kernel/index.ts";
import { attractedBy, CHARGE_TYPES } from "../model/index.ts";
import type { BookTables } from "./opened-book.ts";
import { unitsPerPrice } from "./tariffs/rate-table.ts";

type PlanTable = Float64Array | Int32Array | Uint32Array | Uint16Array | Uint8Array;

const ALIGNED = 8;

export function kernelPlan(book: BookTables): ArrayBuffer {
  const { zone, periods, settings, callTypes } = book;
  const { starts, lengths, parentSteps, buckets, bucketWidth, kept } = book.prefixes.columns;
  const attracted = Array.from({ length: tables.SURCHARGE_BITS + 1 }, (_, flags) =>
    attractedBy(flags & tables.FLAG_ORIGIN, (flags & tables.FLAG_RECORDED) !== 0),
  );
  const numbers: readonly (readonly [address: number, value: number])[] = [
    [tables.PLAN_PREFIXES, starts.length],
    [tables.PLAN_HAS_PERIODS, book.hasPeriods ? 1 : 0],
    [tables.PLAN_DEFAULT_PERIOD, periods.defaultIndex],
    [tables.PLAN_FIRST_HOLIDAY, periods.firstHoliday],
    [tables.PLAN_HOLIDAYS, periods.holidayWeekdays.length],
    [tables.PLAN_FIRST_DAY, ZONE_DAYS.first],
    [tables.PLAN_DAYS, ZONE_DAYS.count],
    [tables.PLAN_COST_DECIMALS, settings.costDecimals],
    [tables.PLAN_BARE_IS_NATIONAL, settings.bareDigits === "national" ? 1 : 0],
    [tables.PLAN_COUNTRY_DIGITS, settings.countryCode.length],
  ];
  const doubles: readonly (readonly [address: number, value: number])[] = [
    [tables.PLAN_BUCKET_WIDTH, bucketWidth],
    [tables.PLAN_COUNTRY_CODE, Number(settings.countryCode)],
    [tables.PLAN_PROVEN, book.rates.provenLimit],
    ...Array.from({ length: 16 }, (_, power) => [tables.PLAN_POWERS + 8 * power, 10 ** power] as const),
    ...CHARGE_TYPES.map((type, code) => [tables.PLAN_UNITS + 8 * code, unitsPerPrice(type)] as const),
  ];
  const columns: readonly (readonly [address: number, table: PlanTable])[] = [
    [tables.PLAN_STARTS, starts],
    [tables.PLAN_LENGTHS, lengths],
    [tables.PLAN_PARENT_STEPS, parentSteps],
    [tables.PLAN_BUCKETS, buckets],
    ...(kept === undefined ? [] : [[tables.PLAN_PREFIX_INDEXES, kept.prefixes] as const]),
    [tables.PLAN_MINUTES, periods.minutes],
    [tables.PLAN_RUN_ENDS, periods.runEnds],
    [tables.PLAN_HOLIDAY_WEEKDAYS, periods.holidayWeekdays],
    [tables.PLAN_CHANGE_DAYS, zone.changeDays],
    [tables.PLAN_CLASSES, Int32Array.from(callTypes.callTypes, ({ tariffClass }) => tariffClass)],
    [tables.PLAN_ATTRACTED, Int32Array.from(attracted)],
  ];
  const bytes = columns.reduce((sum, [, table]) => sum + aligned(table.byteLength), tables.PLAN_TABLES);
  const plan = new ArrayBuffer(bytes);
  const words = new Int32Array(plan);
  const values = new Float64Array(plan);
  const octets = new Uint8Array(plan);
  for (const [address, value] of numbers) words[address >> 2] = value;
  for (const [address, value] of doubles) values[address >> 3] = value;
  let next = tables.PLAN_TABLES;
  for (const [address, table] of columns) {
    words[address >> 2] = next;
    octets.set(new Uint8Array(table.buffer, table.byteOffset, table.byteLength), next);
    next += aligned(table.byteLength);
  }
  return plan;
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / ALIGNED) * ALIGNED;
}
