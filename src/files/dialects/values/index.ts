/** Public interface of a dialect's values: texts of cells, converted to the platform's form. Nothing is judged. */
export { moneyDigits, movePoint, penceOf } from "./amount-text.ts";
export { type DateFormat, isoDate, isTimeOfDay } from "./date-text.ts";
export { openSteps, type ReadText, type StepSettings } from "./open-steps.ts";
export {
  openBetween,
  openDateAndClock,
  openTime,
  type ReadBetween,
  type ReadStart,
  readSeconds,
  type StartText,
  type TimeSettings,
  WallClock,
} from "./open-time.ts";
export { withoutTrunkZero } from "./party-text.ts";
export { clockText, needsYear, timeFault } from "./time-forms.ts";
export { MONTH_NAMES, openPicture } from "./time-picture.ts";
