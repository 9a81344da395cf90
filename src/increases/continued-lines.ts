/** R58: the lines of a tariff that end, continue as copies or stay when prices change from a date. */
import { compareValues, groupedBy } from "../model/index.ts";
import { covers, type DaySpan, piecesOf } from "./day-spans.ts";

/** The dates of a line, and the effect of the increase on the line. */
interface DatedLine {
  /** The line's condition beside its dates: of lines with equal keys the latest start wins (R26). */
  readonly key: string;
  readonly span: DaySpan;
  readonly isChanged: boolean;
  /** Whether a raised copy has to be cut in two, so that no other line may be in force beside the copy. */
  readonly isCut: boolean;
}

export interface LinePart {
  readonly lineIndex: number;
  /** Dates, where they differ from those of the source line. */
  readonly span: DaySpan | undefined;
  readonly isRaised: boolean;
}

/**
 * The lines after an increase from a day, in the order of their source lines: a line in force ends the day before and
 * continues as a raised copy, a later line is raised, and a line that the increase does not change stays.
 */
export function continueLines(lines: readonly DatedLine[], day: number): LinePart[] {
  const groups = groupedBy(lines.keys(), (lineIndex) => lines[lineIndex]?.key);
  const parts: LinePart[] = [];
  for (const group of groups.values()) for (const part of continueGroup(lines, group, day)) parts.push(part);
  const first = ({ lineIndex, span }: LinePart): number =>
    (span ?? (lines[lineIndex] as DatedLine).span).first;
  return parts.sort((a, b) => a.lineIndex - b.lineIndex || compareValues(first(a), first(b)));
}

function continueGroup(lines: readonly DatedLine[], group: readonly number[], day: number): LinePart[] {
  const line = (lineIndex: number): DatedLine => lines[lineIndex] as DatedLine;
  const stays = (lineIndex: number): LinePart => ({ lineIndex, span: undefined, isRaised: false });
  const current = group.filter((lineIndex) => line(lineIndex).span.last >= day);
  const past = group.filter((lineIndex) => line(lineIndex).span.last < day).map(stays);
  const spanning = current.filter((lineIndex) => line(lineIndex).span.first < day);
  const later = current.filter((lineIndex) => line(lineIndex).span.first >= day);
  if (!current.some((lineIndex) => line(lineIndex).isChanged)) return group.map(stays);
  const copied = spanning.filter((lineIndex) => line(lineIndex).isChanged);
  const isPlain =
    !current.some((lineIndex) => line(lineIndex).isCut && line(lineIndex).isChanged) &&
    (copied.length === 0 ||
      (spanning.length === 1 && !later.some((lineIndex) => line(lineIndex).span.first === day)));
  const ended = (lineIndex: number): LinePart => ({
    lineIndex,
    span: { first: line(lineIndex).span.first, last: day - 1 },
    isRaised: false,
  });
  // Copies of several lines would start on one day, and the latest start could no longer decide between them.
  if (!isPlain) return [...past, ...spanning.map(ended), ...winners(lines, current, day)];
  const parts = [...past, ...spanning.filter((lineIndex) => !copied.includes(lineIndex)).map(stays)];
  for (const lineIndex of copied) {
    const { last } = line(lineIndex).span;
    parts.push(ended(lineIndex), { lineIndex, span: { first: day, last }, isRaised: true });
  }
  for (const lineIndex of later)
    parts.push({ lineIndex, span: undefined, isRaised: line(lineIndex).isChanged });
  return parts;
}

/** The winning lines from a day on: their spans overlap only where the source lines tied, and then tie again. */
function winners(lines: readonly DatedLine[], group: readonly number[], day: number): LinePart[] {
  const line = (lineIndex: number): DatedLine => lines[lineIndex] as DatedLine;
  const current = group.map((lineIndex) => ({ lineIndex, ...line(lineIndex).span }));
  const parts: { lineIndex: number; span: DaySpan; isRaised: boolean }[] = [];
  let before: { lineIndexes: readonly number[]; parts: typeof parts } | undefined;
  for (const piece of piecesOf([...current, { first: day, last: Number.POSITIVE_INFINITY }])) {
    if (piece.first < day) continue;
    const inForce = current.filter((span) => covers(span, piece));
    const latest = inForce.reduce((start, { first }) => Math.max(start, first), Number.NEGATIVE_INFINITY);
    const lineIndexes = inForce.filter(({ first }) => first === latest).map(({ lineIndex }) => lineIndex);
    if (before !== undefined && String(before.lineIndexes) === String(lineIndexes)) {
      for (const part of before.parts) part.span = { ...part.span, last: piece.last };
      continue;
    }
    const tied = lineIndexes.map((lineIndex) => ({
      lineIndex,
      span: piece,
      isRaised: line(lineIndex).isChanged,
    }));
    for (const part of tied) parts.push(part);
    before = { lineIndexes, parts: tied };
  }
  return parts;
}
