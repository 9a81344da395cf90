/** How the usage part of a charge is priced (R7, R9, R15). */
export const CHARGE_TYPES = [
  "perMinute",
  "perEvent",
  "perKilobyte",
  "perMegabyte",
  "perGigabyte",
  "perCall",
  "markup",
  "markupSuggested",
] as const;

/** One of the charge types; blank is `perMinute`. */
export type ChargeType = (typeof CHARGE_TYPES)[number];

/** Whether `cost` under this charge type is a percentage rather than a price (R25). */
export function isMarkupType(chargeType: ChargeType): boolean {
  return chargeType === "markup" || chargeType === "markupSuggested";
}

/** Bytes in the unit of a byte type; undefined for the other charge types. */
export function bytesPerUnit(chargeType: ChargeType): number | undefined {
  switch (chargeType) {
    case "perKilobyte":
      return 1024;
    case "perMegabyte":
      return 1024 ** 2;
    case "perGigabyte":
      return 1024 ** 3;
    default:
      return undefined;
  }
}
