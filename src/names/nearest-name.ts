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

/** Length of the shortest name that others are sought for which hold it. */
const SHORTEST_HELD = 3;
/** Most names holding a shortened one that are suggested: more of them tell no more than that it is shortened. */
const MOST_SUGGESTED = 3;

/**
 * Whether a known name begins with a shortened one, or has it as whole words within, in any case: `Business UK` and
 * `Business`, `UK Mobile O2` and `mobile`. At least three letters.
 *
 * @example
 * holdsName("mobile")("UK Mobile O2"); // => true
 * holdsName("mob")("UK Mobile O2"); // => false
 */
export function holdsName(shortened: string): (known: string) => boolean {
  if (shortened.length < SHORTEST_HELD || shortened.length > MAX_COMPARED_LENGTH) return () => false;
  const text = shortened.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  const holding = new RegExp(`^${text}|[^\\p{L}\\p{N}]${text}(?:$|[^\\p{L}\\p{N}])`, "iu");
  return (known) => known.length > shortened.length && holding.test(known);
}

/**
 * The end of a sentence about an unknown name, behind the name: `; did you mean roundSeconds?`, or `otherwise` where no
 * name is near. A name that is not one letter away from another means the one to three names that hold it:
 * `; did you mean startDate or startTime?`.
 * `written` is how a known name is written, in quotes for example.
 *
 * @example
 * didYouMean("Business", ["Business UK", "Standard UK"]); // => "; did you mean Business UK?"
 */
export function didYouMean(
  name: string,
  names: Iterable<string>,
  otherwise = "",
  written: (near: string) => string = (near) => near,
): string {
  const known = new Set(names);
  const misspelt = nearestName(name, known, 1);
  const nearest = misspelt ?? nearestName(name, known);
  const holds = holdsName(name);
  const isShortened = misspelt === undefined && (nearest === undefined || holds(nearest));
  const holding = isShortened ? [...known].filter(holds) : [];
  const isFew = holding.length > 0 && holding.length <= MOST_SUGGESTED;
  const meant = isFew ? holding : nearest === undefined ? [] : [nearest];
  const last = meant.at(-1);
  if (last === undefined) return otherwise;
  const earlier = meant.slice(0, -1).map(written).join(", ");
  return `; did you mean ${earlier === "" ? "" : `${earlier} or `}${written(last)}?`;
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
