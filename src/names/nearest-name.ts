/** The known name nearest to a misspelt one, for messages such as "did you mean roundSeconds?". */

/** Length of the longest name that is compared; a longer name is no misspelling of a field. */
const MAX_COMPARED_LENGTH = 60;

/**
 * The nearest of `names` to `name`, or undefined where no name is near enough to suggest. `farthest` is the largest edit
 * distance (letters that differ, are missing or too many); default two, or a third of the name.
 */
export function nearestName(
  name: string,
  names: Iterable<string>,
  farthest = Math.max(2, Math.floor(name.length / 3)),
): string | undefined {
  if (name.length > MAX_COMPARED_LENGTH) return undefined;
  const wanted = name.toLowerCase();
  let best: string | undefined;
  let bestDistance = farthest + 1;
  for (const candidate of names) {
    const distance = editDistance(wanted, candidate.toLowerCase(), bestDistance);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/**
 * The end of a sentence about an unknown name, behind the name: `; did you mean roundSeconds?`, or `otherwise` where no
 * name is near. `written` is how the near name is written, in quotes for example.
 */
export function didYouMean(
  name: string,
  names: Iterable<string>,
  otherwise = "",
  written: (near: string) => string = (near) => near,
): string {
  const nearest = nearestName(name, names);
  return nearest === undefined ? otherwise : `; did you mean ${written(nearest)}?`;
}

/** Levenshtein distance; may return `limit` early where the lengths differ by `limit` or more. */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitution = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      current.push(Math.min(substitution, (previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[b.length] ?? limit;
}
