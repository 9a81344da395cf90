/**
 * The components of a cost, in the order in which they are written, split and discounted: the only table of components,
 * from which all other lists are made. CONTRIBUTING.md tells how to add a component.
 */

/** A row of the table: a component's names, the calls that attract it, and the rate fields that price it. */
interface ComponentRow {
  /** Suffix of a cost's field names: `costBase` + `AccessCharge`. */
  readonly name: string;
  /** In explanations: "access charge". */
  readonly words: string;
  /** In lists of amounts: "mobile". */
  readonly shortWords: string;
  /** The calls that attract the component (R11): every call, recorded calls, or calls of an origin. */
  readonly attractedBy: "everyCall" | "recording" | { readonly origin: string };
  /** The rate fields that price the component (R11, R12); all other rate fields price basic. */
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

/** The name of a component: the suffix of a cost's field name (`costBaseAccessCharge`). */
export type Component = Row["name"];

type NamesOf<Rows extends readonly ComponentRow[]> = { readonly [At in keyof Rows]: Rows[At]["name"] };
type ForEach<Rows extends readonly unknown[], T> = { readonly [At in keyof Rows]: T };

/** The components of a cost, in the order in which they are written, split and discounted. */
export const COMPONENTS = perComponent(({ name }) => name) as NamesOf<Components>;

/** One value for each component, in the order of `COMPONENTS`. */
export type PerComponent<T> = ForEach<Components, T>;

export type PerCost<T> = readonly [total: T, ...components: PerComponent<T>];

/** One value for each component, made of its row and its index. */
export function perComponent<T>(make: (component: Row, componentIndex: number) => T): PerComponent<T> {
  return COST_COMPONENTS.map(make) as unknown as PerComponent<T>;
}

/** A cost with the basic component only. */
export function onlyBasic<T>(basic: T, nothing: T): PerComponent<T> {
  return perComponent((_, componentIndex) => (componentIndex === 0 ? basic : nothing));
}

/** The fields of a cost in a record: the total, then each component. */
export type CostField<Cost extends string> = Cost | `${Cost}${Component}`;

/** The names of a cost's fields: the total's, then each component's. */
export function costFields<const Cost extends string>(cost: Cost): PerCost<CostField<Cost>> {
  return [cost, ...perComponent(({ name }) => `${cost}${name}` as const)];
}

/** A component with rate fields that price it: each but basic. */
export type PricedComponent = Exclude<Row, { readonly rate: undefined }>;

/** The components with rate fields that price them, in the order of `COMPONENTS`: each but basic. */
export const PRICED_COMPONENTS: readonly PricedComponent[] = COST_COMPONENTS.filter(
  (component): component is PricedComponent => component.rate !== undefined,
);

export type ComponentRateField = PricedComponent["rate"][keyof PricedComponent["rate"]];

/** The name of an origin that brings a surcharge (R11). */
type SurchargedOrigin = Extract<Row["attractedBy"], { readonly origin: string }>["origin"];

/** The origins that bring a surcharge (R11). */
export const SURCHARGED_ORIGINS: readonly SurchargedOrigin[] = COST_COMPONENTS.flatMap(({ attractedBy }) =>
  typeof attractedBy === "object" ? [attractedBy.origin] : [],
);

/** The code of an origin in the tables of a book: 0 for none, then 1 and up in the order of `SURCHARGED_ORIGINS`. */
export function originCode(origin: SurchargedOrigin | "none"): number {
  return origin === "none" ? 0 : 1 + SURCHARGED_ORIGINS.indexOf(origin);
}

/** The attracted components as bits: bit n is the component with index n in `COMPONENTS` (R11). */
const ATTRACTED = {
  byEveryCall: bitsOf(({ attractedBy }) => attractedBy === "everyCall"),
  byRecording: bitsOf(({ attractedBy }) => attractedBy === "recording"),
  /** Indexed by the code of the origin. */
  byOrigin: ["none" as const, ...SURCHARGED_ORIGINS].map((origin) =>
    bitsOf(({ attractedBy }) => typeof attractedBy === "object" && attractedBy.origin === origin),
  ),
} as const;

/** The components that a call attracts, as bits, given the code of its origin (R11). */
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
    (bits, component, componentIndex) => (isAttracted(component) ? bits | (1 << componentIndex) : bits),
    0,
  );
}
