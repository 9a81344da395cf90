/** R21 and R31: the number of the book to which each call of a block belongs. */
import {
  type BookTables,
  type CallFacts,
  type KnownNames,
  MATCHED,
  NAMED,
  type OpenedNumber,
  Refusal,
} from "../book/index.ts";
import { type ColumnBlock, refuse } from "./column-block.ts";

/** Calls that match no number or several are refused; of those whose target is ignored on some day the record decides. */
export function findNumbers(block: ColumnBlock, book: BookTables, known: KnownNames<OpenedNumber>): void {
  const { first, count, isPlain, day } = block;
  const { target, numberID, carrier } = block.columns;
  const targets = known.targets();
  for (let at = 0; at < count; at++) {
    if (isPlain[at] === 0) continue;
    const row = first + at;
    const code = target[row] as number;
    const id = numberID[row] as number;
    let rows = targets;
    let named = code * NAMED.WIDTH;
    if (rows[named + NAMED.MATCHED] === MATCHED.unknown) known.lookUpTarget(code);
    let matched = rows[named + NAMED.MATCHED] as number;
    if (id !== 0) {
      // An id goes before the target, but that the target is ignored goes before both.
      if (matched === MATCHED.ignored) {
        isPlain[at] = 0;
        continue;
      }
      rows = known.ids();
      named = id * NAMED.WIDTH;
      if (rows[named + NAMED.MATCHED] === MATCHED.unknown) known.lookUpID(id);
      matched = rows[named + NAMED.MATCHED] as number;
    }
    const start = day[at] as number;
    if (matched === MATCHED.alone) {
      if (start < (rows[named + NAMED.FROM] as number) || start > (rows[named + NAMED.TO] as number)) {
        refuse(block, at, "number-not-billable");
        continue;
      }
      block.number[at] = rows[named + NAMED.NUMBER] as number;
      block.carrier[at] = (carrier[row] as number) || (rows[named + NAMED.CARRIER] as number);
      block.originates[at] = rows[named + NAMED.ORIGINATES] as number;
    } else if (matched === MATCHED.never) {
      refuse(block, at, "unregistered-number");
    } else if (matched === MATCHED.narrowed) {
      narrow(block, book, known, at);
    } else {
      isPlain[at] = 0;
    }
  }
}

/** A call whose target several numbers bear, or one number that asks for a charge band or a direction, too. */
function narrow(block: ColumnBlock, book: BookTables, known: KnownNames<OpenedNumber>, at: number): void {
  const { columns } = block;
  const { names } = columns;
  const row = block.first + at;
  // Only these are asked for.
  const facts = {
    numberID: "",
    target: names[columns.target[row] as number] as string,
    chargeBand: names[columns.chargeBand[row] as number] as string,
    directionFlag: names[columns.directionFlag[row] as number] as string,
    day: block.day[at] as number,
  } as CallFacts;
  const match = book.numbers.find(facts);
  if (match instanceof Refusal) {
    refuse(block, at, match.code);
    return;
  }
  const { number } = match;
  block.number[at] = number.place;
  block.carrier[at] = (columns.carrier[row] as number) || known.carrier(number.callCarrier);
  block.originates[at] = match.originationSurcharges ? 1 : 0;
}
