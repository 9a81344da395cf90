/** What processes took of processors, from Linux' /proc. */
import { readdirSync, readFileSync } from "node:fs";

/** Linux counts in these, whatever its clock. */
const TICKS_A_SECOND = 100;

interface Counted {
  readonly parent: number;
  readonly seconds: number;
  /** Of children that have ended. */
  readonly ofChildren: number;
}

/** Undefined where the process is gone. */
function counted(pid: number): Counted | undefined {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, "latin1");
  } catch {
    return undefined;
  }
  // The second field is a name in brackets, which may hold anything.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const at = (field: number): number => Number(fields[field - 3]);
  return {
    parent: at(4),
    seconds: (at(14) + at(15)) / TICKS_A_SECOND,
    ofChildren: (at(16) + at(17)) / TICKS_A_SECOND,
  };
}

/** Processor seconds of a process so far. */
export function processSeconds(pid: number): number {
  return counted(pid)?.seconds ?? 0;
}

/** Processor seconds of a process and of all children that it has or had. */
export function familySeconds(pid: number): number {
  const own = counted(pid);
  let seconds = (own?.seconds ?? 0) + (own?.ofChildren ?? 0);
  for (const name of readdirSync("/proc")) {
    if (!/^[0-9]+$/.test(name)) continue;
    const child = counted(Number(name));
    if (child?.parent === pid) seconds += child.seconds;
  }
  return seconds;
}

/** The process that started another. */
export function parentOf(pid: number): number {
  return counted(pid)?.parent ?? 0;
}
