/** The book of the tests of charges and bills: the one whose lines the specification shows. */
import type { BookData } from "../../src/index.ts";

/** £11.50 a month from 12 October, and calls of 1.2 p a minute with 2 p each; 91 s cost 3.82 p, wholesale 0.94 p. */
export const BILL_BOOK = {
  callTypes: [{ name: "UK", tariffClass: "national" }],
  destinations: [{ prefix: "44", tariffType: "UK" }],
  tariffs: [
    { id: 1, name: "Business", tariffClass: "national", baseCost: "1.2", baseCostConnection: 2 },
    {
      id: 51,
      name: "Wholesale",
      tariffClass: "national",
      retail: "wholesale",
      forCarriers: "Northway",
      baseCost: "0.62",
    },
  ],
  customers: [
    { id: 1, companyName: "Millbrook Joinery", defaultNationalTariff: "Business", VATRate: "Standard" },
    { id: 4, companyName: "Beacon Hill Trust", VATRate: "Standard" },
  ],
  numbers: [{ id: 1007, customerID: 1, number: "020 7946 0018", callCarrier: "Northway" }],
  transactionTypes: [
    { id: 1, transactionTypeName: "Calls", defaultTransactionCode: "4000" },
    { id: 2, transactionTypeName: "Rental" },
  ],
  featureTypes: [{ id: 1, featureTypeName: "Line rental" }],
  vatRates: [{ name: "Standard", percent: 20 }],
  fixedFeeTariffs: [
    {
      id: 1,
      name: "Corporate fees",
      rates: [
        { chargeKind: "oneOff", fixedFeeValue: 5 },
        { chargeKind: "recurring", featureTypeIDs: "Line rental", fixedFeeValue: 9, endDate: "2026-10-31" },
      ],
    },
  ],
  features: [
    {
      id: 3,
      numberID: 1007,
      description: "Main line",
      startDate: "2026-10-12",
      serviceCharge: "11.5",
      serviceTransactionType: "Rental",
      serviceTransactionCode: "4100",
      carrier: "Northway",
      serviceChargeCarrier: "8.2",
      VATRate: "Standard",
    },
  ],
} as const satisfies BookData;

/** A second feature: £5 to connect, and then its fixed fee tariff has no fee for it from November on. */
export const WITHOUT_FEE = {
  id: 9,
  customerID: 4,
  featureType: "Line rental",
  startDate: "2026-11-01",
  fixedFeeTariff: "Corporate fees",
} as const;

/** The first line of `charges`, as the specification has it. */
export const FIRST_LINE =
  '{"customerID":"1","numberID":"1007","serviceID":null,"featureID":"3","transactionSource":"recurring","transactionType":"Rental","transactionDescription":"Main line","transactionDate":"2026-10-12","transactionBillDate":"2026-10-12","transactionStartDate":"2026-10-12","transactionEndDate":"2026-10-31","featureCount":1,"transactionValue":"7.42","transactionValueCarrier":"5.29","transactionCarrier":"Northway","transactionCode":"4100","transactionVATRate":"Standard","site":null,"campaign":null}\n';

/** The line of `--features` after it. */
export const FIRST_STATE =
  '{"id":"3","dueDate":"2026-11-01","chargesMade":[{"source":"recurring","periodStart":"2026-10-01","periodEnd":"2026-10-31","fixed":false,"value":"7.42","valueCarrier":"5.29","parts":[{"startDate":"2026-10-12","endDate":"2026-10-31","count":"1","billed":"1","price":"11.5","net":"11.5","carrier":"8.2"}]}]}\n';

/** The invoice of both. */
export const FIRST_INVOICE =
  '{"customerID":"1","invoiceDate":"2026-11-01","cutoffDate":"2026-11-01","invoiceAmount":"7.46","invoiceVAT":"1.49","invoiceReverseVAT":"0","total":"8.95","invoiceCallCount":1,"invoiceCallMinutes":2,"transactions":[{"customerID":"1","numberID":"1007","serviceID":null,"featureID":"3","transactionSource":"recurring","transactionType":"Rental","transactionDescription":"Main line","transactionDate":"2026-10-12","transactionBillDate":"2026-10-12","transactionStartDate":"2026-10-12","transactionEndDate":"2026-10-31","featureCount":1,"transactionValue":"7.42","transactionValueCarrier":"5.29","transactionCarrier":"Northway","transactionCode":"4100","transactionVATRate":"Standard","site":null,"campaign":null,"transactionCallCount":null,"transactionCallMinutes":null},{"customerID":"1","numberID":"1007","serviceID":null,"featureID":null,"transactionSource":"calls","transactionType":"Calls","transactionDescription":null,"transactionDate":"2026-10-31","transactionBillDate":"2026-10-31","transactionStartDate":"2026-10-20","transactionEndDate":"2026-10-20","featureCount":null,"transactionValue":"0.04","transactionValueCarrier":"0.01","transactionCarrier":null,"transactionCode":"4000","transactionVATRate":"Standard","site":null,"campaign":null,"transactionCallCount":1,"transactionCallMinutes":2}]}\n';

export const OCTOBER = "--from 2026-10-01 --to 2026-10-31";
export const NOVEMBER = "--from 2026-11-01 --to 2026-11-30";
