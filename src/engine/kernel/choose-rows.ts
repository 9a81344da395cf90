/** R22, R24, R28 and R29 for a block: the call type of each call, and the tariffs of its two sides. */
import {
  BY_RECORD,
  CHOICE,
  NO_PREFIX,
  NONE,
  type OpenedDestination,
  type OpenedNumber,
  type OpenedTariff,
  Refusal,
  TARIFF_TRAITS,
  TYPE,
  WHOLESALE_TRAITS,
  WITHOUT_MARKUP,
} from "../../book/index.ts";
import { choicesOf } from "../choose-tariff.ts";
import { hasMarkup } from "../no-rate.ts";
import { type KernelRows, leave, refuse } from "./rows.ts";

/** What the names of a call say of its type: the carrier, the direction, and the type itself unless the number decides. */
export function findTypes(rows: KernelRows): void {
  const { columns, first, live, liveCount, carrier, type, known, reclassify } = rows;
  const { chargeBand, tariffTypeCarrier, tariffType, directionFlag } = columns;
  let kept = 0;
  // Calls of one kind come in a row.
  let lastCarrier = 0;
  let lastBand = 0;
  let lastBandOfCarrier = 0;
  let lastType = 0;
  let lastDirection = 0;
  let last = -1;
  for (let next = 0; next < liveCount; next++) {
    const at = live[next] as number;
    const row = first + at;
    const ownCarrier = carrier[at] as number;
    const band = chargeBand[row] as number;
    const bandOfCarrier = tariffTypeCarrier[row] as number;
    const ownType = reclassify ? 0 : (tariffType[row] as number);
    const direction = directionFlag[row] as number;
    if (
      last < 0 ||
      ownCarrier !== lastCarrier ||
      band !== lastBand ||
      ownType !== lastType ||
      direction !== lastDirection ||
      bandOfCarrier !== lastBandOfCarrier
    ) {
      last = known.type(ownCarrier, band, bandOfCarrier, ownType, direction);
      if (last < 0) {
        leave(rows, at);
        continue;
      }
      lastCarrier = ownCarrier;
      lastBand = band;
      lastBandOfCarrier = bandOfCarrier;
      lastType = ownType;
      lastDirection = direction;
    }
    type[at] = last;
    live[kept++] = at;
  }
  rows.liveCount = kept;
}

/** Reads the other party's numbers. */
export function readDialled(rows: KernelRows): void {
  const { columns, first, live, liveCount, key, digits, dialledKey, book } = rows;
  const { bytes, start, end } = columns.external;
  const { dialled } = book;
  let kept = 0;
  for (let next = 0; next < liveCount; next++) {
    const at = live[next] as number;
    const row = first + at;
    if (!dialled.readBytes(bytes, start[row] as number, end[row] as number)) {
      leave(rows, at);
      continue;
    }
    key[at] = dialled.key;
    digits[at] = dialled.length;
    dialledKey[at] = dialled.dialledKey;
    live[kept++] = at;
  }
  rows.liveCount = kept;
}

/** Finds the longest prefix of each of the numbers. */
export function findPrefixes(rows: KernelRows): void {
  const { live, liveCount, key, digits, prefix, book } = rows;
  const { prefixes } = book;
  if (prefixes.size > 0) prefixes.longestOfEach(key, digits, live, liveCount, prefix);
  else for (let next = 0; next < liveCount; next++) prefix[live[next] as number] = NO_PREFIX;
}

/** The type of each call, by its names or else by the other party's number, and the choices of tariffs for it. */
export function chooseTariffs(rows: KernelRows): void {
  const { book, known, results, first, live, liveCount, type, choice, classes } = rows;
  const { choices } = book;
  const { typeRows } = known;
  let { rows: choiceRows, kinds, byNumber, kindsOfNumber } = choices;
  let kept = 0;
  for (let next = 0; next < liveCount; next++) {
    const at = live[next] as number;
    const row = first + at;
    const own = (type[at] as number) * TYPE.WIDTH;
    let callType = typeRows[own + TYPE.CALL_TYPE] as number;
    let location = typeRows[own + TYPE.LOCATION] as number;
    if (callType < 0) {
      const found = destinationOf(rows, at);
      if (found === undefined) {
        refuse(rows, at, "unknown-call-type");
        continue;
      }
      callType = found.callType;
      location = found.locationPlace;
    }
    results.callType[row] = callType;
    results.location[row] = location;
    const kindKey = (typeRows[own + TYPE.CARRIER_KEY] as number) + (classes[callType] as number);
    const kind = kinds[kindKey] as number;
    const number = results.number[row] as number;
    let chosen = kind < 0 ? NONE : (byNumber[number * kindsOfNumber + kind] as number);
    const day = results.day[row] as number;
    if (
      chosen < 0 ||
      day < (choiceRows[chosen + CHOICE.FROM] as number) ||
      day > (choiceRows[chosen + CHOICE.TO] as number)
    ) {
      chosen = choose(rows, at, kindKey, classes[callType] as number);
      ({ rows: choiceRows, kinds, byNumber, kindsOfNumber } = choices);
    }
    choice[at] = chosen;
    if (
      choiceRows[chosen + CHOICE.TARIFF] === BY_RECORD ||
      choiceRows[chosen + CHOICE.WHOLESALE] === BY_RECORD
    ) {
      leave(rows, at);
      continue;
    }
    live[kept++] = at;
  }
  rows.liveCount = kept;
}

/** The destination of a row's number in the first of its type's lists that has one. */
function destinationOf(rows: KernelRows, at: number): OpenedDestination | undefined {
  const { book, known } = rows;
  const { dialled, prefixes } = book;
  const { lists } = known.typeAt(rows.type[at] as number);
  // All that a list asks of a number beside its prefix.
  dialled.dialledKey = rows.dialledKey[at] as number;
  for (let next = 0; next < lists.length; next++) {
    const found = lists[next]?.find(dialled, prefixes, rows.prefix[at] as number);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Chooses as a single call does, and keeps the choices for the calls to come. */
function choose(rows: KernelRows, at: number, kindKey: number, tariffClass: number): number {
  const { book, known, results } = rows;
  const row = rows.first + at;
  const number = book.places.numbers[results.number[row] as number] as OpenedNumber;
  const { carrier } = known.typeAt(rows.type[at] as number);
  const chosen = choicesOf(book, { number }, tariffClass, carrier, results.day[row] as number);
  const { retail, surcharges, wholesale } = chosen;
  const placeOf = (tariff: OpenedTariff): number => book.places.tariffPlaces.get(tariff) ?? BY_RECORD;
  const isPlain = retail !== undefined && !(retail instanceof Refusal) && retail.refusal === undefined;
  let traits = 0;
  if (isPlain) traits += traitsOf(retail.tariff);
  if (isPlain && !hasMarkup(number, tariffClass, retail.tariff)) traits += WITHOUT_MARKUP;
  if (wholesale !== undefined && !(wholesale instanceof Refusal)) {
    traits += traitsOf(wholesale) << WHOLESALE_TRAITS;
  }
  let surchargesPlace = NONE;
  if (surcharges !== undefined) {
    surchargesPlace = surcharges instanceof Refusal ? BY_RECORD : placeOf(surcharges.tariff);
  }
  let wholesalePlace = NONE;
  if (wholesale !== undefined) wholesalePlace = wholesale instanceof Refusal ? BY_RECORD : placeOf(wholesale);
  return book.choices.keep(number.place, kindKey, [
    chosen.from,
    chosen.to,
    isPlain ? placeOf(retail.tariff) : BY_RECORD,
    chosen.featurePlace,
    surchargesPlace,
    wholesalePlace,
    traits,
  ]);
}

function traitsOf({ settings }: OpenedTariff): number {
  const looksAgain = settings.locationLookupCarrier === undefined ? 0 : TARIFF_TRAITS.looksAgain;
  return looksAgain + (settings.periodRule === "split" && !settings.singleRate ? TARIFF_TRAITS.splits : 0);
}
