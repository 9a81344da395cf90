/** Steps that only cut a text: where the kernel does them, it leaves what they make of the text. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { CutLists, isCutAlone } from "../../../src/files/call-blocks/cut-lists.ts";
import { newCallBlock } from "../../../src/files/call-blocks/index.ts";
import type { DialectStep } from "../../../src/files/dialects/index.ts";
import { openSteps } from "../../../src/files/dialects/values/index.ts";
import { type KernelForm, reading } from "../../../src/kernel/index.ts";
import { atLeast, runs } from "../../properties/runs.ts";

const mark = fc.constantFrom("@", ";", "/", "00", "::", " ");
const prefix = fc.constantFrom("9", "90", "900", "00", "+", "sip:", "E", "");

const anyStep: fc.Arbitrary<DialectStep> = fc.oneof(
  fc.constantFrom<DialectStep>("uriUser", "angle", "phone", "urlDecode", "lower", "upper"),
  mark.map((before) => ({ before })),
  mark.map((after) => ({ after })),
  fc.array(prefix, { minLength: 1, maxLength: 3 }).map((dropPrefix) => ({ dropPrefix })),
  fc
    .dictionary(prefix, fc.constantFrom("", "0", "00", "44"), { minKeys: 1, maxKeys: 3 })
    .map((prefixes) => ({ prefixes })),
  fc
    .tuple(fc.integer({ min: 1, max: 6 }), fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }))
    .map(([from, to]): DialectStep => ({ cut: to === undefined ? [from] : [from, to] })),
);

const anyText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "sip:",
        "SIPS:",
        "tel:",
        "<",
        ">",
        "@",
        ";",
        ":",
        "/",
        " ",
        "90",
        "00",
        "+",
        "E",
        "%2B",
      ),
      fc.constantFrom("441632960018", "7", "a", "Z", "10.0.0.1", "é", "\t"),
    ),
    { minLength: 1, maxLength: 7 },
  )
  .map((parts) => parts.join("").trim());

/** Cuts one text after another in a memory of its own. */
function cutter(form?: KernelForm) {
  const block = newCallBlock(form);
  const lists = new CutLists(block);
  const words = block.wholes(block.reading, reading.OPS >> 2);
  const known = new Map<string, ReturnType<CutLists["list"]>>();
  return (steps: readonly DialectStep[], text: string): string | undefined => {
    const key = JSON.stringify(steps);
    const list = known.get(key) ?? lists.list(steps);
    known.set(key, list);
    if (list.count < steps.length) return undefined;
    const end = block.window + block.memory.write(text, block.window);
    if (!block.kernel.functions.cutText(block.reading, list.address, block.window, end)) return undefined;
    const [from, to] = [reading.CUT_START, reading.CUT_END].map((word) => words[word >> 2]);
    return block.memory.toString("utf8", from, to);
  };
}

test("what is cut is what the steps make", () => {
  let cut = cutter();
  let done = 0;
  let tried = 0;
  fc.assert(
    fc.property(fc.array(anyStep, { minLength: 1, maxLength: 3 }), anyText, (steps, text) => {
      // The room of one file is little.
      if (tried++ % 50 === 0) cut = cutter(tried % 100 < 50 ? "webassembly" : "javascript");
      expect(isCutAlone(steps)).toBe(true);
      const left = cut(steps, text);
      if (left === undefined) return;
      done++;
      expect(left, `${JSON.stringify(steps)}: ${text}`).toBe(openSteps(steps, {})?.(text) ?? text);
    }),
    runs(5_000),
  );
  expect(done).toBeGreaterThan(atLeast(2_000));
});

test("an address without a user stays as it is", () => {
  const cut = cutter();
  for (const text of ["sip::secret@10.0.0.1", ";npdi@10.0.0.1", "@10.0.0.1", "sip:@10.0.0.1"])
    expect(cut(["uriUser"], text)).toBe(text);
});

test("characters are cut however far off they are", () => {
  const cut = cutter();
  expect(cut([{ cut: [2, 5_000_000_000] }], "900123")).toBe("00123");
  expect(cut([{ cut: [5_000_000_000] }], "900123")).toBe("");
});

test("a list that has no room is done with texts", () => {
  const lists = new CutLists(newCallBlock());
  const prefixes = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [String(at), ""]));
  expect(lists.list([{ prefixes }]).count).toBe(0);
  expect(lists.list([{ before: "@" }, { prefixes }]).count).toBe(1);
});
