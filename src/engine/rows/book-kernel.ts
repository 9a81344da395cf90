/**
 * The kernel of one opened book: its memories, and the host functions that answer from the book where the tables miss.
 */
import {
  type BookTables,
  CALL_ERROR_CODES,
  type CallFacts,
  type Choices,
  ChoiceTable,
  type DestinationList,
  KnownNames,
  kernelPlan,
  type OpenedDestination,
  type OpenedNumber,
  type OpenedTariff,
  RateViews,
  Refusal,
} from "../../book/index.ts";
import { periodAt } from "../../calendar/index.ts";
import {
  type Kernel,
  type KernelForm,
  type KernelHost,
  type KernelMemory,
  type KernelOptions,
  openKernel,
  rows,
  tables,
  WorkTable,
} from "../../kernel/index.ts";
import { attractedBy, COMPONENTS } from "../../model/index.ts";
import { Charge } from "../call/charge.ts";
import { measureUsage } from "../call/charged-usage.ts";
import { choicesOf } from "../call/choose-tariff.ts";
import { priceExactly } from "../call/exact.ts";
import { lookAgain } from "../call/find-call-type.ts";
import { UNNAMED_PERIOD } from "../call/find-period.ts";
import { MARKUPS, markupPercents } from "../call/no-rate.ts";
import { localStart, NO_TIME } from "../call/read-start.ts";
import { RATING_METHODS } from "../results/index.ts";
import { GrowingDoubles } from "./growing-doubles.ts";

/** Most choices whose rows are cached. */
const MOST_KEPT = 1 << 16;
/** Most tables of names whose look-ups are cached. */
const MOST_NAMES = 4;

export class BookKernel implements KernelHost {
  readonly memory: KernelMemory;
  readonly #book: BookTables;
  readonly kernel: Kernel;
  readonly #choices: ChoiceTable;
  readonly #views: RateViews;
  /** Offsets of rows by the choices that the rows were made of: a number's choices may change with every day. */
  readonly #kept = new Map<Choices, number>();
  /** Cached look-ups by table of names, the table used last first. */
  #known: KnownNames[] = [];
  /** Number of names when the kernel last got the table of names. */
  #namesInUse = 0;
  readonly #terms: GrowingDoubles;
  readonly #shapes: GrowingDoubles;
  readonly #markups: GrowingDoubles;
  readonly #markupsKnown = new Map<string, number>();
  readonly #destinations: WorkTable;
  readonly #destinationIndexes = new Map<number, number>();
  readonly #destinationViews = new Map<string, number>();
  readonly #lists: DestinationList[] = [];

  constructor(book: BookTables, form: KernelForm, room: Pick<KernelOptions, "workBytes" | "isFixed"> = {}) {
    const { retailDefaults, wholesaleDefaults, byIndex } = book;
    this.#book = book;
    this.kernel = openKernel(kernelPlan(book), { form, host: this, ...room });
    const { memory } = this.kernel;
    this.memory = memory;
    this.#choices = new ChoiceTable(memory, retailDefaults, wholesaleDefaults, byIndex.numbers.length);
    this.#views = new RateViews(memory, byIndex.tariffs, {
      prefixes: book.prefixes.size,
      periods: book.periods.names.length,
      callTypes: book.callTypes.callTypes.length,
    });
    this.#terms = new GrowingDoubles(memory, tables.WORK_TERMS);
    this.#shapes = new GrowingDoubles(memory, tables.WORK_SHAPES);
    this.#markups = new GrowingDoubles(memory, tables.WORK_MARKUPS);
    this.#destinations = new WorkTable(memory, tables.WORK_DESTINATIONS, 2);
    this.#takeRates();
  }

  /** How often `rate` was called. */
  runs = 0;

  /** Rates the first `count` rows, whose codes are indexes into `names`; returns the number of slow-path rows. */
  rate(names: readonly string[], count: number, reclassify: boolean): number {
    this.#use(names);
    this.runs++;
    this.kernel.functions.rateRows(count, reclassify);
    return this.#word(tables.WORK_SLOW_COUNT);
  }

  /** R11: whether a row of those rated last names an origin that the book does not know. */
  get hasUnknownOrigin(): boolean {
    return this.#word(tables.WORK_UNKNOWN_ORIGIN) !== 0;
  }

  #use(names: readonly string[]): void {
    let known = this.#known[0];
    // Consecutive calls have the same names.
    if (known?.names === names && names.length === this.#namesInUse) return;
    this.#namesInUse = names.length;
    if (known?.names !== names) {
      known = this.#known.find((one) => one.names === names);
      if (known === undefined) {
        known = new KnownNames(names, this.#book, {
          memory: this.memory,
          choices: this.#choices,
          viewOf: (lists) => this.#viewOf(lists),
        });
        if (this.#known.length === MOST_NAMES) this.#known.pop()?.free();
      }
      const inUse = known;
      this.#known = [inUse, ...this.#known.filter((one) => one !== inUse)];
    }
    known.use();
  }

  get #names(): KnownNames {
    return this.#known[0] as KnownNames;
  }

  #word(address: number): number {
    return this.memory.views.workI32s[address >> 2] as number;
  }
  #setWord(address: number, value: number): void {
    this.memory.views.workI32s[address >> 2] = value;
  }
  #entry(column: number, row: number): number {
    return this.#word(column + 4 * row);
  }
  #setEntry(column: number, row: number, value: number): void {
    this.#setWord(column + 4 * row, value);
  }
  #amount(column: number, row: number): number {
    return this.memory.views.workF64s[(column >> 3) + row] as number;
  }
  #setAmount(column: number, row: number, value: number): void {
    this.memory.views.workF64s[(column >> 3) + row] = value;
  }
  #name(column: number, row: number): string {
    return this.#names.names[this.#entry(column, row)] as string;
  }

  /** Copies new rates, which arise where lines of a tariff and of its parents combine. */
  #takeRates(): void {
    this.#terms.take(this.#book.rates.columns.terms);
    this.#shapes.take(this.#book.rates.columns.shapes);
  }

  lookUpTarget = (name: number): void => this.#names.lookUpTarget(name);
  lookUpID = (name: number): void => this.#names.lookUpID(name);
  lookUpFlag = (name: number): void => this.#names.lookUpFlag(name);

  readStart = (row: number, periodName: number): number => {
    const { periods, hasPeriods } = this.#book;
    const millisecond = this.#entry(rows.START_MILLISECOND, row);
    if (millisecond === NO_TIME && hasPeriods && periodName === 0) return 0;
    const start = localStart(this.#book, {
      day: this.#entry(rows.START_DAY, row),
      millisecond,
      offset: this.#entry(rows.START_OFFSET, row),
    });
    if (start === undefined) return 0;
    const { day, millisecondOfDay } = start;
    this.#setEntry(rows.DAY, row, day);
    this.#setEntry(rows.MILLISECOND, row, millisecondOfDay);
    let period: number;
    if (periodName !== 0) {
      period = periods.indexByName.get(this.#names.names[periodName] as string) ?? UNNAMED_PERIOD;
    } else {
      period = hasPeriods ? periodAt(periods, day, millisecondOfDay) : periods.defaultIndex;
    }
    this.#setEntry(rows.PERIOD_SOUGHT, row, period);
    this.#setEntry(rows.PERIOD, row, periodName === 0 ? period : -1);
    return 1;
  };

  readNumber = (row: number): number => {
    const { dialled } = this.#book;
    const from = this.#entry(rows.EXTERNAL_START, row);
    if (!dialled.readBytes(this.memory.views.workU8s, from, this.#entry(rows.EXTERNAL_END, row))) return 0;
    this.#setAmount(rows.NUMBER_KEY, row, dialled.key);
    this.#setEntry(rows.NUMBER_DIGITS, row, dialled.length);
    this.#setAmount(rows.DIALLED_KEY, row, dialled.dialledKey);
    return 1;
  };

  findNumber = (row: number): number => {
    const target = this.#name(rows.TARGET, row);
    const day = this.#entry(rows.DAY, row);
    const { ignored, numbers } = this.#book;
    if (ignored.find(target, day) !== undefined) return 2;
    // `find` reads only these fields.
    const match = numbers.find({
      numberID: this.#name(rows.NUMBER_ID, row),
      target,
      chargeBand: this.#name(rows.CHARGE_BAND, row),
      directionFlag: this.#name(rows.DIRECTION_FLAG, row),
      day,
    } as CallFacts);
    if (match instanceof Refusal) return -1 - CALL_ERROR_CODES.indexOf(match.code);
    this.#setEntry(rows.NUMBER, row, match.number.numberIndex);
    const carrier = this.#entry(rows.CARRIER, row) || this.#names.carrier(match.number.callCarrier);
    this.#setEntry(rows.CARRIER_CODE, row, carrier);
    if (!match.originationSurcharges)
      this.#setEntry(rows.FLAGS, row, this.#entry(rows.FLAGS, row) & ~tables.FLAG_ORIGIN);
    return 1;
  };

  addType = (row: number): number =>
    this.#names.addType([
      this.#entry(rows.CARRIER_CODE, row),
      this.#entry(rows.CHARGE_BAND, row),
      this.#entry(rows.TARIFF_TYPE_CARRIER, row),
      this.#entry(rows.TARIFF_TYPE, row),
      this.#entry(rows.DIRECTION_FLAG, row),
    ]);

  #viewOf(lists: readonly DestinationList[]): number {
    const listIndexes = lists.map((list) => {
      const known = this.#lists.indexOf(list);
      return known < 0 ? this.#lists.push(list) - 1 : known;
    });
    const key = listIndexes.join();
    const known = this.#destinationViews.get(key);
    if (known !== undefined) return known;
    const view = this.#views.makeView();
    this.#destinationViews.set(key, view);
    return view;
  }

  findDestination = (row: number): number => {
    const { dialled, prefixes } = this.#book;
    const type = this.#entry(rows.TYPE, row);
    const { lists } = this.#names.typeAt(type);
    const prefix = this.#entry(rows.PREFIX, row);
    // The only property of a number that a list reads beside the prefix.
    dialled.dialledKey = this.#amount(rows.DIALLED_KEY, row);
    let found: OpenedDestination | undefined;
    for (const list of lists) {
      found = list.find(dialled, prefixes, prefix);
      if (found !== undefined) break;
    }
    const destinationIndex = found === undefined ? tables.NONE : this.#indexOfDestination(found);
    const typeRow = this.#word(tables.WORK_TYPES) + 4 * tables.TYPE_WIDTH * type;
    const view = this.#word(typeRow + 4 * tables.TYPE_VIEW);
    const digits = this.#word(typeRow + 4 * tables.TYPE_SHORT_DIGITS);
    const mayBeShort = dialled.dialledKey > 0 && digits > 0 && dialled.dialledKey < 2 * 10 ** digits;
    if (!mayBeShort) this.#views.put(view, prefix, destinationIndex);
    return destinationIndex;
  };

  #indexOfDestination({ callType, locationIndex }: OpenedDestination): number {
    const key = callType * 2 ** 31 + locationIndex + 1;
    let destinationIndex = this.#destinationIndexes.get(key);
    if (destinationIndex === undefined) {
      destinationIndex = this.#destinationIndexes.size;
      this.#destinationIndexes.set(key, destinationIndex);
      this.#destinations.makeRoom(2 * (destinationIndex + 1));
      this.#destinations.set(2 * destinationIndex, callType);
      this.#destinations.set(2 * destinationIndex + 1, locationIndex);
    }
    return destinationIndex;
  }

  choose = (row: number, kindKey: number, tariffClass: number): number => {
    const book = this.#book;
    const number = book.byIndex.numbers[this.#entry(rows.NUMBER, row)] as OpenedNumber;
    const { carrier } = this.#names.typeAt(this.#entry(rows.TYPE, row));
    const chosen = choicesOf(book, { number }, tariffClass, carrier, this.#entry(rows.DAY, row));
    const kept = this.#kept.get(chosen);
    if (kept !== undefined) {
      this.#choices.choose(number.numberIndex, kindKey, kept);
      return kept;
    }
    const { retail, surcharges, wholesale } = chosen;
    const tariffIndexOf = (tariff: OpenedTariff): number =>
      book.byIndex.tariffIndexes.get(tariff) ?? tables.CHOSEN_BY_RECORD;
    const isPlain = retail !== undefined && !(retail instanceof Refusal) && retail.refusal === undefined;
    let traits = isPlain ? traitsOf(retail.tariff) : 0;
    if (wholesale !== undefined && !(wholesale instanceof Refusal))
      traits += traitsOf(wholesale) << tables.WHOLESALE_TRAITS;
    let surchargesIndex: number = tables.NONE;
    if (surcharges !== undefined) {
      surchargesIndex =
        surcharges instanceof Refusal ? tables.CHOSEN_BY_RECORD : tariffIndexOf(surcharges.tariff);
    }
    let wholesaleIndex: number = tables.NONE;
    if (wholesale !== undefined)
      wholesaleIndex = wholesale instanceof Refusal ? tables.CHOSEN_BY_RECORD : tariffIndexOf(wholesale);
    const offset = this.#choices.keep(number.numberIndex, kindKey, [
      chosen.from,
      chosen.to,
      isPlain ? tariffIndexOf(retail.tariff) : tables.CHOSEN_BY_RECORD,
      chosen.featureIndex,
      surchargesIndex,
      wholesaleIndex,
      traits,
      isPlain ? this.#markupsFor(number, tariffClass, retail.tariff) : tables.NONE,
    ]);
    if (this.#kept.size < MOST_KEPT) this.#kept.set(chosen, offset);
    return offset;
  };

  /**
   * R27: the offset of the markups of calls without a rate and the rate whose roundings apply; with base lines this
   * rate depends on the day.
   */
  #markupsFor(number: OpenedNumber, tariffClass: number, tariff: OpenedTariff): number {
    const percents = markupPercents(number, tariffClass, tariff);
    if (percents.every((percent) => percent === undefined)) return tables.NONE;
    if (tariff.hasBaseLines) return tables.CHOSEN_BY_RECORD;
    const baseRate = tariff.baseRateOn(0);
    const key = [...percents, baseRate].join();
    let offset = this.#markupsKnown.get(key);
    if (offset === undefined) {
      this.#takeRates();
      const row = MARKUPS.flatMap(({ method, over }, at) => [
        percents[at] ?? tables.NO_MARKUP,
        RATING_METHODS.indexOf(method),
        over === "suggested" ? 1 : 0,
      ]);
      row.push(baseRate < 0 ? -1 - baseRate : baseRate);
      offset = this.#markups.add(row, tables.MARKUPS_WIDTH);
      this.#markupsKnown.set(key, offset);
    }
    return offset;
  }

  lookAgain = (row: number, tariff: number, isRetail: number): number => {
    const { dialled, callTypes, byIndex } = this.#book;
    dialled.readBytes(
      this.memory.views.workU8s,
      this.#entry(rows.EXTERNAL_START, row),
      this.#entry(rows.EXTERNAL_END, row),
    );
    const callType = this.#entry(rows.CALL_TYPE, row);
    const classified = {
      direction: this.#names.typeAt(this.#entry(rows.TYPE, row)).direction,
      prefix: this.#entry(rows.PREFIX, row),
      callType,
      tariffClass: callTypes.callTypes[callType]?.tariffClass ?? 0,
      location: undefined,
      locationIndex: this.#entry(rows.LOCATION, row),
    };
    const found = lookAgain(this.#book, classified, byIndex.tariffs[tariff] as OpenedTariff, undefined);
    if (found instanceof Refusal) return 0;
    this.#setEntry(rows.SIDE_TYPE, row, found.callType);
    if (isRetail === 1) this.#setEntry(rows.LOCATION, row, found.locationIndex);
    return 1;
  };

  resolve = (row: number, tariffIndex: number, callType: number, period: number): number => {
    const { byIndex, prefixes } = this.#book;
    const prefix = this.#entry(rows.PREFIX, row);
    const day = this.#entry(rows.DAY, row);
    const tariff = byIndex.tariffs[tariffIndex] as OpenedTariff;
    const rate = tariff.resolve(prefixes, prefix, callType, period, day);
    this.#takeRates();
    const view = this.#views.viewFor(tariffIndex, callType, period, day);
    this.#views.put(view, prefix, rate);
    if (this.#views.isWorthFilling(view)) {
      const rates = tariff.resolveForAll(prefixes, callType, period, day);
      if (rates !== undefined) this.#views.fill(view, rates);
    }
    return rate;
  };

  priceExactly = (row: number, isRetail: number): number => {
    const { rates } = this.#book;
    const flags = this.#entry(rows.FLAGS, row);
    const orBlank = (usage: number): number => (usage >= 0 ? usage : -1);
    const charge = new Charge(
      orBlank(this.#amount(rows.DURATION, row)),
      orBlank(this.#amount(rows.BYTES, row)),
      orBlank(this.#amount(rows.EVENTS, row)),
      attractedBy(flags & tables.FLAG_ORIGIN, (flags & tables.FLAG_RECORDED) !== 0),
    );
    const rate = this.#entry(rows.SIDE_RATE, row);
    measureUsage(rates, rate, charge);
    const units = priceExactly(rates, rate, this.#entry(rows.SIDE_SURCHARGES, row), charge).map(Number);
    if (!units.every(Number.isSafeInteger)) return 0;
    const cost = isRetail === 1 ? rows.RETAIL : rows.WHOLESALE;
    for (let component = 0; component < COMPONENTS.length; component++)
      this.#setAmount(cost + component * rows.COST_STRIDE, row, units[component] as number);
    return 1;
  };
}

function traitsOf({ settings }: OpenedTariff): number {
  const looksAgain = settings.locationLookupCarrier === undefined ? 0 : tables.LOOKS_AGAIN;
  return looksAgain + (settings.periodRule === "split" && !settings.singleRate ? tables.SPLITS : 0);
}

/** The kernel of a book in a form, made for its first call. */
export function kernelOf(book: BookTables, form: KernelForm): BookKernel {
  const kernel = (book.kernels.get(form) as BookKernel | undefined) ?? new BookKernel(book, form);
  book.kernels.set(form, kernel);
  return kernel;
}
