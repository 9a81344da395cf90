/** `npm run bench [suite …]`: prints every figure beside its baseline, measured in the same run. */

import { benchColumns } from "./columns.ts";
import { benchDiscounts } from "./discounts.ts";
import { environment } from "./environment.ts";
import { benchFiles } from "./files.ts";
import { benchMemory } from "./memory.ts";
import { benchOpening } from "./opening.ts";
import { benchPrefixes } from "./prefixes.ts";
import { benchPreview } from "./preview.ts";
import { benchProfile } from "./profile.ts";
import { benchDuration, benchRating } from "./rating.ts";

const SUITES: Readonly<Record<string, () => Promise<void>>> = {
  rating: benchRating,
  columns: benchColumns,
  duration: benchDuration,
  discounts: benchDiscounts,
  opening: benchOpening,
  prefixes: benchPrefixes,
  preview: benchPreview,
  files: benchFiles,
};

/** Suites that take long or say nothing of speed, only by name. */
const BY_NAME: typeof SUITES = { profile: benchProfile, memory: benchMemory };

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn({ ...SUITES, ...BY_NAME }, name));
if (unknown.length > 0) {
  console.error(
    `No suite named ${unknown.join(", ")}; there are ${Object.keys({ ...SUITES, ...BY_NAME }).join(", ")}.`,
  );
  process.exit(2);
}
console.log(environment());
for (const [name, suite] of Object.entries({ ...SUITES, ...BY_NAME })) {
  if (wanted.length === 0 ? Object.hasOwn(SUITES, name) : wanted.includes(name)) await suite();
}
