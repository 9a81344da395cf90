/** The second opinion of charges gives what every worked example says, R60 to R75. */
import { describe, expect, test } from "vitest";
import type { Row } from "../values.ts";
import { checkErrorCase, checkWithoutError, ERROR_CASES, WITHOUT_ERROR } from "./error-cases.ts";
import * as opinion from "./index.ts";
import { checkExample, WORKED_EXAMPLES } from "./worked-examples.ts";

test.for(WORKED_EXAMPLES.map((example) => [`${example.name} (${example.rules})`, example] as const))(
  "worked example %s",
  ([, example]) => checkExample(example, opinion),
);

function withFeature(feature: Row, book: Row = {}): Row {
  return { customers: [{ id: "1" }], ...book, features: [{ id: "12", customerID: "1", ...feature }] };
}

describe("features in error (R60)", () => {
  test.for(ERROR_CASES.map((one, at) => [`${at + 1} ${one.code} names ${one.field}`, one] as const))(
    "%s",
    ([, one]) => checkErrorCase(one, opinion),
  );

  test.for(WITHOUT_ERROR)("none: %s", ([, feature]) => checkWithoutError(feature, opinion));
});

test("R69: days that no record has are not corrected, but warned of", () => {
  const book = withFeature({
    serviceCharge: "10",
    startDate: "2026-01-01",
    dueDate: "2026-07-01",
    endDate: "2026-06-15",
  });
  expect(opinion.charges(book, "2026-06-01", "2026-06-30")).toMatchObject({
    transactions: [],
    errors: [],
    warnings: [{ featureID: "12", warning: "no-history" }],
  });
});

test("R61, R62 and R71: the line and the new state that the command's page shows", () => {
  const book: Row = {
    customers: [{ id: "1", VATRate: "Standard" }],
    numbers: [{ id: "1007", customerID: "1", number: "442079460000" }],
    transactionTypes: [{ id: "1", transactionTypeName: "Rental", defaultTransactionCode: "4100" }],
    features: [
      {
        id: "3",
        numberID: "1007",
        serviceTransactionType: "Rental",
        description: "Main line",
        serviceCharge: "11.50",
        serviceChargeCarrier: "8.2",
        carrier: "Northway",
        startDate: "2026-10-12",
      },
    ],
  };
  const { transactions, features } = opinion.charges(book, "2026-10-01", "2026-10-31");
  expect(transactions.map((row) => JSON.stringify(row))).toEqual([
    '{"customerID":"1","numberID":"1007","serviceID":null,"featureID":"3","transactionSource":"recurring","transactionType":"Rental","transactionDescription":"Main line","transactionDate":"2026-10-12","transactionBillDate":"2026-10-12","transactionStartDate":"2026-10-12","transactionEndDate":"2026-10-31","featureCount":1,"transactionValue":"7.42","transactionValueCarrier":"5.29","transactionCarrier":"Northway","transactionCode":"4100","transactionVATRate":"Standard","site":null,"campaign":null}',
  ]);
  expect(features.map((row) => JSON.stringify(row))).toEqual([
    '{"id":"3","dueDate":"2026-11-01","chargesMade":[{"source":"recurring","periodStart":"2026-10-01","periodEnd":"2026-10-31","fixed":false,"value":"7.42","valueCarrier":"5.29","parts":[{"startDate":"2026-10-12","endDate":"2026-10-31","count":"1","billed":"1","price":"11.5","net":"11.5","carrier":"8.2"}]}]}',
  ]);
});

test("R73: no carrier fixed-fee file is read, and no transaction says what one would have brought", () => {
  const book = withFeature({ serviceCharge: "10", startDate: "2026-01-01" });
  const { transactions } = opinion.charges(book, "2026-01-01", "2026-01-31");
  expect(transactions[0]?.transactionValueCDR ?? null).toBeNull();
});
