import { Option } from "commander";
import {
  type FeatureStates,
  featureStateLines,
  type Output,
  readFeatureStates,
  type StateLock,
} from "../files/index.ts";
import type { BookData, FeatureState } from "../index.ts";
import type { CliIO } from "./cli-io.ts";
import { lockState } from "./discount-option.ts";
import { tell } from "./print.ts";
import type { RunOutputs } from "./run-outputs.ts";
import { unlessInterrupted } from "./unless-interrupted.ts";

/** `--features`, shared by the commands that charge features. */
export function featuresOption(): Option {
  return new Option(
    "--features <file>",
    "go on from what this file says was charged, and leave it for the next run; it need not be there yet",
  );
}

/** What earlier runs charged; where the file is not there yet, that is said. */
export async function openFeatureStates(
  path: string | undefined,
  io: CliIO,
): Promise<FeatureStates | undefined> {
  if (path === undefined) return undefined;
  const states = await unlessInterrupted(readFeatureStates(path), io);
  if (states === undefined) {
    tell(io, `${path} is not there yet, so only what the book says has been charged before.\n`);
  }
  return states;
}

/** Writes what was charged; where nothing was, a file that is there stays as it is. */
export async function writeFeatureStates(
  path: string | undefined,
  outputs: RunOutputs,
  states: {
    readonly data: BookData;
    readonly earlier: FeatureStates | undefined;
    readonly changed: readonly FeatureState[];
  },
): Promise<void> {
  if (path === undefined || (states.earlier !== undefined && states.changed.length === 0)) return;
  const output: Output = await outputs.open(path);
  for (const line of featureStateLines(states.data, states.earlier, states.changed)) await output.write(line);
}

/** Runs while nobody else uses the files that carry something from run to run. */
export async function whileLocked<T>(
  paths: readonly (string | undefined)[],
  io: CliIO,
  work: (locks: readonly StateLock[]) => Promise<T>,
): Promise<T> {
  const locks: StateLock[] = [];
  try {
    for (const path of paths) {
      const lock = await lockState(path, io);
      if (lock !== undefined) locks.push(lock);
    }
    return await work(locks);
  } finally {
    for (const lock of locks) await lock.release();
  }
}
