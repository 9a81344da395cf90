import type { CliIO } from "../../cli-io.ts";

/** Waits until the process is told to stop. */
export function interrupted({ signal }: CliIO): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted === true) resolve();
    signal?.addEventListener("abort", () => resolve(), { once: true });
  });
}
