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

/** A column of the standard. */
export type UkCdrColumn = (typeof UK_CDR_COLUMNS)[number];

/** A name as it is compared: carriers write `RecordID`, `Record ID` and `RECORD_ID` for one column. */
export function columnKey(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
}
