import type * as z from "zod";
import { CALENDAR_UNITS, type CalendarUnit } from "../calendar/index.ts";
import type { Amount } from "../money/index.ts";
import { oneOf, wholeNumber } from "./fields.ts";

/** A unit of the calendar. */
export const calendarUnit: z.ZodType<CalendarUnit, CalendarUnit> = oneOf(...CALENDAR_UNITS);

/** How many units an interval or a scheme may be long: a hundred years of months. */
export const calendarLength: z.ZodType<number, Amount> = wholeNumber(1, 1_200);
