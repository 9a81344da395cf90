/** R40 to R45 by hand: figures worked out from the rules on paper, to which engine and second opinion are held alike. */
import { describe, expect, test } from "vitest";
import {
  applyDiscounts,
  type BookData,
  type CallRecord,
  type CallResult,
  type DiscountState,
  minimumSpendLines,
  openBook,
  rateCall,
  toRecord,
} from "../../src/index.ts";
import { createSecondOpinion, type Row } from "./index.ts";

interface Case {
  readonly plans?: readonly Row[];
  readonly settings?: Row;
  readonly tariff?: Row;
  /** Numbers 1, 2 … of customer 7. */
  readonly numbers?: readonly Row[];
  readonly features?: readonly Row[];
  /** Batches of calls; an id is given in the order of the calls unless they bring one. */
  readonly batches: readonly (readonly Row[])[];
  /** Costs, or parts of the rows, in the order of the calls. */
  readonly calls: readonly (string | Row)[];
  /** Parts of the pools by plan name. */
  readonly pools?: readonly Row[];
  /** R45: padding lines on 2026-10-01. */
  readonly padding?: readonly Row[];
}

/** 6 p a minute; a text is 4 p a call, data 10 p a megabyte. */
function bookOf({ plans = [], settings = {}, tariff = {}, numbers = [{}], features = [] }: Case): Row {
  return {
    ...settings,
    callTypes: ["UK", "Text", "Data"].map((name) => ({ name, tariffClass: "national" })),
    tariffs: [
      {
        id: 1,
        name: "T",
        tariffClass: "national",
        baseCost: "6",
        rates: [
          { tariffType: "Text", chargeType: "perCall", cost: "4" },
          { tariffType: "Data", chargeType: "perMegabyte", cost: "10" },
        ],
        ...tariff,
      },
    ],
    customers: [{ id: 7, defaultNationalTariff: "T" }],
    numbers: numbers.map((own, at) => ({
      id: at + 1,
      customerID: 7,
      number: `020 7946 00${at + 10}`,
      ...own,
    })),
    features: features.map((own, at) => ({ id: at + 1, ...own })),
    discountPlans: plans.map((own, at) => ({ id: at, ...own })),
  };
}

function linedBatches({ batches }: Case): { call: Row; line: number }[][] {
  let line = 0;
  return batches.map((batch) =>
    batch.map((own) => {
      line++;
      const call = { id: line, numberID: 1, tariffType: "UK", startDate: "2026-10-01", duration: 60, ...own };
      return { call, line };
    }),
  );
}

interface Told {
  readonly calls: readonly Row[];
  readonly pools: readonly Row[];
  readonly padding: readonly Row[];
}

function byEngine(own: Case): Told {
  const book = openBook(bookOf(own) as unknown as BookData);
  let state: DiscountState | undefined;
  let pools: readonly unknown[] = [];
  const calls: CallResult[] = [];
  for (const batch of linedBatches(own)) {
    const applied = applyDiscounts(
      book,
      batch.map(({ call, line }) => rateCall(book, call as CallRecord, { line })),
      state,
    );
    state = applied.state;
    pools = applied.pools;
    calls.push(...applied.calls);
  }
  return {
    calls: calls.map((call) => toRecord(call) as unknown as Row),
    pools: pools as readonly Row[],
    padding: minimumSpendLines(book, calls, "2026-10-01") as unknown as readonly Row[],
  };
}

function bySecondOpinion(own: Case): Told {
  const discounts = createSecondOpinion(bookOf(own)).discounts();
  const calls = linedBatches(own).flatMap((batch) => discounts.apply(batch));
  return { calls, pools: discounts.pools(), padding: discounts.minimumSpend("2026-10-01") };
}

function holds(told: Told, own: Case): void {
  const wanted = own.calls.map((call) => (typeof call === "string" ? { cost: call } : call));
  expect(told.calls).toMatchObject(wanted);
  const byPlan = [...told.pools].sort((a, b) => (String(a.discountPlan) < String(b.discountPlan) ? -1 : 1));
  if (own.pools !== undefined) expect(byPlan).toMatchObject(own.pools);
  if (own.padding !== undefined) expect(told.padding).toMatchObject(own.padding);
}

const HALF = { discountPlanName: "Half", discountPercent: 50 };
const TWO_PENCE = { discountPlanName: "Two pence", discountPencePerCall: 2 };

/** 10 minutes for number 1. */
function minutes(fields: Row, rest: Omit<Case, "plans">): Case {
  return {
    plans: [{ discountPlanName: "M", allowanceMinutes: 10, ...fields }],
    numbers: [{ discountPlan1: "M" }],
    ...rest,
  };
}

const CASES: readonly [string, Case][] = [
  [
    "R40 the line's plan, then features by date and id, then the number; 6 - 2 = 4, half is 2",
    {
      plans: [HALF, TWO_PENCE],
      tariff: { baseDiscountPlan: "Two pence" },
      numbers: [{ discountPlan1: "Half" }],
      batches: [[{}]],
      calls: [{ cost: "2", discountPlans: "Two pence, Half" }],
    },
  ],
  [
    "R40 a feature's plan before the number's: half of 6 is 3, less 2 is 1",
    {
      plans: [HALF, TWO_PENCE],
      numbers: [{ discountPlan1: "Two pence" }],
      features: [{ numberID: 1, discountPlan3: "Half" }],
      batches: [[{}]],
      calls: [{ cost: "1", featureID: "1", discountPlans: "Half, Two pence" }],
    },
  ],
  [
    "R40 a feature of always before one with a date, id 9 before id 10, the number's before the customer's",
    {
      plans: [HALF, TWO_PENCE, { discountPlanName: "Quarter", discountPercent: 25 }],
      features: [
        { id: 10, numberID: 1, startDate: "2026-09-01", discountPlan1: "Half" },
        { id: 9, numberID: 1, startDate: "2026-09-01", discountPlan1: "Quarter" },
        { id: 8, customerID: 7, discountPlan1: "Two pence" },
      ],
      batches: [[{}]],
      // 6 less a quarter is 4.5, half is 2.25, less 2 is 0.25.
      calls: [{ cost: "0.25", discountPlans: "Quarter, Half, Two pence", featureID: "9" }],
    },
  ],
  [
    "R40 a plan applies once, at its first place",
    {
      plans: [HALF, TWO_PENCE],
      tariff: { baseDiscountPlan: "Half" },
      numbers: [{ discountPlan1: "Two pence", discountPlan2: "Half" }],
      batches: [[{}]],
      calls: ["1"],
    },
  ],
  [
    "R40 a tariff's plan for the customer",
    {
      plans: [{ ...HALF, customerID: 7 }],
      tariff: { baseDiscountPlan: "Half" },
      batches: [[{}]],
      calls: ["3"],
    },
  ],
  [
    "R40 a tariff's plan for groups that the customer is not in",
    {
      plans: [{ ...HALF, customerGroups: "Trade" }],
      tariff: { baseDiscountPlan: "Half" },
      batches: [[{}]],
      calls: ["6"],
    },
  ],
  [
    "R40 free minutes are gone for the later plan: 180 s less 60 s, half of 12 p",
    {
      plans: [
        { discountPlanName: "A", allowanceMinutes: 1 },
        { discountPlanName: "B", allowanceMinutes: 10, discountPercent: 50 },
      ],
      numbers: [{ discountPlan1: "A", discountPlan2: "B" }],
      batches: [[{ duration: 180 }]],
      calls: ["6"],
      pools: [{ usedSeconds: "60" }, { usedSeconds: "120", usedValue: "0.06" }],
    },
  ],
  [
    "R40 a discount leaves the usage whole: 18 - 3 = 15, of which two thirds are free",
    {
      plans: [
        { discountPlanName: "A", allowanceMinutes: 1, discountPercent: 50 },
        { discountPlanName: "B", allowanceMinutes: 2 },
      ],
      numbers: [{ discountPlan1: "A", discountPlan2: "B" }],
      batches: [[{ duration: 180 }]],
      calls: ["5"],
      pools: [{ usedSeconds: "60" }, { usedSeconds: "120" }],
    },
  ],
  [
    "R40 only components above 0 are discounted; a call with none of them draws nothing",
    {
      plans: [
        { discountPlanName: "A", allowanceCalls: 5 },
        { discountPlanName: "B", allowanceCalls: 5, components: ["accessCharge"] },
      ],
      tariff: { baseCost: "-6", baseAccessCharge: "3" },
      numbers: [{ discountPlan1: "A", discountPlan2: "B" }],
      batches: [[{}]],
      calls: [{ cost: "-6", costBasic: "-6", costAccessCharge: "0", costBaseAccessCharge: "3" }],
      pools: [{ discountPlan: "B", usedCalls: "1" }],
    },
  ],
  [
    "R41 a line's plan with allowances covers nothing where nobody carries it; one without applies",
    {
      plans: [{ discountPlanName: "M", allowanceMinutes: 10 }, HALF],
      tariff: {
        baseDiscountPlan: "Half",
        rates: [{ tariffType: "Text", chargeType: "perCall", cost: "4", discountPlan: "M" }],
      },
      batches: [[{}, { tariffType: "Text" }]],
      calls: ["3", "4"],
      pools: [],
    },
  ],
  [
    "R41 10 minutes × 1.5 × max(2, 3) = 45 minutes from a feature, with the number's own 55",
    {
      plans: [{ discountPlanName: "M", allowanceMinutes: 10 }],
      numbers: [{ discountPlan1: "M" }],
      features: [
        {
          numberID: 1,
          discountPlan2: "M",
          discountPlanMultiplier1: 9,
          discountPlanMultiplier2: "1.5",
          featureCount: 2,
          featureCountCommitted: 3,
        },
      ],
      batches: [[{}]],
      calls: ["0"],
      pools: [{ allowanceSeconds: "3300", usedSeconds: "60", usedMinutes: "1", numberID: "1" }],
    },
  ],
  [
    "R41 10 days of February: 6000 s × 10 ÷ 28 = 2142.857 s, 100 p × 10 ÷ 28 = 35.7142 p",
    {
      plans: [{ discountPlanName: "M", allowanceMinutes: 100, allowanceValue: 1, allowanceProRata: true }],
      features: [{ customerID: 7, discountPlan1: "M", startDate: "2026-02-19" }],
      batches: [[{ startDate: "2026-02-20" }]],
      calls: ["0"],
      pools: [
        {
          startDate: "2026-02-01",
          endDate: "2026-02-28",
          allowanceSeconds: "2142.857",
          allowanceValue: "0.357142",
          usedValue: "0.06",
          numberID: null,
          discountPlanAllowancePoolName: null,
        },
      ],
    },
  ],
  [
    "R41 a period from the 15th: the 14th is still of the one before, the 15th has minutes of its own",
    minutes(
      { allowanceMinutes: 1 },
      {
        settings: { billingPeriodStartDay: 15 },
        batches: [[{ startDate: "2026-03-14" }, { startDate: "2026-03-14" }, { startDate: "2026-03-15" }]],
        calls: ["0", "6", "0"],
        pools: [
          { startDate: "2026-02-15", endDate: "2026-03-14" },
          { startDate: "2026-03-15", endDate: "2026-04-14" },
        ],
      },
    ),
  ],
  [
    "R41 two numbers share a named pool: of 120 s the first takes 90, the second's minute is half covered",
    {
      plans: [{ discountPlanName: "M", allowanceMinutes: 1 }],
      numbers: [
        { discountPlanAllowancePoolName: "Sales", discountPlan1: "M" },
        { discountPlanAllowancePoolName: "Sales", discountPlan1: "M" },
        { discountPlan1: "M" },
      ],
      batches: [[{ duration: 90 }, { numberID: 2 }, { numberID: 3 }]],
      calls: ["0", "3", "0"],
    },
  ],
  [
    "R41 a customer's feature with a pool name is for numbers of that name only, and counted once",
    {
      plans: [{ discountPlanName: "M", allowanceMinutes: 1 }],
      numbers: [{ discountPlanAllowancePoolName: "Sales" }, { discountPlanAllowancePoolName: "Sales" }, {}],
      features: [{ customerID: 7, discountPlanAllowancePoolName: "Sales", discountPlan1: "M" }],
      batches: [[{ duration: 30 }, { numberID: 2 }, { numberID: 3 }]],
      calls: ["0", "3", "6"],
      pools: [{ discountPlanAllowancePoolName: "Sales", allowanceSeconds: "60", usedSeconds: "60" }],
    },
  ],
  [
    "R41 a customer's feature fills the pool that a number's feature names, whatever the number is called",
    {
      plans: [{ discountPlanName: "M", allowanceMinutes: 1 }],
      features: [
        { numberID: 1, discountPlanAllowancePoolName: "Sales", discountPlan1: "M" },
        { customerID: 7, discountPlanAllowancePoolName: "Sales", discountPlan1: "M" },
      ],
      batches: [[{ duration: 240 }]],
      calls: ["12"],
      pools: [{ allowanceSeconds: "120", usedSeconds: "120" }],
    },
  ],
  [
    "R42 at one instant the lower id draws first, integers before others",
    minutes(
      { allowanceMinutes: 1 },
      { batches: [[{ id: "a" }, { id: 10 }, { id: 9 }]], calls: ["6", "6", "0"] },
    ),
  ],
  [
    "R42 whole: 61 s do not fit into a minute, 59 s do",
    minutes(
      { allowanceMinutes: 1, partial: "whole" },
      { batches: [[{ duration: 61 }, { duration: 59 }]], calls: ["6.1", "0"] },
    ),
  ],
  [
    "R42 whole minutes: 61 s draw two of two, and nothing is left",
    minutes(
      { allowanceMinutes: 2, drawRoundSeconds: 60 },
      { batches: [[{ duration: 61 }, { duration: 30 }]], calls: ["0", "3"], pools: [{ usedSeconds: "120" }] },
    ),
  ],
  [
    "R42 whole minutes of 2.5: a call of 200 s gets 120 s, 20 p × 0.4 = 8 p",
    minutes(
      { allowanceMinutes: "2.5", drawRoundSeconds: 60 },
      { batches: [[{ duration: 200 }]], calls: ["8"], pools: [{ usedSeconds: "120", usedMinutes: "2" }] },
    ),
  ],
  [
    "R42 inclusive up to one hour per call: 540 p for 5400 s, two thirds free",
    {
      plans: [{ discountPlanName: "Hour", coverPerCallSeconds: 3600 }],
      numbers: [{ discountPlan1: "Hour" }],
      batches: [[{ duration: 5400 }, { duration: 3600 }]],
      calls: ["180", "0"],
      pools: [],
    },
  ],
  [
    "R42 inclusive unless longer than an hour",
    {
      plans: [{ discountPlanName: "Hour", coverPerCallSeconds: 3600, coverWholeCallOnly: true }],
      numbers: [{ discountPlan1: "Hour" }],
      batches: [[{ duration: 3601 }, { duration: 3600 }]],
      calls: ["360.1", "0"],
    },
  ],
  [
    "R42 minutes cover no text of 0 s and no data; bytes cover data",
    {
      plans: [
        { discountPlanName: "M", allowanceMinutes: 10 },
        { discountPlanName: "N", allowanceBytes: 524_288 },
      ],
      numbers: [{ discountPlan1: "M", discountPlan2: "N" }],
      batches: [
        [
          { tariffType: "Text", duration: 0 },
          { tariffType: "Data", bytes: 1_048_576 },
        ],
      ],
      calls: ["4", "5"],
      pools: [{ discountPlan: "N", usedBytes: "524288", usedSeconds: "0" }],
    },
  ],
  [
    "R42 R43 3 of 7 seconds: 0.1167 × 3/7 = 0.0500142857… is 0.05",
    minutes(
      { allowanceMinutes: "0.05" },
      { tariff: { baseCost: "1" }, batches: [[{ duration: 7 }]], calls: ["0.0667"] },
    ),
  ],
  [
    "R43 20 of 30 p over three components: 6 each, the 2 that are left to basic and access charge",
    {
      plans: [
        {
          discountPlanName: "Twenty",
          discountPencePerCall: 20,
          components: ["accessCharge", "surchargeCallRecording"],
        },
      ],
      settings: { costDecimals: 0 },
      tariff: {
        baseCost: "10",
        baseAccessChargeConnection: "10",
        baseSurchargeCallRecordingConnection: "10",
      },
      numbers: [{ discountPlan1: "Twenty" }],
      batches: [[{ callTypeRecordingFlag: true }]],
      calls: [{ cost: "10", costBasic: "3", costAccessCharge: "3", costSurchargeCallRecording: "4" }],
    },
  ],
  [
    // 999008.300001 × 3601 ÷ 60 and 999099.999991 × 3601 ÷ 60: whole numbers of quanta whose sum is beyond 2^53.
    "R43 0 % of 59957148.13839335 p and 59962651.66612652 p",
    {
      plans: [{ discountPlanName: "None", discountPercent: 0 }],
      settings: { costDecimals: 8 },
      tariff: { baseCost: "999008.300001", baseSurchargePayphoneOrigination: "999099.999991" },
      numbers: [{ discountPlan1: "None" }],
      batches: [[{ duration: 3601, callTypeOriginationTypeFlag: "payphone" }]],
      calls: [{ cost: "119919799.80451987", costBase: "119919799.80451987", discountPlans: "None" }],
    },
  ],
  [
    "R43 33.333333 % of 999999.999999 p is 333333.32999966666667 p",
    {
      plans: [{ discountPlanName: "Third", discountPercent: "33.333333" }],
      settings: { costDecimals: 8 },
      tariff: { baseCost: "999999.999999" },
      numbers: [{ discountPlan1: "Third" }],
      batches: [[{}]],
      calls: ["666666.66999933"],
    },
  ],
  [
    "R43 5 p of value for a call of 12 p: 5/12 of 120 s are drawn, 50 s are 0.8333 minutes",
    minutes(
      { allowanceValue: "0.05" },
      {
        batches: [[{ duration: 120 }, {}]],
        calls: ["7", "6"],
        pools: [{ usedSeconds: "50", usedMinutes: "0.8333", usedValue: "0.05", usedCalls: "1" }],
      },
    ),
  ],
  [
    "R43 whole: a call of 12 p is not covered by 5 p of value, one of 3 p is",
    minutes(
      { allowanceValue: "0.05", partial: "whole" },
      { batches: [[{ duration: 120 }, { duration: 30 }]], calls: ["12", "0"] },
    ),
  ],
  [
    "R43 half of the covered third, 1 p and 1 p a covered minute: 3 + 1 + 1 of 18 p",
    minutes(
      { allowanceMinutes: 1, discountPercent: 50, discountPencePerCall: 1, discountPencePerMinute: 1 },
      { batches: [[{ duration: 180 }]], calls: ["13"] },
    ),
  ],
  [
    "R43 a covered part is a part of the finished charge, minimum included: half of 20 p",
    minutes(
      { allowanceMinutes: "0.5" },
      { tariff: { baseCostMin: "20" }, batches: [[{ duration: 60 }]], calls: ["10"] },
    ),
  ],
  [
    "R44 a call before one of an earlier batch draws from what is left, and is late",
    minutes(
      { allowanceMinutes: "1.5" },
      {
        batches: [[{ startTime: "12:00" }], [{ startTime: "11:00" }, { startTime: "13:00" }]],
        calls: ["0", { cost: "3", late: true }, "6"],
      },
    ),
  ],
  [
    "R45 two calls at half of 15 p come to 15 p, £2.35 short of £2.50; calls stay as they are",
    {
      plans: [{ ...HALF, appliesTo: { callTypes: ["UK"] } }],
      numbers: [{ discountPlan1: "Half", lowInvoiceActionValue: "2.50" }, { lowInvoiceActionValue: "0.06" }],
      batches: [[{ duration: 150 }, { duration: 150 }, { numberID: 2 }]],
      calls: ["7.5", "7.5", "6"],
      padding: [
        {
          numberID: "1",
          startDate: "2026-10-01",
          endDate: "2026-10-31",
          minimum: "2.5",
          callTotal: "0.15",
          padding: "2.35",
        },
      ],
    },
  ],
  [
    "R45 half a penny is a penny, £0.02 short of £0.03",
    {
      numbers: [{ lowInvoiceActionValue: "0.03" }],
      batches: [[{ duration: 5 }]],
      calls: ["0.5"],
      padding: [{ callTotal: "0.01", padding: "0.02" }],
    },
  ],
];

describe("worked by hand, R40 to R45", () => {
  test.each(CASES)("second opinion: %s", (_title, own) => holds(bySecondOpinion(own), own));
  test.each(CASES)("engine: %s", (_title, own) => holds(byEngine(own), own));
});
