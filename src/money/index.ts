export { majorUnit, minorSign, minorUnit } from "./currency-units.ts";
export {
  type Amount,
  type DecimalLike,
  decimalPlaces,
  isDecimalText,
  MAX_AMOUNT_LENGTH,
  toDecimalText,
} from "./decimal-text.ts";
export { ExactSum, UnitSum } from "./exact-sum.ts";
export {
  addFractions,
  compareFractions,
  decimalTextOf,
  type Fraction,
  formatFraction,
  fractionOf,
  quantise,
  roundToMultiple,
  scaleFraction,
  ZERO_FRACTION,
} from "./fraction.ts";
export {
  ceilDivide,
  ceilToMultiple,
  divide,
  floorDivide,
  nearestDivide,
  nearestQuotient,
  type RoundingMode,
} from "./rounding.ts";
export { type PoundsOptions, sumAmounts, toPounds } from "./totals.ts";
export { formatUnits, toSafeUnits, toUnits, type Units } from "./units.ts";
