/**
 * R16, R30: a preview whose calls several threads collect, in blocks of any size and any order, says to the last digit
 * and example what one thread says: over random pairs of books, with duplicates, against records, too.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { checkBook, openBook } from "../../src/index.ts";
import { previewInParts } from "../preview/in-parts.ts";
import { anyPreview, anyPreviewOptions } from "./any-preview.ts";
import { atLeast, runs, shrinkingBriefly } from "./runs.ts";

const anyDivision = fc.record({
  blocks: fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 4 }),
  collectors: fc.array(fc.nat({ max: 3 }), { minLength: 1, maxLength: 8 }),
  isReversed: fc.boolean(),
});

test("R16 R30 previews in parts", () => {
  const seen = { dearer: 0, cheaper: 0, newlyRated: 0, newlyUnrated: 0, unrated: 0, examples: 0 };
  fc.assert(
    fc.property(
      anyPreview,
      anyPreviewOptions,
      anyDivision,
      fc.boolean(),
      shrinkingBriefly(({ before, after, calls, reclassify }, options, division, isAgainstRecorded) => {
        if (checkBook(before).problems.length > 0 || checkBook(after).problems.length > 0) return;
        const opened = openBook(before);
        const own = { ...options, reclassify };
        const report = previewInParts(
          { before: opened, after: openBook(after), options: own },
          calls,
          division,
        );
        if (isAgainstRecorded) {
          previewInParts({ before: "recorded", after: opened, options: own }, calls, division);
        }
        for (const key of ["dearer", "cheaper", "newlyRated", "newlyUnrated", "unrated"] as const)
          seen[key] += report.counts[key];
        seen.examples += report.examples.length;
      }),
    ),
    runs(200),
  );
  // Some come up in one preview of seven alone; never as seldom as this.
  if (atLeast(1) > 0)
    for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(25);
});
