/** R24, R28, R29: the tariffs of the calls of a block. */
import {
  type BookTables,
  BY_RECORD,
  CHOICE,
  type KnownNames,
  NONE,
  type OpenedNumber,
  type OpenedTariff,
  Refusal,
  TARIFF_TRAITS,
  WITHOUT_MARKUP,
} from "../book/index.ts";
import { TARIFF_CLASSES } from "../model/index.ts";
import { choicesOf } from "./choose-tariff.ts";
import type { ColumnBlock } from "./column-block.ts";
import { hasMarkup } from "./no-rate.ts";

/** Wholesale traits stand above the retail ones in a choice's traits. */
export const WHOLESALE_TRAITS = 2;

/** Calls whose retail tariff is none, or is refused, are no longer plain. */
export function chooseTariffs(block: ColumnBlock, book: BookTables, known: KnownNames<OpenedNumber>): void {
  const { count, isPlain, number, kind, day } = block;
  const { choices } = book;
  let { rows } = choices;
  for (let at = 0; at < count; at++) {
    if (isPlain[at] === 0) continue;
    const start = day[at] as number;
    let choice = choices.find(number[at] as number, kind[at] as number);
    if (
      choice < 0 ||
      start < (rows[choice + CHOICE.FROM] as number) ||
      start > (rows[choice + CHOICE.TO] as number)
    ) {
      choice = choose(block, book, known, at);
      rows = choices.rows;
    }
    block.choice[at] = choice;
    if (rows[choice + CHOICE.TARIFF] === BY_RECORD || rows[choice + CHOICE.WHOLESALE] === BY_RECORD)
      isPlain[at] = 0;
  }
}

/** Chooses as a single call does, and keeps the choices for the calls to come. */
function choose(block: ColumnBlock, book: BookTables, known: KnownNames<OpenedNumber>, at: number): number {
  const { choices, places } = book;
  const place = block.number[at] as number;
  const kind = block.kind[at] as number;
  const number = places.numbers[place] as OpenedNumber;
  const tariffClass = kind % TARIFF_CLASSES.length;
  const { carrier } = known.typeAt(block.type[at] as number);
  const chosen = choicesOf(book, { number }, tariffClass, carrier, block.day[at] as number);
  const { retail, surcharges, wholesale } = chosen;
  const isPlain = retail !== undefined && !(retail instanceof Refusal) && retail.refusal === undefined;
  const row = choices.add([
    chosen.from,
    chosen.to,
    isPlain ? placeOf(book, retail.tariff) : BY_RECORD,
    chosen.featurePlace,
    surcharges === undefined
      ? NONE
      : surcharges instanceof Refusal
        ? BY_RECORD
        : placeOf(book, surcharges.tariff),
    wholesale === undefined ? NONE : wholesale instanceof Refusal ? BY_RECORD : placeOf(book, wholesale),
    (isPlain ? traitsOf(retail.tariff) : 0) +
      (isPlain && !hasMarkup(number, tariffClass, retail.tariff) ? WITHOUT_MARKUP : 0) +
      (wholesale === undefined || wholesale instanceof Refusal ? 0 : traitsOf(wholesale) << WHOLESALE_TRAITS),
  ]);
  choices.keep(place, kind, row);
  return row;
}

function placeOf(book: BookTables, tariff: OpenedTariff): number {
  return book.places.tariffPlaces.get(tariff) ?? BY_RECORD;
}

function traitsOf({ settings }: OpenedTariff): number {
  const looksAgain = settings.locationLookupCarrier === undefined ? 0 : TARIFF_TRAITS.looksAgain;
  return looksAgain + (settings.periodRule === "split" && !settings.singleRate ? TARIFF_TRAITS.splits : 0);
}
