/** Content negotiation (H3): the type that `Accept` prefers among the types of a route. */
import { ServerError } from "../errors.ts";

interface Range {
  readonly type: string;
  readonly quality: number;
}

/**
 * The type that `Accept` prefers; without a preference the first.
 *
 * @throws ServerError 406001 where `Accept` takes none of the types
 */
export function acceptedType(header: string | undefined, produced: readonly string[]): string {
  const [first = "application/json"] = produced;
  if (header === undefined || header.trim() === "") return first;
  const ranges = header.split(",").map(rangeOf);
  let best: Range | undefined;
  for (const type of produced) {
    const quality = qualityOf(type, ranges);
    if (quality > (best?.quality ?? 0)) best = { type, quality };
  }
  if (best === undefined) {
    throw new ServerError(406001, `Answers here are ${produced.join(" or ")}; Accept takes none of it.`);
  }
  return best.type;
}

function rangeOf(text: string): Range {
  const [type = "", ...parameters] = text.split(";").map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2) ?? "1";
  return { type, quality: /^[01](?:\.[0-9]{0,3})?$/.test(weight) ? Math.min(Number(weight), 1) : 0 };
}

/** The quality that the narrowest range which covers a type gives it. */
function qualityOf(type: string, ranges: readonly Range[]): number {
  for (const covering of [type, `${type.split("/")[0]}/*`, "*/*"]) {
    const range = ranges.find((candidate) => candidate.type === covering);
    if (range !== undefined) return range.quality;
  }
  return 0;
}
