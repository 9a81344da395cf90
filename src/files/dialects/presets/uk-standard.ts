/** The UK standard CDR, which many carriers of the United Kingdom write. */
import type { CallDialect } from "../call-dialect.ts";

/** The columns of the UK standard CDR, version 3, in the order of the standard. */
export const UK_CDR_COLUMNS = [
  "Call Type",
  "Call Cause",
  "Customer Identifier",
  "Telephone Number Dialled",
  "Call Date",
  "Call Time",
  "Duration",
  "Bytes Transmitted",
  "Bytes Received",
  "Description",
  "Chargecode",
  "Time Band",
  "Salesprice",
  "Salesprice (pre-bundle)",
  "Extension",
  "DDI",
  "Grouping ID",
  "Call Class",
  "Carrier",
  "Recording",
  "VAT",
  "Country of Origin",
  "Network",
  "Retail tariff code",
  "Remote Network",
  "APN",
  "Diverted Number",
  "Ring time",
  "RecordID",
  "Currency",
  "Presentation Number",
  "Network Access Reference",
  "NGCS Access Charge",
  "NGCS Service Charge",
  "Total Bytes Transferred",
  "User ID",
  "Onward Billing Reference",
  "Contract Name",
  "Bundle Name",
  "Bundle Allowance",
  "Discount Reference",
  "Routing Code",
] as const;

/** Known names in headers for columns of the standard. */
export const UK_CDR_HEADER_NAMES: Readonly<Record<string, string>> = {
  "Call Cause Definition Required": "Call Cause",
  "Non-Charged Party": "Telephone Number Dialled",
  "Call Class (Feature)": "Call Class",
  "Caller Line Identity": "Presentation Number",
};

/** An amount in pounds, one part of a cost: carriers write zeros for a part that a call does not have. */
const partOfCost = (column: string) => ({ column, is: [{ money: "major" }, { zero: "blank" }] }) as const;

/** The same as the preset `fcs-v3` of the UK CDR dialects, which are for this standard only. */
export const UK_CDR: CallDialect = {
  about: "UK standard CDR, version 3, as --dialect says; without it fcs-v3.",
  reads: "csv",
  csv: { header: "auto", delimiter: "," },
  columns: UK_CDR_COLUMNS,
  headerColumns: UK_CDR_COLUMNS,
  optionalColumns: UK_CDR_COLUMNS,
  headerNames: UK_CDR_HEADER_NAMES,
  zone: "local",
  currency: { column: "Currency", is: "GBP" },
  fields: {
    target: { column: "Customer Identifier" },
    external: { column: "Telephone Number Dialled" },
    duration: { column: "Duration" },
    location: { column: "Description" },
    chargeBand: { column: "Chargecode" },
    costCDR: { column: "Salesprice", is: [{ money: "major" }] },
    extension: { column: "Extension" },
    callGroup: { column: "Grouping ID" },
    callTypeDirectionFlag: { column: "Call Class" },
    carrier: { column: "Carrier" },
    callTypeRecordingFlag: { column: "Recording" },
    answerTime: { column: "Ring time" },
    id: { column: "RecordID" },
    carrierCallID: { column: "RecordID" },
    costCDRAccessCharge: partOfCost("NGCS Access Charge"),
    costCDRBasic: partOfCost("NGCS Service Charge"),
    bytes: {
      column: "Total Bytes Transferred",
      is: [{ zero: "blank" }],
      or: [{ column: ["Bytes Transmitted", "Bytes Received"], sum: true }, "Total Bytes Transferred"],
    },
    start: {
      date: { column: "Call Date", is: [{ date: "dd/mm/yyyy" }] },
      clock: { column: "Call Time", is: ["clock"] },
    },
  },
};
