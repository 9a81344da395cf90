/**
 * The results of rows that the kernel refused or ignored: it gives a code, and the step that words it for a single call
 * words it here, from the names and numbers of the row, once somebody reads it.
 */
import { type BookTables, CALL_ERROR_CODES, type CallFacts, Refusal } from "../../book/index.ts";
import { unknownCallType } from "../call/find-call-type.ts";
import { withoutMarkup } from "../call/no-rate.ts";
import { FailedCall, IgnoredCall } from "../results/index.ts";
import type { CallColumns } from "./call-columns.ts";
import { asciiOfRow, idOfRow, lineOfRow } from "./column-ids.ts";
import { OUTCOMES, type RowResults } from "./rated-columns.ts";

const IGNORED = OUTCOMES.indexOf("ignored");

/** A row that was rated. */
export interface RowOfColumns {
  readonly book: BookTables;
  readonly columns: CallColumns;
  readonly rated: RowResults;
  readonly row: number;
}

/** The result of a row that the kernel has refused or ignored; undefined where only its record can say it. */
export function unratedResult(
  unrated: RowOfColumns,
  reclassify: boolean,
): FailedCall | IgnoredCall | undefined {
  const { book, columns, rated, row } = unrated;
  const line = lineOfRow(columns, row);
  if (rated.outcome[row] === IGNORED) {
    const target = columns.names[columns.target[row] as number] as string;
    const ignored = book.ignored.find(target, rated.day[row] as number);
    return new IgnoredCall(idOfRow(columns, row), line, ignored?.reason ?? null);
  }
  const refusal = refusalOf(unrated, reclassify);
  if (refusal === undefined) return undefined;
  return new FailedCall(idOfRow(columns, row), line, refusal.code, refusal.message, refusal.field);
}

function refusalOf({ book, columns, rated, row }: RowOfColumns, reclassify: boolean): Refusal | undefined {
  const { names, target, numberID, chargeBand, directionFlag, carrier, tariffType, tariffTypeCarrier } =
    columns;
  const named = (codes: Uint32Array): string => names[codes[row] as number] as string;
  const code = CALL_ERROR_CODES[rated.error[row] as number];
  switch (code) {
    case "unregistered-number":
    case "ambiguous-number":
    case "number-not-billable": {
      // Only these are asked for.
      const call = {
        numberID: named(numberID),
        target: named(target),
        chargeBand: named(chargeBand),
        directionFlag: named(directionFlag),
        day: rated.day[row] as number,
      } as CallFacts;
      const match = book.numbers.find(call);
      return match instanceof Refusal ? match : undefined;
    }
    case "unknown-call-type": {
      const external = asciiOfRow(columns.external, row);
      if (external === undefined) return undefined;
      const number = book.places.numbers[rated.number[row] as number];
      const call = {
        tariffType: reclassify ? "" : named(tariffType),
        chargeBand: named(chargeBand),
        tariffTypeCarrier: named(tariffTypeCarrier),
        external,
      };
      const direction = book.callTypes.directionNamed(named(directionFlag));
      return unknownCallType(call, named(carrier) || (number?.callCarrier ?? ""), direction);
    }
    case "no-rate":
    case "no-carrier-cost": {
      const tariffClass = book.callTypes.callTypes[rated.callType[row] as number]?.tariffClass ?? 0;
      const tariff = book.places.tariffs[rated.tariff[row] as number];
      return withoutMarkup(tariff, tariffClass, code === "no-carrier-cost");
    }
    default:
      return undefined;
  }
}
