import type { SheetColumn } from "./sheet-columns.ts";
import type { SheetMapping } from "./sheet-mapping.ts";

const OPTIONAL: readonly SheetColumn[] = [
  "location",
  "costConnection",
  "costMin",
  "increment",
  "startDate",
  "endDate",
];

/** One row for each prefix, with a price for the minute; the common names of such columns. */
const PREFIXES: SheetMapping = {
  columns: {
    prefix: ["Prefix", "Prefixes", "Code", "Codes", "Dial Code", "Dial Codes", "Destination Code"],
    location: ["Destination", "Destination Name", "Description", "Name"],
    cost: ["Rate", "Price", "Cost", "Rate Per Minute", "Price Per Minute", "Per Minute", "Per Minute Charge"],
    costConnection: ["Connection", "Connection Charge", "Set Up Charge", "Setup", "Connect"],
    costMin: ["Minimum Charge", "Minimum Call Charge"],
    increment: ["Increment", "Increments", "Billing Increment", "Billing", "Charge Period"],
    startDate: ["Effective Date", "Effective From", "Valid From", "Start Date"],
    endDate: ["End Date", "Valid To"],
  },
  optional: OPTIONAL,
  dateFormat: "dd/mm/yyyy",
  unit: "major",
};

/** A country code and area codes in columns of their own, several area codes or ranges in a cell. */
const AREA_CODES: SheetMapping = {
  ...PREFIXES,
  columns: {
    ...PREFIXES.columns,
    prefix: null,
    countryCode: ["Country Code", "Country Prefix", "CC"],
    areaCode: ["Area Code", "Area Codes", "Area Prefix", "Codes"],
  },
  ranges: true,
  leadingZero: "drop",
};

/** Three prices a row, for a book with the periods Daytime, Evening and Weekend. */
const THREE_BANDS: SheetMapping = {
  ...PREFIXES,
  columns: { ...PREFIXES.columns, cost: null, costConnection: null },
  periods: [
    {
      tariffTime: "Daytime",
      columns: {
        cost: ["Peak", "Peak Per Minute", "Day", "Daytime"],
        costConnection: ["Peak Call Set Up Charge", "Peak Connection"],
      },
    },
    {
      tariffTime: "Evening",
      columns: {
        cost: ["Off Peak", "Off-Peak", "Off Peak Per Minute", "Evening"],
        costConnection: ["Off Peak Call Set Up Charge", "Off Peak Connection"],
      },
    },
    {
      tariffTime: "Weekend",
      columns: {
        cost: ["Weekend", "Weekend Per Minute"],
        costConnection: ["Weekend Call Set Up Charge", "Weekend Connection"],
      },
    },
  ],
};

/** Three prices for each charge code: every code's description becomes a call type. */
const CHARGE_CODES: SheetMapping = {
  ...THREE_BANDS,
  columns: {
    ...THREE_BANDS.columns,
    prefix: null,
    location: null,
    chargeBand: ["Charge Code", "ChargeCode", "Charge Band", "Code"],
    tariffType: ["Description", "Destination", "Name"],
  },
  newCallTypes: true,
};

/** The mappings that come with Tollbook, by name. */
export const MAPPING_PRESETS: ReadonlyMap<string, SheetMapping> = new Map([
  ["prefixes", PREFIXES],
  ["area-codes", AREA_CODES],
  ["prefixes-three-bands", THREE_BANDS],
  ["charge-codes-three-bands", CHARGE_CODES],
]);
