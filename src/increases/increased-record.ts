import type { KeptPrice } from "./raised-prices.ts";

/** A record with its prices raised, before it is given tracking fields. */
export interface RaisedRecord<T> {
  readonly record: T;
  readonly kept: readonly KeptPrice[];
}
