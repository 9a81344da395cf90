import type * as z from "zod";
import { oneOf, wholeNumber } from "./fields.ts";

/** Units of the calendar in which intervals, terms and discount schemes are counted. */
export const CALENDAR_UNITS = ["days", "weeks", "months", "years"] as const;

/** A unit of the calendar. */
export type CalendarUnit = (typeof CALENDAR_UNITS)[number];

/** A unit of the calendar. */
export const calendarUnit: z.ZodType<CalendarUnit> = oneOf(...CALENDAR_UNITS);

/** How many units an interval or a scheme may be long: a hundred years of months. */
export const calendarLength: z.ZodType<number> = wholeNumber(1, 1_200);
