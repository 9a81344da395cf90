/** Checks the options of public functions: an unknown option would have no effect, so its name is refused. */
import { nearestName } from "./nearest-name.ts";

/** The kind of an option's value: one of some words, a boolean, text, or any value (the function checks it). */
type OptionKind = readonly string[] | "flag" | "text" | "any";

/** The kind of each option of a function; the type requires an entry for every option. */
type OptionKinds<T> = { readonly [K in keyof Required<T>]: OptionKind };

/**
 * Makes a check of a function's options. The function calls the check once with its options; the check takes some
 * nanoseconds for each given option.
 *
 * The check throws a TypeError for an unknown option, and for a value that is not of the option's kind.
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
    // Check inherited properties, too, because the function reads them.
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

/** The end of a message about an unknown name, behind the name. */
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
