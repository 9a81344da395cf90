/** What a fixed fee tariff makes of a charge: the whole face of it. */
export {
  type Charge,
  type FixedFee,
  type FixedFeeErrorCode,
  fixedFeeOf,
  type NoFixedFee,
  type PricedFixedFee,
  type RefusedFixedFee,
} from "./fixed-fee.ts";
export { type FixedFeeRequest, priceFixedFee } from "./price-fixed-fee.ts";
