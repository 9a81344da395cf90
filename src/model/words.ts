/** Field names from lines of text with spaces between them: long tables of plain names stay short. */
export function words(...lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => line.split(" "));
}
