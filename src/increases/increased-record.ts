import type { FixedFeeTariff, StandardFeature, Tariff } from "../model/index.ts";
import type { KeptPrice, RaisedPrice } from "./raised-prices.ts";

/** A record that can be increased. */
export type IncreasableRecord = Tariff | FixedFeeTariff | StandardFeature;

/** A record with its prices raised, before it is given tracking fields. */
export interface RaisedRecord<T> {
  readonly record: T;
  readonly changed: readonly RaisedPrice[];
  readonly kept: readonly KeptPrice[];
}
