/** Looking up the longest prefix, beside a Map probed from the longest prefix to the shortest. */
import * as z from "zod";
import { DialledNumber } from "../src/book/prefixes/canonical-number.ts";
import { PrefixIndex } from "../src/book/prefixes/prefix-index.ts";
import { NO_PREFIX_KEY, prefixKey } from "../src/model/index.ts";
import { measure, report } from "./measure.ts";
import { isQuick } from "./scale.ts";

/** A small generator of our own, so that every run sees the same prefixes. */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Distinct prefixes of 1 to 9 digits, most of them long, as rate decks have them. */
export function randomPrefixes(count: number): string[] {
  const next = random(count);
  const prefixes = new Set<string>();
  while (prefixes.size < count) {
    const length = 9 - Math.floor(next() ** 3 * 8);
    prefixes.add(
      String(1 + Math.floor(next() * 9)) +
        String(Math.floor(next() * 1e9))
          .padStart(9, "0")
          .slice(0, length - 1),
    );
  }
  return [...prefixes];
}

const dialledSchema = z.string().regex(/^\+[0-9]{1,15}$/);

export async function benchPrefixes(): Promise<void> {
  for (const count of isQuick ? [20_000] : [20_000, 200_000]) {
    const prefixes = randomPrefixes(count);
    const next = random(7);
    // Numbers that begin with a known prefix, as dialled numbers do.
    const dialled = Array.from({ length: 20_000 }, () => {
      const prefix = prefixes[Math.floor(next() * count)] ?? "";
      return `+${(prefix + String(Math.floor(next() * 1e12)).padStart(12, "0")).slice(0, 12)}`;
    });
    const index = PrefixIndex.ofKeys(
      Float64Array.from(prefixes, (prefix) => prefixKey(prefix) ?? NO_PREFIX_KEY),
    );
    const map = new Map(prefixes.map((prefix) => [prefix, index.placeOf(prefix)]));
    const number = new DialledNumber({ countryCode: "44", bareDigits: "international" });
    const ours = (value: string): number => {
      number.read(value);
      return index.longest(number);
    };
    const probed = (value: string): number => {
      const digits = value.slice(1);
      for (let length = Math.min(15, digits.length); length > 0; length--) {
        const place = map.get(digits.slice(0, length));
        if (place !== undefined) return place;
      }
      return -1;
    };
    const checked = (value: string): number => probed(dialledSchema.parse(value));
    if (dialled.some((value) => ours(value) !== probed(value))) throw new Error("the two look-ups differ");
    // The same numbers as they stand in a file.
    const file = Uint8Array.from(dialled.join(""), (character) => character.charCodeAt(0));
    const ends = new Uint32Array(dialled.length);
    for (let at = 0, end = 0; at < dialled.length; at++) {
      end += dialled[at]?.length ?? 0;
      ends[at] = end;
    }
    let sink = 0;
    const fromBytes = (): void => {
      let start = 0;
      for (const end of ends) {
        number.readBytes(file, start, end);
        sink += index.longest(number);
        start = end;
      }
    };
    const all = (find: (value: string) => number) => () => {
      for (const value of dialled) sink += find(value);
    };
    const figures = await measure([
      { name: "index, from the dialled text", units: dialled.length, run: all(ours) },
      { name: "index, from bytes", units: dialled.length, run: fromBytes },
      { name: "plain: Map, longest to shortest", units: dialled.length, run: all(probed) },
      { name: "careful: zod, then the Map", units: dialled.length, run: all(checked) },
    ]);
    report(`Longest of ${count.toLocaleString("en-GB")} prefixes`, "number", figures, [
      "plain: Map, longest to shortest",
      "careful: zod, then the Map",
    ]);
    const { starts, lengths, parentSteps, buckets } = index.columns;
    const bytes = [starts, lengths, parentSteps, buckets].reduce(
      (sum, { byteLength }) => sum + byteLength,
      0,
    );
    console.log(`  ${(bytes / count).toFixed(1)} bytes a prefix`);
    if (sink === 0) throw new Error("nothing was found");
  }
}
