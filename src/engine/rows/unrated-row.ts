/**
 * The results of rows that the kernel refused or ignored: the kernel gives an error code, and the same step as for a
 * single call words the message, from the names and numbers of the row.
 */
import { type BookTables, CALL_ERROR_CODES, type CallFacts, Refusal } from "../../book/index.ts";
import { unknownCallType } from "../call/find-call-type.ts";
import { withoutMarkup } from "../call/no-rate.ts";
import { FailedCall, IgnoredCall } from "../results/index.ts";
import type { CODE_COLUMNS } from "./record-reader.ts";

/** A row that the kernel has refused or ignored, from any kind of columns. */
export interface UnratedRow {
  readonly book: BookTables;
  readonly id: string | null;
  readonly line: number | undefined;
  readonly isIgnored: boolean;
  /** The index of the error in CALL_ERROR_CODES. */
  readonly error: number;
  readonly day: number;
  /** Indexes of the number, of the tariff and of the call type, as far as rating came. */
  readonly number: number;
  readonly tariff: number;
  readonly callType: number;
  /** The other party's number; undefined where only the record has it. */
  readonly external: () => string | undefined;
  readonly named: (column: (typeof CODE_COLUMNS)[number]) => string;
}

/** The result of a refused or ignored row; undefined where the row has to take the slow path. */
export function unratedResult(row: UnratedRow, reclassify: boolean): FailedCall | IgnoredCall | undefined {
  if (row.isIgnored) {
    const ignored = row.book.ignored.find(row.named("target"), row.day);
    return new IgnoredCall(row.id, row.line, ignored?.reason ?? null);
  }
  const refusal = refusalOf(row, reclassify);
  if (refusal === undefined) return undefined;
  return new FailedCall(row.id, row.line, refusal.code, refusal.message, refusal.field);
}

function refusalOf(row: UnratedRow, reclassify: boolean): Refusal | undefined {
  const { book } = row;
  const code = CALL_ERROR_CODES[row.error];
  switch (code) {
    case "unregistered-number":
    case "ambiguous-number":
    case "number-not-billable": {
      // `find` reads only these fields.
      const call = {
        numberID: row.named("numberID"),
        target: row.named("target"),
        chargeBand: row.named("chargeBand"),
        directionFlag: row.named("directionFlag"),
        day: row.day,
      } as CallFacts;
      const match = book.numbers.find(call);
      return match instanceof Refusal ? match : undefined;
    }
    case "unknown-call-type": {
      const external = row.external();
      if (external === undefined) return undefined;
      const number = book.byIndex.numbers[row.number];
      const call = {
        tariffType: reclassify ? "" : row.named("tariffType"),
        chargeBand: row.named("chargeBand"),
        tariffTypeCarrier: row.named("tariffTypeCarrier"),
        external,
      };
      const direction = book.callTypes.directionNamed(row.named("directionFlag"));
      return unknownCallType(call, row.named("carrier") || (number?.callCarrier ?? ""), direction);
    }
    case "no-rate":
    case "no-carrier-cost": {
      const tariffClass = book.callTypes.callTypes[row.callType]?.tariffClass ?? 0;
      return withoutMarkup(book.byIndex.tariffs[row.tariff], tariffClass, code === "no-carrier-cost");
    }
    default:
      return undefined;
  }
}
