/** The ten classes of call a tariff can be for. */
export const TARIFF_CLASSES = [
  "inbound",
  "national",
  "mobile",
  "nongeographic",
  "serviceNumbers",
  "international",
  "extendedInternational",
  "surcharges",
  "bespoke1",
  "bespoke2",
] as const;

/** A call's class: which of a customer's, number's or feature's tariff fields applies. */
export type TariffClass = (typeof TARIFF_CLASSES)[number];

/** The seeds' field names that belong to one class. */
export interface ClassFields {
  /** On numbers and features: the named tariff. */
  readonly tariff: string;
  /** On numbers: the markup where the tariff has no rate (R27). */
  readonly markup: string;
  /** On customers: the default tariff. */
  readonly defaultTariff: string;
  /** On customers: the default markup. */
  readonly defaultMarkup: string;
}

/** The names of a class's fields; bespoke classes are spelt their own way. */
export function classFields(tariffClass: TariffClass): ClassFields {
  if (tariffClass === "bespoke1" || tariffClass === "bespoke2") {
    const digit = tariffClass.slice(-1);
    return {
      tariff: `bespokeTariff${digit}`,
      markup: `bespokeTariff${digit}Markup`,
      defaultTariff: `defaultBespokeTariff${digit}`,
      defaultMarkup: `defaultBespokeTariff${digit}Markup`,
    };
  }
  const capital = tariffClass.charAt(0).toUpperCase() + tariffClass.slice(1);
  return {
    tariff: `${tariffClass}Tariff`,
    markup: `${tariffClass}Markup`,
    defaultTariff: `default${capital}Tariff`,
    defaultMarkup: `default${capital}Markup`,
  };
}
