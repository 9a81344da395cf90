/** How much is measured: `npm run bench -- --quick` gives rough figures in less than a minute. */
export const QUICK_FLAG = "--quick";
export const isQuick = process.argv.includes(QUICK_FLAG);

/** A number that an environment variable may set; else the ordinary one, or with `--quick` a smaller. */
export function scaled(variable: string, ordinary: number, quick: number): number {
  return Number(process.env[variable] ?? (isQuick ? quick : ordinary));
}
