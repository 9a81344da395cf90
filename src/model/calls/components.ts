/**
 * The components of a cost, in the order in which they are written, split and discounted: the one table from which
 * everything that lists them is made. How to add one is in CONTRIBUTING.md.
 */

/** What a component is called in a record and in words, which calls attract it, and which fields of a rate price it. */
interface ComponentRow {
  /** What ends the names of a cost's fields: `costBase` + `AccessCharge`. */
  readonly name: string;
  /** In explanations: "access charge". */
  readonly words: string;
  /** In lists of amounts: "mobile". */
  readonly shortWords: string;
  /** Which calls attract it (R11): every one, those recorded, or those of an origin. */
  readonly attractedBy: "everyCall" | "recording" | { readonly origin: string };
  /** The fields of a rate that price it (R11, R12); basic is priced by all others. */
  readonly rate:
    | { readonly price: string; readonly connection: string; readonly rounding: string }
    | undefined;
}

function surcharge<const N extends string, const A extends ComponentRow["attractedBy"]>(
  name: N,
  attractedBy: A,
  words: string,
  shortWords: string,
) {
  return {
    name: `Surcharge${name}`,
    words,
    shortWords,
    attractedBy,
    rate: {
      price: `surcharge${name}`,
      connection: `surcharge${name}Connection`,
      rounding: `surchargeRounding${name}`,
    },
  } as const;
}

/** The table of components: basic first, then the access charge, then the surcharges (R11). */
export const COST_COMPONENTS = [
  {
    name: "Basic",
    words: "basic charge",
    shortWords: "basic",
    attractedBy: "everyCall",
    rate: undefined,
  },
  {
    name: "AccessCharge",
    words: "access charge",
    shortWords: "access charge",
    attractedBy: "everyCall",
    rate: {
      price: "accessCharge",
      connection: "accessChargeConnection",
      rounding: "roundingAccessCharge",
    },
  },
  surcharge("MobileOrigination", { origin: "mobile" }, "mobile origination surcharge", "mobile"),
  surcharge("PayphoneOrigination", { origin: "payphone" }, "payphone origination surcharge", "payphone"),
  surcharge("CallRecording", "recording", "call recording surcharge", "recording"),
] as const satisfies readonly ComponentRow[];

type Components = typeof COST_COMPONENTS;
type Row = Components[number];

/** The name of a component as it ends a cost's field name (`costBaseAccessCharge`). */
export type Component = Row["name"];

type NamesOf<Rows extends readonly ComponentRow[]> = { readonly [At in keyof Rows]: Rows[At]["name"] };
type ForEach<Rows extends readonly unknown[], T> = { readonly [At in keyof Rows]: T };

/** The components of a cost, in the order in which they are written, split and discounted. */
export const COMPONENTS = perComponent(({ name }) => name) as NamesOf<Components>;

/** One value for each component, in the order of `COMPONENTS`. */
export type PerComponent<T> = ForEach<Components, T>;

/** A value for the total of a cost, then one for each component. */
export type PerCost<T> = readonly [total: T, ...components: PerComponent<T>];

/** One value for each component, made of its row and its index. */
export function perComponent<T>(make: (component: Row, at: number) => T): PerComponent<T> {
  return COST_COMPONENTS.map(make) as unknown as PerComponent<T>;
}

/** A cost that is basic alone. */
export function onlyBasic<T>(basic: T, nothing: T): PerComponent<T> {
  return perComponent((_, at) => (at === 0 ? basic : nothing));
}

/** The fields of a cost in a record: the total, then each component. */
export type CostField<Cost extends string> = Cost | `${Cost}${Component}`;

/** The names of a cost's fields: the total's, then each component's. */
export function costFields<const Cost extends string>(cost: Cost): PerCost<CostField<Cost>> {
  return [cost, ...perComponent(({ name }) => `${cost}${name}` as const)];
}

/** A component that the fields of a rate price: each but basic. */
export type PricedComponent = Exclude<Row, { readonly rate: undefined }>;

/** The components that fields of a rate price, in the order of `COMPONENTS`: each but basic. */
export const PRICED_COMPONENTS: readonly PricedComponent[] = COST_COMPONENTS.filter(
  (component): component is PricedComponent => component.rate !== undefined,
);

/** The name of a field of a rate that prices a component. */
export type ComponentRateField = PricedComponent["rate"][keyof PricedComponent["rate"]];

/** The name of an origin that brings a surcharge (R11). */
type SurchargedOrigin = Extract<Row["attractedBy"], { readonly origin: string }>["origin"];

/** The origins that bring a surcharge (R11). */
export const SURCHARGED_ORIGINS: readonly SurchargedOrigin[] = COST_COMPONENTS.flatMap(({ attractedBy }) =>
  typeof attractedBy === "object" ? [attractedBy.origin] : [],
);

/** An origin as the tables of a book count it: 0 for none, then 1 and up in the order of `SURCHARGED_ORIGINS`. */
export function originCode(origin: SurchargedOrigin | "none"): number {
  return origin === "none" ? 0 : 1 + SURCHARGED_ORIGINS.indexOf(origin);
}

/** Which components are attracted by what, as bits: bit n is the component with the index n in `COMPONENTS` (R11). */
const ATTRACTED = {
  byEveryCall: bitsOf(({ attractedBy }) => attractedBy === "everyCall"),
  byRecording: bitsOf(({ attractedBy }) => attractedBy === "recording"),
  /** By code of the origin. */
  byOrigin: ["none" as const, ...SURCHARGED_ORIGINS].map((origin) =>
    bitsOf(({ attractedBy }) => typeof attractedBy === "object" && attractedBy.origin === origin),
  ),
} as const;

/** The components that a call attracts by its origin, as its code, and by being recorded (R11), as bits. */
export function attractedBy(origin: number, isRecorded: boolean): number {
  const bits = ATTRACTED.byEveryCall | (ATTRACTED.byOrigin[origin] as number);
  return isRecorded ? bits | ATTRACTED.byRecording : bits;
}

/** Index of the first component that not every call attracts; surcharges come last. */
export const FIRST_SURCHARGE: number = COST_COMPONENTS.findIndex(
  (component) => component.attractedBy !== "everyCall",
);

function bitsOf(isAttracted: (component: Row) => boolean): number {
  return COST_COMPONENTS.reduce(
    (bits, component, at) => (isAttracted(component) ? bits | (1 << at) : bits),
    0,
  );
}
