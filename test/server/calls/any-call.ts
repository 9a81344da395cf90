/** Calls of few ids and numbers, so that they come again and draw from the same pools. */
import fc from "fast-check";
import { aCall } from "./setup.ts";

/** A call of the small book, or of no number of it. */
export const anyCall = fc
  .record({
    id: fc.integer({ min: 1, max: 14 }),
    target: fc.constantFrom("02079460018", "02079460019", "02079460020", "02079460021", "0999"),
    startTime: fc.constantFrom("09:00:00", "10:00:00", "11:30:00", "23:59:59"),
    startDate: fc.constantFrom("2026-10-05", "2026-10-31", "2026-11-01"),
    duration: fc.constantFrom(0, 33, 240, 700, "x"),
    external: fc.constantFrom("01614960000", "07700900123", "999"),
    carrierCallID: fc.option(fc.constantFrom("a", "b", "c"), { nil: undefined }),
  })
  .map(({ carrierCallID, ...fields }) =>
    // Two calls of one id say the same more often than not.
    aCall(
      fields.id,
      fields.id < 9 ? { duration: fields.id * 60, carrierCallID } : { ...fields, carrierCallID },
    ),
  );
