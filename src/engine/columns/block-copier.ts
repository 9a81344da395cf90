/** Copies columns of calls into the memory of a kernel, block by block, and their results out of it. */
import { type KernelMemory, type KernelViews, rows } from "../../kernel/index.ts";
import type { CallColumns } from "./call-columns.ts";
import type { ComponentColumns } from "./component-columns.ts";
import type { RatedColumns } from "./rated-columns.ts";

/** The address of each integer column. */
const CODES = [
  ["target", rows.TARGET],
  ["numberID", rows.NUMBER_ID],
  ["carrier", rows.CARRIER],
  ["chargeBand", rows.CHARGE_BAND],
  ["tariffTypeCarrier", rows.TARIFF_TYPE_CARRIER],
  ["tariffType", rows.TARIFF_TYPE],
  ["tariffTime", rows.TARIFF_TIME],
  ["directionFlag", rows.DIRECTION_FLAG],
  ["originationFlag", rows.ORIGINATION_FLAG],
  ["recordingFlag", rows.RECORDING_FLAG],
  ["byRecord", rows.BY_RECORD],
  ["startDay", rows.START_DAY],
  ["startMillisecond", rows.START_MILLISECOND],
  ["startOffset", rows.START_OFFSET],
] as const satisfies readonly (readonly [keyof CallColumns, number])[];

const AMOUNTS = [
  ["duration", rows.DURATION],
  ["bytes", rows.BYTES],
  ["events", rows.EVENTS],
  ["costSuggestedRetail", rows.COST_SUGGESTED_RETAIL],
] as const satisfies readonly (readonly [keyof CallColumns, number])[];

const RESULTS = [
  ["outcome", rows.OUTCOME],
  ["error", rows.ERROR],
  ["fromRecord", rows.FROM_RECORD],
  ["day", rows.DAY],
  ["number", rows.NUMBER],
  ["tariff", rows.TARIFF],
  ["feature", rows.FEATURE],
  ["callType", rows.CALL_TYPE],
  ["callTypeUsed", rows.CALL_TYPE_USED],
  ["period", rows.PERIOD],
  ["location", rows.LOCATION],
  ["method", rows.METHOD],
] as const satisfies readonly (readonly [keyof RatedColumns, number])[];

const USAGE = [
  ["chargedMilliseconds", rows.CHARGED_MILLISECONDS],
  ["chargedBytes", rows.CHARGED_BYTES],
  ["chargedEvents", rows.CHARGED_EVENTS],
] as const satisfies readonly (readonly [keyof RatedColumns, number])[];

const copiers = new WeakMap<KernelMemory, BlockCopier>();

/** The copier of a memory: all results of a book share its buffer, which the memory never gets back. */
export function copierOf(memory: KernelMemory): BlockCopier {
  let copier = copiers.get(memory);
  if (copier === undefined) {
    copier = new BlockCopier(memory);
    copiers.set(memory, copier);
  }
  return copier;
}

/** Copies between columns and one memory. */
export class BlockCopier {
  readonly #memory: KernelMemory;
  /** The buffer of the other parties' numbers: its address and its bytes. */
  #text = 0;
  #textBytes = 0;

  constructor(memory: KernelMemory) {
    this.#memory = memory;
  }

  copyIn(columns: CallColumns, first: number, count: number): void {
    const end = first + count;
    this.#copyNumbers(columns, first, count);
    const { workI32s, workF64s } = this.#memory.views;
    for (const [name, address] of CODES) workI32s.set(columns[name].subarray(first, end), address >> 2);
    for (const [name, address] of AMOUNTS) workF64s.set(columns[name].subarray(first, end), address >> 3);
    for (const [at, column] of columns.costCDR.entries())
      workF64s.set(column.subarray(first, end), (rows.COST_CDR + at * rows.COST_STRIDE) >> 3);
  }

  #copyNumbers({ external, byRecord }: CallColumns, first: number, count: number): void {
    const { bytes, start, end } = external;
    let length = 0;
    for (let row = first; row < first + count; row++)
      if (byRecord[row] === 0) length += (end[row] as number) - (start[row] as number);
    if (length > this.#textBytes) {
      if (this.#textBytes > 0) this.#memory.free(this.#text, this.#textBytes);
      this.#textBytes = 2 * length;
      this.#text = this.#memory.allocate(this.#textBytes);
    }
    const { workU8s, workI32s }: KernelViews = this.#memory.views;
    let next = this.#text;
    for (let at = 0; at < count; at++) {
      workI32s[(rows.EXTERNAL_START >> 2) + at] = next;
      if (byRecord[first + at] === 0) {
        const to = end[first + at] as number;
        for (let from = start[first + at] as number; from < to; from++)
          workU8s[next++] = bytes[from] as number;
      }
      workI32s[(rows.EXTERNAL_END >> 2) + at] = next;
    }
  }

  copyOut(rated: RatedColumns, first: number, count: number): void {
    const { workI32s, workF64s } = this.#memory.views;
    const wholes = (address: number): Int32Array => workI32s.subarray(address >> 2, (address >> 2) + count);
    const doubles = (address: number): Float64Array =>
      workF64s.subarray(address >> 3, (address >> 3) + count);
    for (const [name, address] of RESULTS) rated[name].set(wholes(address), first);
    for (const [name, address] of USAGE) rated[name].set(doubles(address), first);
    const copyCost = (columns: ComponentColumns, address: number): void => {
      for (const [at, column] of columns.entries())
        column.set(doubles(address + at * rows.COST_STRIDE), first);
    };
    copyCost(rated.retail, rows.RETAIL);
    copyCost(rated.wholesale, rows.WHOLESALE);
  }

  /** The indexes, in the block, of the rows of the slow path. */
  slowRows(count: number): Int32Array {
    const first = rows.SLOW >> 2;
    return this.#memory.views.workI32s.slice(first, first + count);
  }
}
