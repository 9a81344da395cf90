/** R16: how a change spreads over the customers. */
import { describe, expect, test } from "vitest";
import { distributionOf } from "../../src/preview/build-report.ts";

const PENNY = 10n ** 12n;

/** Where one customer falls, as `from…to`. */
function bandOf(before: bigint, after: bigint): { percent: string; amount: string } {
  const { percent, withoutPercent, amount } = distributionOf(
    [{ before: before * PENNY, after: after * PENNY }],
    2,
  );
  const name = (bands: typeof percent) =>
    bands.filter((band) => band.customers > 0).map(({ from, to }) => `${from ?? ""}…${to ?? ""}`);
  const [own = withoutPercent.customers > 0 ? "without" : "none"] = name(percent);
  return { percent: own, amount: name(amount).join() };
}

describe("R16 the bands of a distribution", () => {
  test.each([
    [100n, 100n, "0…0", "0…0"],
    [100n, 101n, "0…2", "0…100"],
    [100n, 102n, "0…2", "0…100"],
    [100n, 103n, "2…5", "0…100"],
    [100n, 120n, "10…20", "0…100"],
    [100n, 121n, "20…", "0…100"],
    [100n, 201n, "20…", "100…1000"],
    [100n, 98n, "-2…0", "-100…0"],
    [100n, 97n, "-5…-2", "-100…0"],
    [100n, 0n, "…-20", "-100…0"],
    [1_000_000n, 800_000n, "-20…-10", "…-100000"],
    [-100n, -99n, "0…2", "0…100"],
    [0n, 5n, "without", "0…100"],
    [0n, 0n, "0…0", "0…0"],
  ])("%d → %d pence", (before, after, percent, amount) => {
    expect(bandOf(before, after)).toEqual({ percent, amount });
  });

  test("a hair beyond a bound is beyond it: bands are decided exactly", () => {
    const { percent } = distributionOf([{ before: 100n * PENNY, after: 102n * PENNY + 1n }], 2);
    expect(percent.find((band) => band.customers > 0)).toEqual({
      from: "2",
      to: "5",
      customers: 1,
      difference: "2.000000000001",
    });
  });
});
