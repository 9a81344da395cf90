/** The whole face of charges: what everything costs that is not a call. */
export type {
  FixedFee,
  FixedFeeErrorCode,
  NoFixedFee,
  PricedFixedFee,
  RefusedFixedFee,
} from "./fixed-fee.ts";
export { type FixedFeeRequest, priceFixedFee } from "./price-fixed-fee.ts";
