/** Options of public functions: an unknown name is refused with the nearest known one, for it would decide nothing. */
import { nearestName } from "./nearest-name.ts";

/** What an option takes: one of some words, true or false, text, or what its function says. */
type OptionKind = readonly string[] | "flag" | "text" | "any";

/** A function's options: each name of them, so that none can be added without being known. */
type OptionKinds<T> = { readonly [K in keyof Required<T>]: OptionKind };

/**
 * A check of a function's options, to be called once with what the function is given. It goes through the options
 * that are given, so it costs some nanoseconds each.
 *
 * The check throws a TypeError where there is an option of another name, or a value that is none of its words.
 *
 * @example
 * const check = knownOptions<{ duplicates?: "report" | "keep" }>("rateCalls", { duplicates: ["report", "keep"] });
 * check({ duplicates: "keep" });
 */
export function knownOptions<T extends object>(
  functionName: string,
  names: OptionKinds<T>,
): (options: T) => void {
  const kinds: Readonly<Record<string, OptionKind | undefined>> = Object.assign(Object.create(null), names);
  return (options) => {
    if (typeof options !== "object" || options === null || Array.isArray(options)) {
      throw new TypeError(`${functionName}: options are an object with named fields.`);
    }
    // What is inherited counts, too: it would be read.
    for (const name in options) {
      const kind = kinds[name];
      if (kind === "any") continue;
      if (kind === undefined) throw unknownOption(functionName, name, Object.keys(kinds));
      const value: unknown = options[name];
      if (value === undefined) continue;
      const isKnown = fits(value, kind);
      if (!isKnown) throw wrongValue(functionName, name, kind);
    }
  };
}

function unknownOption(functionName: string, name: string, known: readonly string[]): TypeError {
  return new TypeError(`${functionName}: ${name} ${unknownName(name, known)}`);
}

/** What is to be said of a name that is none of those known, behind the name. */
export function unknownName(name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known);
  return `is not known here; ${nearest === undefined ? `write one of ${known.join(", ")}.` : `did you mean ${nearest}?`}`;
}

function fits(value: unknown, kind: Exclude<OptionKind, "any">): boolean {
  if (kind === "flag") return typeof value === "boolean";
  return kind === "text" ? typeof value === "string" : kind.includes(value as string);
}

function wrongValue(functionName: string, name: string, kind: OptionKind): TypeError {
  const words =
    kind === "flag" ? "true or false" : typeof kind === "string" ? kind : `one of ${kind.join(", ")}`;
  return new TypeError(`${functionName}: ${name} is ${words}.`);
}
