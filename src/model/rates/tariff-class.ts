/**
 * The ten classes of call, and the fields that exist once for each class. A record as written has separate fields
 * (`inboundTariff` … `bespokeTariff2`); a checked record has a group (`tariffs.inbound` … `tariffs.bespoke2`).
 */
import type * as z from "zod";
import { type Amount, type FieldGroup, type Optional, percent, text } from "../fields/index.ts";

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

/** A call's class, which decides the tariff field of a customer, number or feature that applies. */
export type TariffClass = (typeof TARIFF_CLASSES)[number];

/** The seeds' field names that belong to one class. */
interface ClassFields {
  /** On numbers and features: the name of the tariff. */
  readonly tariff: string;
  /** On numbers: the markup where the tariff has no rate (R27). */
  readonly markup: string;
  /** On customers: the default tariff. */
  readonly defaultTariff: string;
  /** On customers: the default markup. */
  readonly defaultMarkup: string;
}

/** The names of a class's fields; bespoke classes have irregular names. */
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

type PlainClass = Exclude<TariffClass, "bespoke1" | "bespoke2">;
type TariffField = `${PlainClass}Tariff` | "bespokeTariff1" | "bespokeTariff2";
type MarkupField = `${PlainClass}Markup` | "bespokeTariff1Markup" | "bespokeTariff2Markup";

/** `inboundTariff` … `bespokeTariff2`: the name of the tariff for each class's calls (R24). */
type ClassTariffFields = { readonly [F in TariffField]?: Optional<string> };

/** `inboundMarkup` … `bespokeTariff2Markup`: percent over the wholesale cost where the tariff has no rate (R27). */
type ClassMarkupFields = { readonly [F in MarkupField]?: Optional<Amount> };

/** `defaultInboundTariff` … `defaultBespokeTariff2`: a customer's tariff for each class's calls (R24). */
type DefaultTariffFields = {
  readonly [F in TariffField as `default${Capitalize<F>}`]?: Optional<string>;
};

/** `defaultInboundMarkup` … `defaultBespokeTariff2Markup`: a customer's markup for each class, percent (R27). */
type DefaultMarkupFields = {
  readonly [F in MarkupField as `default${Capitalize<F>}`]?: Optional<Amount>;
};

/** Values by class; a class may have none. */
export type ByClass<T> = Partial<Record<TariffClass, T>>;

function byClass<T, Written>(
  field: keyof ClassFields,
  schema: z.ZodType<T>,
): FieldGroup<ByClass<T>, Written> {
  return {
    fields: new Map(TARIFF_CLASSES.map((name) => [classFields(name)[field], { as: name, schema }])),
    empty: () => ({}),
  };
}

/** Names of tariffs by class, from `inboundTariff` and its like. */
export const classTariffs: FieldGroup<ByClass<string>, ClassTariffFields> = byClass("tariff", text);

/** Markups by class, from `inboundMarkup` and its like; millionths of a percent. */
export const classMarkups: FieldGroup<ByClass<number>, ClassMarkupFields> = byClass("markup", percent);

/** Names of default tariffs by class, from `defaultInboundTariff` and its like. */
export const defaultClassTariffs: FieldGroup<ByClass<string>, DefaultTariffFields> = byClass(
  "defaultTariff",
  text,
);

/** Default markups by class, from `defaultInboundMarkup` and its like; millionths of a percent. */
export const defaultClassMarkups: FieldGroup<ByClass<number>, DefaultMarkupFields> = byClass(
  "defaultMarkup",
  percent,
);
