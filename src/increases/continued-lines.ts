/** R58: which lines of a tariff end, which go on as copies, and which stay, when prices change from a date. */
import { covers, type DaySpan, piecesOf } from "./day-spans.ts";

/** A line as far as its dates go. */
export interface DatedLine {
  /** What it asks of a charge or call beside its dates: of equal ones the latest start wins (R26). */
  readonly key: string;
  readonly span: DaySpan;
  /** Whether the increase changes any price that it gives. */
  readonly isChanged: boolean;
  /** Whether a raised copy has to be cut in two, so that no other may be in force beside it. */
  readonly isCut: boolean;
}

/** A line of the result. */
export interface LinePart {
  /** Place of the line that it comes from. */
  readonly line: number;
  /** Its dates, where they are not those of that line. */
  readonly span: DaySpan | undefined;
  readonly isRaised: boolean;
}

/**
 * The lines after an increase from a day, in the order of the lines they come from: a line in force is ended the
 * day before and goes on as a raised copy, a later one is raised, one that the increase does not change stays.
 */
export function continueLines(lines: readonly DatedLine[], day: number): LinePart[] {
  const groups = new Map<string, number[]>();
  for (const [place, line] of lines.entries()) {
    const group = groups.get(line.key);
    if (group === undefined) groups.set(line.key, [place]);
    else group.push(place);
  }
  const parts: LinePart[] = [];
  for (const group of groups.values()) for (const part of continueGroup(lines, group, day)) parts.push(part);
  const first = ({ line, span }: LinePart): number => (span ?? (lines[line] as DatedLine).span).first;
  return parts.sort((a, b) => a.line - b.line || (first(a) < first(b) ? -1 : first(a) > first(b) ? 1 : 0));
}

function continueGroup(lines: readonly DatedLine[], group: readonly number[], day: number): LinePart[] {
  const line = (place: number): DatedLine => lines[place] as DatedLine;
  const stays = (place: number): LinePart => ({ line: place, span: undefined, isRaised: false });
  const current = group.filter((place) => line(place).span.last >= day);
  const past = group.filter((place) => line(place).span.last < day).map(stays);
  const spanning = current.filter((place) => line(place).span.first < day);
  const later = current.filter((place) => line(place).span.first >= day);
  if (!current.some((place) => line(place).isChanged)) return group.map(stays);
  const copied = spanning.filter((place) => line(place).isChanged);
  const isPlain =
    !current.some((place) => line(place).isCut && line(place).isChanged) &&
    (copied.length === 0 ||
      (spanning.length === 1 && !later.some((place) => line(place).span.first === day)));
  const ended = (place: number): LinePart => ({
    line: place,
    span: { first: line(place).span.first, last: day - 1 },
    isRaised: false,
  });
  const parts = [...past, ...(isPlain ? spanning.filter((place) => !copied.includes(place)).map(stays) : [])];
  if (isPlain) {
    for (const place of copied) {
      const { last } = line(place).span;
      parts.push(ended(place), { line: place, span: { first: day, last }, isRaised: true });
    }
    for (const place of later) parts.push({ line: place, span: undefined, isRaised: line(place).isChanged });
    return parts;
  }
  // Copies of several lines would start on one day, and the latest start could no longer decide between them.
  return [...parts, ...spanning.map(ended), ...winners(lines, current, day)];
}

/** From a day on, who wins when: spans that overlap only where lines tied, and then tie again. */
function winners(lines: readonly DatedLine[], group: readonly number[], day: number): LinePart[] {
  const line = (place: number): DatedLine => lines[place] as DatedLine;
  const current = group.map((place) => ({ place, ...line(place).span }));
  const parts: { line: number; span: DaySpan; isRaised: boolean }[] = [];
  let before: { places: readonly number[]; parts: typeof parts } | undefined;
  for (const piece of piecesOf([...current, { first: day, last: Number.POSITIVE_INFINITY }])) {
    if (piece.first < day) continue;
    const inForce = current.filter((span) => covers(span, piece));
    const latest = inForce.reduce((start, { first }) => Math.max(start, first), Number.NEGATIVE_INFINITY);
    const places = inForce.filter(({ first }) => first === latest).map(({ place }) => place);
    if (before !== undefined && String(before.places) === String(places)) {
      for (const part of before.parts) part.span = { ...part.span, last: piece.last };
      continue;
    }
    const own = places.map((place) => ({ line: place, span: piece, isRaised: line(place).isChanged }));
    for (const part of own) parts.push(part);
    before = { places, parts: own };
  }
  return parts;
}
