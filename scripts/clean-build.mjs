// Takes the last build away: tsup would do it once for each of the two builds that write into one folder.
import { rmSync } from "node:fs";

rmSync(new URL("../dist", import.meta.url), { recursive: true, force: true });
