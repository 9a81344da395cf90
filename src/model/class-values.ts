/**
 * The fields that exist once for each of the ten classes. Records spell them out (`inboundTariff` …
 * `bespokeTariff2`); a checked record keeps them by class (`tariffs.inbound` … `tariffs.bespoke2`).
 */
import type * as z from "zod";
import type { Amount } from "../money/index.ts";
import type { Optional } from "./blank.ts";
import { percent, text } from "./fields.ts";
import type { FieldGroup } from "./record-schema.ts";
import { type ClassFields, classFields, TARIFF_CLASSES, type TariffClass } from "./tariff-class.ts";

type PlainClass = Exclude<TariffClass, "bespoke1" | "bespoke2">;
type TariffField = `${PlainClass}Tariff` | "bespokeTariff1" | "bespokeTariff2";
type MarkupField = `${PlainClass}Markup` | "bespokeTariff1Markup" | "bespokeTariff2Markup";

/** `inboundTariff` … `bespokeTariff2`: the name of the tariff for each class's calls (R24). */
export type ClassTariffFields = { readonly [F in TariffField]?: Optional<string> };

/** `inboundMarkup` … `bespokeTariff2Markup`: percent over the wholesale cost where the tariff has no rate (R27). */
export type ClassMarkupFields = { readonly [F in MarkupField]?: Optional<Amount> };

/** `defaultInboundTariff` … `defaultBespokeTariff2`: a customer's tariff for each class's calls (R24). */
export type DefaultTariffFields = {
  readonly [F in TariffField as `default${Capitalize<F>}`]?: Optional<string>;
};

/** `defaultInboundMarkup` … `defaultBespokeTariff2Markup`: a customer's markup for each class, percent (R27). */
export type DefaultMarkupFields = {
  readonly [F in MarkupField as `default${Capitalize<F>}`]?: Optional<Amount>;
};

/** One value for each class that has one. */
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
