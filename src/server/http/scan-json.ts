/** Faults of a text that JSON.parse does not report: its depth, and a field that an object names twice. */

/** Most levels of objects and lists within each other (H3). */
const MOST_LEVELS = 64;

const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const BACKSLASH = 92;

/**
 * Why a text is refused before it is parsed, such as `is more than 64 levels deep`; undefined where it is not. The
 * syntax is left to JSON.parse. Of a field that is named twice, JSON.parse would silently drop the first value.
 */
export function jsonFault(text: string): string | undefined {
  /** For each open object its field names so far; undefined for a list. */
  const open: (Set<string> | undefined)[] = [];
  let isName = false;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case QUOTE: {
        const end = endOfString(text, at);
        const names = open.at(-1);
        if (isName && names !== undefined) {
          const name = nameAt(text, at, end);
          if (names.has(name))
            return `names the field ${JSON.stringify(name.slice(0, 60))} twice in one object`;
          names.add(name);
          isName = false;
        }
        at = end;
        break;
      }
      case COMMA:
        isName = open.at(-1) !== undefined;
        break;
      case COLON:
        isName = false;
        break;
      case 123: // {
        open.push(new Set());
        isName = true;
        break;
      case 91: // [
        open.push(undefined);
        isName = false;
        break;
      case 125: // }
      case 93: // ]
        open.pop();
        isName = false;
        break;
    }
    if (open.length > MOST_LEVELS) return `is more than ${MOST_LEVELS} levels deep`;
  }
  return undefined;
}

/** The index at which the string that opens at `start` closes. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return end;
  }
  return text.length;
}

function nameAt(text: string, start: number, end: number): string {
  const raw = text.slice(start + 1, end);
  if (!raw.includes("\\")) return raw;
  try {
    return JSON.parse(`"${raw}"`) as string;
  } catch {
    return raw;
  }
}
