/** The header of every benchmark run: figures mean nothing without the machine they were taken on. */
import { cpus, totalmem } from "node:os";
import { ENGINE_VERSION } from "tollbook";

export function environment(): string {
  const processors = cpus();
  return [
    `tollbook ${ENGINE_VERSION}, Node ${process.version}, V8 ${process.versions.v8}, ${process.platform} ${process.arch}`,
    `${processors.length} × ${processors[0]?.model ?? "unknown processor"}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${new Date().toISOString().slice(0, 10)}`,
  ].join("\n");
}
