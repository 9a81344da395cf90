import type { Units } from "../money/index.ts";

/** Five finished components in quanta of 10^-decimals pence, in the order of `COMPONENTS`. */
export type ComponentUnits = readonly [Units, Units, Units, Units, Units];
