/** A rate without anything but a price, for tests that change one thing of it. */
import type { Rate, Surcharge } from "../../src/book/index.ts";
import { PRICED_COMPONENTS } from "../../src/model/index.ts";

const NONE: Surcharge = { pricePerMinute: 0, connection: 0, rounding: { kind: "none" } };

/** 1.2 p a minute. */
export const PLAIN_RATE: Rate = {
  chargeType: "perMinute",
  cost: 1_200_000,
  connection: 0,
  minimum: undefined,
  maximum: undefined,
  initialMilliseconds: 0,
  initialCost: 0,
  secondaryConnection: 0,
  minimumMilliseconds: 0,
  roundMilliseconds: 0,
  roundFromMinimum: false,
  roundBytes: 0,
  roundEvents: 0,
  roundPence: 0,
  roundPenceAfterSurcharge: 0,
  zeroDuration: undefined,
  components: PRICED_COMPONENTS.map(() => NONE),
};
