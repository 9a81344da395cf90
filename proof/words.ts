/** A count as people read it. */
export function thousands(count: number): string {
  return count.toLocaleString("en-GB");
}
