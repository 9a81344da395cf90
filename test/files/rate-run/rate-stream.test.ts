/** Rating calls that come one by one, from a caller that waits for each result. */
import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { type CallItem, openOutput, rateStream } from "../../../src/files/index.ts";
import { createRater, openBook } from "../../../src/index.ts";
import { BOOK } from "../../cli/command.ts";

test("what a chunk of calls gives is passed on before the next chunk is read, calls in error too", async () => {
  const results = new PassThrough();
  const errors = new PassThrough();
  const passedOn: unknown[] = [];
  async function* items(): AsyncGenerator<readonly CallItem[]> {
    yield [{ line: 1, call: { id: "1", startDate: "no date" } }];
    passedOn.push(results.read(), String(errors.read()));
    yield [
      {
        line: 2,
        call: {
          id: "2",
          target: "02079460018",
          external: "01632960001",
          startDate: "2026-10-06",
          duration: 60,
        },
      },
    ];
    passedOn.push(String(results.read()), errors.read());
  }
  await rateStream({
    items: items(),
    rater: createRater(openBook(BOOK)),
    discounts: undefined,
    results: { output: await openOutput("-", { stdout: results }), format: "jsonl" },
    errors: { output: await openOutput("-", { stdout: errors }), format: "jsonl" },
    onProgress: () => undefined,
  });
  expect(passedOn).toEqual([
    null,
    expect.stringMatching(/^\{"id":"1",.*\}\n$/),
    expect.stringMatching(/^\{"id":"2",.*\}\n$/),
    null,
  ]);
});
