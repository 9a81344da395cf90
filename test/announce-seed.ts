/** Tells before a run from which seed it goes, so that whatever it finds can be found again. */
import type { TestProject } from "vitest/node";

export default function announceSeed({ config }: TestProject): void {
  const { TOLLBOOK_RUNS: share, TOLLBOOK_SEED: seed } = config.env;
  console.error(`Properties: ${share} of their cases, TOLLBOOK_SEED=${seed}`);
}
