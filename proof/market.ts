/** The market that all books are made for: classes, carriers, call types, and which number leads to which. */
import type { TariffClass } from "tollbook";
import type { Row } from "./rates.ts";

/** Classes with calls; the surcharges have tariffs only. */
export const CLASSES = [
  "inbound",
  "national",
  "mobile",
  "nongeographic",
  "serviceNumbers",
  "international",
  "extendedInternational",
  "bespoke1",
  "bespoke2",
] as const satisfies readonly CallClass[];
export type CallClass = Exclude<TariffClass, "surcharges">;

export const CARRIERS = ["Northway", "Swan", "Tidewater"] as const;
export const NUMBER_TYPES = ["SIP", "Analogue", "Hosted"] as const;
export const GROUPS = ["Trade", "Staff", "School"] as const;

export const CALL_TYPES: readonly { readonly name: string; readonly tariffClass: CallClass }[] = [
  { name: "Local", tariffClass: "national" },
  { name: "National", tariffClass: "national" },
  { name: "Mobile A", tariffClass: "mobile" },
  { name: "Mobile B", tariffClass: "mobile" },
  { name: "Freephone in", tariffClass: "inbound" },
  { name: "Geographic in", tariffClass: "inbound" },
  { name: "UK-wide", tariffClass: "nongeographic" },
  { name: "Premium", tariffClass: "serviceNumbers" },
  { name: "Enquiries", tariffClass: "serviceNumbers" },
  { name: "America", tariffClass: "international" },
  { name: "Pacific", tariffClass: "international" },
  { name: "Satellite", tariffClass: "extendedInternational" },
  { name: "Data", tariffClass: "bespoke1" },
  { name: "Text", tariffClass: "bespoke2" },
];

/** What the other party's number begins with, how many digits follow, and the class it leads to. */
export const OTHERS: readonly {
  readonly prefix: string;
  readonly more: number;
  readonly tariffClass: CallClass;
}[] = [
  { prefix: "442079460", more: 3, tariffClass: "national" },
  { prefix: "441632960", more: 3, tariffClass: "national" },
  { prefix: "441134960", more: 3, tariffClass: "national" },
  { prefix: "447700900", more: 3, tariffClass: "mobile" },
  { prefix: "443069990", more: 3, tariffClass: "nongeographic" },
  { prefix: "449098790", more: 3, tariffClass: "serviceNumbers" },
  { prefix: "1808555", more: 4, tariffClass: "international" },
  { prefix: "61255501", more: 3, tariffClass: "international" },
  { prefix: "881655501", more: 4, tariffClass: "extendedInternational" },
];

export const DESTINATIONS: readonly Row[] = [
  { prefix: "44", tariffType: "National", location: "United Kingdom" },
  { prefix: "4420", tariffType: "Local", location: "London" },
  { prefix: "447", tariffType: "Mobile A", location: "UK mobile" },
  { prefix: "4477009005", tariffType: "Mobile B" },
  { prefix: "443", tariffType: "UK-wide" },
  { prefix: "449", tariffType: "Premium", location: "Premium rate" },
  { prefix: "118", short: true, tariffType: "Enquiries", location: "Enquiries" },
  { prefix: "1571", short: true, tariffType: "Local" },
  { prefix: "1", tariffType: "America", location: "North America" },
  { prefix: "1808", tariffType: "Pacific", location: "Hawaii" },
  { prefix: "61", tariffType: "Pacific", location: "Australia" },
  { prefix: "8816", tariffType: "Satellite" },
  { prefix: "4477009007", tariffType: "Mobile B", locationCarrier: "Northway", location: "Own mobile" },
  { prefix: "44207946", tariffType: "National", locationCarrier: "Swan" },
  { prefix: "447", tariffType: "National", locationCarrier: "Tidewater" },
  { prefix: "", direction: "inbound", tariffType: "Geographic in" },
  { prefix: "447", direction: "inbound", tariffType: "Freephone in", location: "A mobile caller" },
  { prefix: "1", direction: "inbound", locationCarrier: "Swan", tariffType: "Freephone in" },
];

export const BANDS = ["DATA", "SMS", "LOC", "N1"] as const;
export const CHARGE_BANDS: readonly Row[] = [
  { chargeBand: "DATA", tariffType: "Data" },
  { chargeBand: "SMS", tariffType: "Text" },
  { chargeBand: "LOC", tariffType: "Local" },
  { chargeBand: "N1", tariffType: "Mobile B", callCarrier: "Northway" },
  { chargeBand: "LOC", tariffType: "National", callCarrier: "Swan" },
  { chargeBand: "DATA", tariffType: "Data", direction: "inbound" },
];
