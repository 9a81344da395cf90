/** R21: the number a call belongs to; R31: ignored numbers. */
import type { Book, NumberMatch } from "./book.ts";
import type { Call } from "./call.ts";
import { canonical } from "./canonical.ts";
import { CallError } from "./errors.ts";
import { isBlank, isInForce, isTrue, type Row, text } from "./values.ts";

export interface BilledNumber {
  readonly number: Row;
  readonly customer: Row;
  /** R21: false where the field the call was matched through switches origination surcharges off. */
  readonly hasOriginationSurcharges: boolean;
}

/** R31: the entry that has the call ignored, by its target and local start date. */
export function ignoredEntry(book: Book, call: Call): Row | null {
  const target = canonical(call.target, book.settings.dialling);
  if (target === "") return null;
  const entries = book.ignoredNumbers.get(target) ?? [];
  return entries.find((entry) => isInForce(entry.startDate, entry.endDate, call.startDate)) ?? null;
}

export function findNumber(book: Book, call: Call): BilledNumber {
  if (call.numberID !== "") {
    const number = book.numbers.get(call.numberID);
    if (number === undefined) {
      throw new CallError("unregistered-number", `The book has no number ${call.numberID}.`, "numberID");
    }
    if (!isBillable(number, call)) {
      throw new CallError(
        "number-not-billable",
        `Number ${call.numberID} is not billable that day.`,
        "numberID",
      );
    }
    return billed(book, number, "");
  }

  const target = canonical(call.target, book.settings.dialling);
  const matches = (book.numbersByCLI.get(target) ?? []).filter((match) => isNarrowedTo(match, call));
  if (matches.length === 0) {
    throw new CallError(
      "unregistered-number",
      `No number of the book matches the CLI ${call.target}.`,
      "target",
    );
  }
  const billable = matches.filter((match) => isBillable(match.number, call));
  const [first] = billable;
  if (first === undefined) {
    throw new CallError("number-not-billable", `The CLI ${call.target} is not billable that day.`, "target");
  }
  if (billable.some((match) => match.number !== first.number)) {
    throw new CallError("ambiguous-number", `Several numbers match the CLI ${call.target}.`, "target");
  }
  return billed(book, first.number, first.suffix);
}

/** A charge band or direction beside a CDR number narrows the match of that CDR number. */
function isNarrowedTo({ number, field, suffix }: NumberMatch, call: Call): boolean {
  if (field === "number") return true;
  const chargeBand = text(number[`CDRNumberChargeBand${suffix}`]);
  const direction = text(number[`CDRNumberCallTypeDirectionFlag${suffix}`]);
  return (
    (chargeBand === "" || chargeBand === call.chargeBand) &&
    (direction === "" || direction === call.callTypeDirectionFlag)
  );
}

function isBillable(number: Row, call: Call): boolean {
  return isInForce(number.billableFrom, number.billableTo, call.startDate);
}

function billed(book: Book, number: Row, suffix: string): BilledNumber {
  const useFlag = number[`useCallTypeOriginationTypeFlag${suffix}`];
  return {
    number,
    customer: book.customers.get(text(number.customerID)) ?? {},
    hasOriginationSurcharges: isBlank(useFlag) || isTrue(useFlag, "use"),
  };
}
