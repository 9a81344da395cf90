/**
 * `npm run bench -- [--quick] [suite …]`: prints every figure beside its baseline, measured in the same run. Quick
 * figures come from small inputs and one short round: they show that a suite works, and large changes.
 */

import { benchCharges } from "./charges.ts";
import { benchColumns } from "./columns.ts";
import { benchDialects } from "./dialects.ts";
import { benchDiscounts } from "./discounts.ts";
import { environment } from "./environment.ts";
import { benchFiles } from "./files.ts";
import { benchIncreases } from "./increases.ts";
import { benchMemory } from "./memory.ts";
import { benchOpening } from "./opening.ts";
import { benchPrefixes } from "./prefixes.ts";
import { benchPreview } from "./preview.ts";
import { benchProfile } from "./profile.ts";
import { benchDuration, benchRating } from "./rating.ts";
import { isQuick, QUICK_FLAG } from "./scale.ts";
import { benchWorkers } from "./workers/workers.ts";

const SUITES: Readonly<Record<string, () => Promise<void>>> = {
  rating: benchRating,
  columns: benchColumns,
  duration: benchDuration,
  discounts: benchDiscounts,
  increases: benchIncreases,
  charges: benchCharges,
  opening: benchOpening,
  prefixes: benchPrefixes,
  preview: benchPreview,
  files: benchFiles,
  dialects: benchDialects,
};

/** Suites that take long, say nothing of speed or need PostgreSQL, only by name. */
const BY_NAME: typeof SUITES = { profile: benchProfile, memory: benchMemory, workers: benchWorkers };

const wanted = process.argv.slice(2).filter((word) => word !== QUICK_FLAG);
const unknown = wanted.filter((name) => !Object.hasOwn({ ...SUITES, ...BY_NAME }, name));
if (unknown.length > 0) {
  console.error(
    `No suite named ${unknown.join(", ")}; there are ${Object.keys({ ...SUITES, ...BY_NAME }).join(", ")}.`,
  );
  process.exit(2);
}
console.log(environment());
if (isQuick) console.log("Quick: small inputs and one short round; figures to quote come from a full run.");
for (const [name, suite] of Object.entries({ ...SUITES, ...BY_NAME })) {
  if (wanted.length === 0 ? Object.hasOwn(SUITES, name) : wanted.includes(name)) await suite();
}
