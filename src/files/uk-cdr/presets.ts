import { UK_CDR_COLUMNS } from "./columns.ts";
import type { UkCdrDialect } from "./dialect.ts";

/** The standard as it is written down, in pounds and local time. It leaves rating periods to the book. */
const FCS_V3: UkCdrDialect = {
  header: "auto",
  delimiter: ",",
  columns: UK_CDR_COLUMNS,
  // Names that files with a header are known to use for a column of the standard.
  headerNames: {
    "Call Cause Definition Required": "Call Cause",
    "Non-Charged Party": "Telephone Number Dialled",
    "Call Class (Feature)": "Call Class",
    "Caller Line Identity": "Presentation Number",
  },
  fields: {
    "Customer Identifier": "target",
    "Telephone Number Dialled": "external",
    "Call Date": "startDate",
    "Call Time": "startTime",
    Duration: "duration",
    "Total Bytes Transferred": "bytes",
    Description: "location",
    Chargecode: "chargeBand",
    "Time Band": "tariffTime",
    Salesprice: "costCDR",
    "NGCS Access Charge": "costCDRAccessCharge",
    "NGCS Service Charge": "costCDRBasic",
    Extension: "extension",
    "Grouping ID": "callGroup",
    "Call Class": "callTypeDirectionFlag",
    Carrier: "carrier",
    Recording: "callTypeRecordingFlag",
    "Ring time": "answerTime",
    RecordID: ["id", "carrierCallID"],
  },
  dateFormat: "dd/mm/yyyy",
  timeIs: "answer",
  timeZone: "local",
  unit: "pounds",
  ngcsCharges: "within",
  currency: "GBP",
};

/** Carriers that number their bands: 1 peak, 2 off-peak, 3 weekend. */
const NUMBERED_BANDS: UkCdrDialect = {
  timeBands: { "1": "Daytime", "2": "Evening", "3": "Weekend" },
};

/** Carriers that write a letter for the band. */
const LETTERED_BANDS: UkCdrDialect = {
  timeBands: { D: "Daytime", E: "Evening", W: "Weekend" },
};

/** The dialects that come with Tollbook, by name. */
export const DIALECT_PRESETS: ReadonlyMap<string, UkCdrDialect> = new Map([
  ["fcs-v3", FCS_V3],
  ["fcs-v3-bands-123", NUMBERED_BANDS],
  ["fcs-v3-bands-dew", LETTERED_BANDS],
]);

/** The preset that every dialect rests on. */
export const DEFAULT_DIALECT = "fcs-v3";
