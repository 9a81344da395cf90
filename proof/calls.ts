/**
 * Calls for a book, block by block, the same ones whenever they are asked for: values on steps in most of them,
 * and a share of everything that files bring along: bad cells, calls sent twice, numbers nobody knows.
 */
import { COMPONENTS } from "tollbook";
import type { ProofBook } from "./book.ts";
import { Chance } from "./chance.ts";
import { decimalText, unitsOf } from "./decimal.ts";
import type { Row } from "./rates.ts";
import { type CallTexts, type Situation, situationsOf } from "./situations.ts";
import { chooseStart, startFields } from "./starts.ts";
import { type Aimed, chooseBytes, chooseCost, chooseDuration, secondsText } from "./steps.ts";

/** Calls of a block. */
export const BLOCK = 500;

/** What makes a line of a file no call at all. */
export type Flaw = "too few cells" | "too many cells" | "stray quotes" | "not UTF-8" | "never closed";

/** One call, or one line that is none. */
export interface Item {
  readonly call: CallTexts;
  readonly flaw: Flaw | undefined;
  /** Blank lines before it. */
  readonly blankLines: number;
  /** What its values were chosen for, and whether they lie beside it. */
  readonly aims: readonly Aimed[];
}

/** Situations of a book; its calls take turns in them. */
const SITUATIONS = 1_500;

/** Every fiftieth call has an id and a carrier's id of its own, which later calls may have as well. */
const ANCHOR = 50;

/** What a carrier may charge beside the basic cost. */
const COST_PARTS = COMPONENTS.slice(1).map((component) => `costCDR${component}` as const);

/** Places with everything that a cell has to be quoted for, or that a spreadsheet would calculate. */
const PLACES = [
  "Leeds",
  "Leeds, West Yorkshire",
  'The "Old" Exchange',
  "two\nlines",
  " spaced ",
  "=1+1",
  "Münster €",
  "'quoted'",
] as const;

/** One bad cell each, and the field that is to blame. */
const BAD_CELLS: readonly (readonly [field: string, text: string])[] = [
  ["duration", "abc"],
  ["duration", "-1"],
  ["duration", "1e3"],
  ["duration", "1,5"],
  ["duration", "0.0001"],
  ["duration", "31622400.001"],
  ["duration", " 60"],
  ["bytes", "1.5"],
  ["bytes", "9007199254740992"],
  ["events", "1000000001"],
  ["startDate", "31/10/2026"],
  ["startDate", "2026-02-30"],
  ["startDate", "1969-12-31"],
  ["startTime", "25:00:00"],
  ["startTime", "2026-13-01T10:00:00"],
  ["costCDR", "1.00000000001"],
  ["costCDR", "1000000000.1"],
  ["costCDR", "£1"],
  ["costCDRBasic", "=1+1"],
  ["costSuggestedRetail", "0x10"],
];

/** The calls of one book. */
export class CallMaker {
  readonly #book: ProofBook;
  readonly #seed: number;
  readonly #situations: readonly Situation[];

  constructor(book: ProofBook, seed: number) {
    this.#book = book;
    this.#seed = seed;
    this.#situations = situationsOf(book, new Chance(seed, -1), SITUATIONS);
  }

  /** The calls of a block. Lines whose quotes stay open are for the last blocks: what follows waits for them. */
  block(block: number, size = BLOCK, mayStayOpen = false): Item[] {
    const chance = new Chance(this.#seed, block);
    return Array.from({ length: size }, (_, at) => this.#item(chance, block * BLOCK + at, mayStayOpen));
  }

  #item(chance: Chance, place: number, mayStayOpen: boolean): Item {
    const isAnchor = place % ANCHOR === 0;
    const { call, aims } = this.#call(chance);
    const blankLines = chance.oneIn(200) ? chance.between(1, 2) : 0;
    if (isAnchor) {
      const named = { ...call, id: String(place), carrierCallID: `K${place}` };
      return { call: named, flaw: undefined, blankLines, aims };
    }
    let flaw: Flaw | undefined;
    if (chance.oneIn(400)) {
      flaw = chance.pick(["too few cells", "too many cells", "stray quotes", "not UTF-8"]);
      if (mayStayOpen && chance.oneIn(4)) flaw = "never closed";
    }
    const anchor = ANCHOR * chance.below(Math.floor(place / ANCHOR) + 1);
    const own: Record<string, string> = { ...call };
    if (!chance.oneIn(30)) own.id = chance.oneIn(10) ? `call ${place}` : String(place);
    if (chance.oneIn(4)) own.carrierCallID = `K${place}`;
    if (chance.oneIn(60)) own.id = String(anchor);
    // Of any carrier, in either direction, one leg or the other: only now and then it is the same call.
    else if (chance.oneIn(20)) own.carrierCallID = `K${anchor}`;
    if (chance.oneIn(9)) own.aLegID = `K${anchor}`;
    if (chance.oneIn(50)) {
      const [field, text] = chance.pick(BAD_CELLS);
      own[field] = text;
    }
    return { call: own, flaw, blankLines, aims };
  }

  #call(chance: Chance): { call: Record<string, string>; aims: Aimed[] } {
    const { tariffClass, parties, start, rate, targets } = chance.pick(this.#situations);
    const { setting } = this.#book;
    const duration = chooseDuration(chance, rate, tariffClass === "bespoke1" ? [] : targets);
    const call: Record<string, string> = { ...parties };
    const aims: Aimed[] = [];
    if (chance.oneIn(2)) {
      Object.assign(call, start.fields);
      aims.push(start);
    } else {
      const other = chooseStart(chance, setting, duration.value);
      Object.assign(call, startFields(chance, other.value));
      aims.push(other);
    }
    if (tariffClass === "bespoke1") {
      const bytes = chooseBytes(chance, rate, targets);
      call.bytes = String(bytes.value);
      aims.push(bytes);
      if (chance.oneIn(3)) call.duration = secondsText(duration.value);
    } else if (tariffClass === "bespoke2") {
      if (!chance.oneIn(3)) call.events = String(chance.pick([0, 1, 2, 5, 159, 160, 161, 10 ** 9]));
      if (chance.oneIn(4)) call.duration = secondsText(duration.value);
    } else if (!chance.oneIn(200)) {
      call.duration = secondsText(duration.value);
      aims.push(duration);
    }
    if (chance.oneIn(4))
      call.callTypeOriginationTypeFlag = chance.pick(["mobile", "Payphone", "fixed", "Handy"]);
    if (chance.oneIn(5))
      call.callTypeRecordingFlag = chance.pick(["true", "yes", "1", "No", "0", "none", "Kept"]);
    if (chance.oneIn(12)) call.location = chance.pick(PLACES);
    if (chance.oneIn(40)) call.tariffTime = chance.pick([...setting.periods, "Unheard of"]);
    if (chance.oneIn(25)) call.note = chance.pick(['carried "along"', "a, b", "x"]);
    this.#addCosts(chance, rate, call, aims);
    return { call, aims };
  }

  /** What the carrier reports: nothing, a total, components with or without it. */
  #addCosts(chance: Chance, rate: Row, call: Record<string, string>, aims: Aimed[]): void {
    const isMarkup = rate.chargeType === "markup" || rate.chargeType === "markupSuggested";
    if (!isMarkup && chance.oneIn(2)) return;
    const { costDecimals } = this.#book.setting;
    if (chance.oneIn(rate.chargeType === "markupSuggested" ? 1 : 3)) {
      const suggested = chooseCost(chance, rate, costDecimals);
      call.costSuggestedRetail = decimalText(suggested.value, 10);
      if (isMarkup) aims.push(suggested);
    }
    const kind = chance.below(isMarkup ? 16 : 8);
    if (kind === 0) return;
    const basic = chooseCost(chance, rate, costDecimals);
    // Without a markup nothing is made of a cost: it lies on no step.
    if (isMarkup) aims.push(basic);
    const basicText = decimalText(basic.value, 10);
    if (kind < 5 || kind > 7) {
      call.costCDR = basicText;
      return;
    }
    call.costCDRBasic = basicText;
    const parts = [basicText];
    for (const field of COST_PARTS) {
      if (!chance.oneIn(3)) continue;
      call[field] = decimalText(chooseCost(chance, rate, costDecimals).value, 10);
      parts.push(call[field]);
    }
    if (kind === 5) return;
    let total = parts.reduce((sum, part) => sum + (unitsOf(part, 10) ?? 0n), 0n);
    if (chance.oneIn(20)) total += 1n;
    call.costCDR = decimalText(total, 10);
    if (kind === 7) delete call.costCDRBasic;
  }
}
