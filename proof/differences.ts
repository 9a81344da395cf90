/** Where two ways of rating a call say different things: the first few in full, all of them counted. */
import { inspect } from "node:util";

/** A record by its fields. */
export type Fields = Readonly<Record<string, unknown>>;

/** How many differences are told in full. */
const TOLD = 20;

export class Differences {
  readonly #where: string;
  readonly #told: string[] = [];
  #count = 0;

  /** `where`: the book, in words. */
  constructor(where: string) {
    this.#where = where;
  }

  get count(): number {
    return this.#count;
  }

  get told(): readonly string[] {
    return this.#told;
  }

  /** Compares two records field by field; true where they are the same. */
  compare(
    oneName: string,
    one: Fields,
    otherName: string,
    other: Fields,
    call: unknown,
    except: ReadonlySet<string> = NOTHING,
  ): boolean {
    const fields = fieldsThatDiffer(one, other, except);
    if (fields.length === 0) return true;
    this.#count++;
    if (this.#told.length < TOLD) {
      const values = fields.map(
        (field) => `  ${field}: ${shown(one[field])} by ${oneName}, ${shown(other[field])} by ${otherName}`,
      );
      this.#told.push([`${this.#where}, call ${shown(call)}`, ...values].join("\n"));
    }
    return false;
  }

  /** Something that is no call's: a count, a sum, the bytes of a file. */
  note(what: string): void {
    this.#count++;
    if (this.#told.length < TOLD) this.#told.push(`${this.#where}: ${what}`);
  }
}

const NOTHING: ReadonlySet<string> = new Set();

/** Fields in which two records differ; one that is not there differs from one that is. */
export function fieldsThatDiffer(one: Fields, other: Fields, except: ReadonlySet<string>): string[] {
  const differing: string[] = [];
  let common = 0;
  for (const field in one) {
    if (field in other) common++;
    if (!except.has(field) && !(field in other && one[field] === other[field])) differing.push(field);
  }
  if (Object.keys(other).length === common) return differing;
  for (const field in other) if (!except.has(field) && !(field in one)) differing.push(field);
  return differing;
}

function shown(value: unknown): string {
  return inspect(value, { breakLength: Number.POSITIVE_INFINITY, depth: 4 });
}
