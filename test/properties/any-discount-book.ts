/**
 * Random books with discount plans and calls for them, R40 to R45: several customers, numbers and features that
 * carry plans, standard features, named pools, tariffs and lines that name plans, all charge types. As in
 * `any-book.ts` what is drawn are places in lists, so that every book is valid.
 */
import fc from "fast-check";
import { decimal } from "./amounts.ts";
import type { Row } from "./any-rate.ts";

/** A call record, its line in the file, and the batch it comes in. */
export interface BatchedCall {
  readonly call: Row;
  readonly line: number;
  readonly batch: number;
}

export interface DiscountCase {
  readonly book: Row;
  readonly calls: readonly BatchedCall[];
}

const CALL_TYPES = [
  { name: "UK", tariffClass: "national" },
  { name: "Mobile", tariffClass: "mobile" },
  { name: "Text", tariffClass: "mobile" },
  { name: "Data", tariffClass: "bespoke1" },
  { name: "Events", tariffClass: "bespoke2" },
  { name: "Marked up", tariffClass: "international" },
  /** No tariff has a price for it: R27. */
  { name: "Priceless", tariffClass: "inbound" },
] as const;
const PERIODS = [
  {
    name: "Day",
    weekdays: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"],
    from: "08:00",
    to: "18:00",
  },
  { name: "Weekend", weekdays: ["Saturday", "Sunday"] },
] as const;
const POOLS = ["Sales", "Works"] as const;
const PLANS = ["P0", "P1", "P2", "P3", "P4", "P5"] as const;
const COMPONENTS = [
  "basic",
  "accessCharge",
  "surchargeMobileOrigination",
  "surchargePayphoneOrigination",
  "surchargeCallRecording",
] as const;
/** About billing periods that begin on the 1st, the 15th and the 28th, and about a clock change. */
export const DAYS = [
  "2026-02-27",
  "2026-02-28",
  "2026-03-01",
  "2026-03-14",
  "2026-03-15",
  "2026-03-29",
  "2026-04-02",
];
const SPAN_ENDS = ["2025-06-01", "2026-02-15", "2026-02-28", "2026-03-01", "2026-03-20", "2026-12-31"];

/** Amounts of so many decimal places, small ones mostly. */
function upTo(most: number, places: number): fc.Arbitrary<string> {
  return fc.integer({ min: 0, max: most * 10 ** places }).map((units) => decimal(units, places));
}

/** A value for some of the records, else blank. */
function some<T>(arbitrary: fc.Arbitrary<T>, ofTen: number): fc.Arbitrary<T | undefined> {
  return fc.oneof({ weight: 10 - ofTen, arbitrary: fc.constant(undefined) }, { weight: ofTen, arbitrary });
}

const planName = fc.constantFrom(...PLANS);
const carried = {
  discountPlan1: some(planName, 7),
  discountPlan2: some(planName, 5),
  discountPlan3: some(planName, 2),
  discountPlan4: some(planName, 2),
};
const count = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom("0", "1", "2", "3") },
  { weight: 8, arbitrary: upTo(3, 2) },
  { weight: 8, arbitrary: upTo(2, 6) },
  { weight: 1, arbitrary: fc.constantFrom("0.000001", "999999999.999999", "1000000000") },
);
/** A figure, or now and then the largest that R2 allows. */
function orMost<T>(figure: fc.Arbitrary<T>, most: T): fc.Arbitrary<T> {
  return fc.oneof({ weight: 15, arbitrary: figure }, { weight: 1, arbitrary: fc.constant(most) });
}

const multipliers = {
  discountPlanMultiplier1: some(count, 3),
  discountPlanMultiplier2: some(count, 3),
  discountPlanMultiplier3: some(count, 3),
};
const poolName = some(fc.constantFrom(...POOLS), 5);

const span = fc
  .tuple(some(fc.constantFrom(...SPAN_ENDS), 5), some(fc.constantFrom(...SPAN_ENDS), 5))
  .map(([from, to]) => (from !== undefined && to !== undefined && to < from ? [to, from] : [from, to]));

/** A plan over all of its fields; amounts are such that pools run out among a few dozen calls. */
const plan = fc
  .record({
    discountPercent: some(
      fc.oneof(fc.constantFrom("0", "100", "100.00", "50", "33.333333"), upTo(100, 1)),
      4,
    ),
    discountPencePerCall: some(fc.oneof(fc.constantFrom("0", "1"), upTo(6, 4)), 2),
    discountPencePerMinute: some(fc.oneof(fc.constantFrom("0", "1"), upTo(4, 6)), 2),
    allowanceMinutes: some(orMost(fc.oneof(upTo(60, 0), upTo(5, 2), upTo(90, 6)), "999999999.999999"), 5),
    allowanceBytes: some(
      orMost(fc.oneof(fc.nat({ max: 5_000_000 }), fc.nat({ max: 5_000 })), Number.MAX_SAFE_INTEGER),
      3,
    ),
    allowanceEvents: some(fc.nat({ max: 12 }), 3),
    allowanceCalls: some(fc.nat({ max: 12 }), 2),
    allowanceValue: some(orMost(fc.oneof(upTo(2, 2), upTo(1, 4), upTo(1, 6)), "999999.999999"), 2),
    allowanceProRata: fc.constantFrom(undefined, true, "yes", "no"),
    appliesTo: some(
      fc.record({
        tariffClasses: some(
          fc.constantFrom("national", "national,mobile", ["bespoke1", "bespoke2", "mobile"]),
          3,
        ),
        callTypes: some(fc.subarray(CALL_TYPES.map(({ name }) => name as string)), 3),
        periods: some(fc.constantFrom(["Day"], ["Weekend"], ["Day", "Weekend"]), 3),
      }),
      4,
    ),
    components: some(fc.subarray([...COMPONENTS]), 6),
    partial: fc.constantFrom(undefined, "prorata", "whole"),
    coverPerCallSeconds: some(fc.oneof(fc.constantFrom("0", "60", "3600"), upTo(900, 3)), 3),
    coverWholeCallOnly: fc.constantFrom(undefined, undefined, true),
    drawRoundSeconds: some(fc.oneof(fc.constantFrom("0", "1", "60"), upTo(90, 3)), 3),
  })
  .map((fields) => (hasEffect(fields) ? fields : { ...fields, allowanceMinutes: "7.5" }));

/** R43: a plan with neither allowance, coverPerCallSeconds nor discount field is none. */
function hasEffect(fields: Row): boolean {
  return Object.entries(fields).some(
    ([field, value]) =>
      value !== undefined && field !== "allowanceProRata" && /^(allowance|discountP|coverPer)/.test(field),
  );
}

const price = orMost(
  fc.oneof(upTo(30, 2), upTo(3, 6), fc.constantFrom("0", "1", "6", "-2")),
  "999999.999999",
);
/** What is charged beside the usage. */
const charges = fc.record({
  costConnection: some(price, 4),
  costMin: some(upTo(20, 1), 2),
  durationMin: some(fc.constantFrom("30", "61.5"), 2),
  roundSeconds: some(fc.constantFrom("6", "60"), 2),
  chargeZeroDuration: some(fc.boolean(), 2),
  accessCharge: some(price, 4),
  accessChargeConnection: some(price, 2),
  surchargeMobileOriginationConnection: some(price, 4),
  surchargePayphoneOrigination: some(price, 4),
  surchargeCallRecording: some(price, 5),
});

const draws = fc.record({
  settings: fc.record({
    costDecimals: fc.constantFrom(undefined, 0, 2, 4, 6, 8),
    currencyDecimals: fc.constantFrom(undefined, undefined, 0, 1, 3),
    billingPeriodStartDay: fc.constantFrom(undefined, 1, 15, 28),
    timeZone: fc.constantFrom(undefined, "America/New_York"),
    periodRule: fc.constantFrom(undefined, "split"),
  }),
  plans: fc.array(plan, { minLength: PLANS.length, maxLength: PLANS.length }),
  tariffs: fc.array(
    fc.record({
      cost: price,
      charges,
      plan: some(planName, 3),
      line: some(planName, 3),
      prefix: some(planName, 3),
    }),
    { minLength: 5, maxLength: 5 },
  ),
  customers: fc.integer({ min: 1, max: 3 }),
  numbers: fc.array(
    fc.record({
      customer: fc.nat({ max: 2 }),
      span: some(span, 1),
      dropped: some(fc.constantFrom(...DAYS), 8),
      pool: poolName,
      carried: fc.record(carried),
      fallback: some(upTo(90, 1), 5),
      minimum: some(fc.oneof(upTo(3, 2), upTo(1, 6)), 5),
    }),
    { minLength: 1, maxLength: 5, size: "max" },
  ),
  standardFeatures: fc.array(fc.record({ ...carried, ...multipliers }), { minLength: 2, maxLength: 2 }),
  features: fc.array(
    fc.record({
      ofNumber: fc.boolean(),
      owner: fc.nat({ max: 5 }),
      textID: fc.boolean(),
      standard: some(fc.nat({ max: 1 }), 3),
      span,
      dropped: some(fc.constantFrom(...DAYS), 5),
      pool: poolName,
      carried: fc.record(carried),
      multipliers: fc.record(multipliers),
      featureCount: some(count, 3),
      featureCountCommitted: some(count, 3),
      tariff: some(fc.constant(true), 1),
    }),
    { maxLength: 7, size: "max" },
  ),
});

const duration = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 900 }).map(String) },
  { weight: 2, arbitrary: fc.constantFrom("0", "0.001", "60", "61", "3600", "3601") },
  { weight: 1, arbitrary: upTo(900, 3) },
  { weight: 1, arbitrary: fc.constantFrom("31622399.999", "31622400") },
);

const call = fc.record({
  number: fc.nat({ max: 11 }),
  callType: fc.nat({ max: 9 }),
  prefixed: fc.boolean(),
  day: fc.constantFrom(...DAYS),
  time: fc.constantFrom("00:00:00", "07:59:30", "12:00:00", "12:00:00.5", "17:59:59", "23:59:59.999"),
  id: fc.constantFrom("number", "number", "number", "text", "none"),
  duration,
  bytes: orMost(fc.oneof(fc.nat({ max: 3_000_000 }), fc.constantFrom(0, 1, 1_024)), Number.MAX_SAFE_INTEGER),
  events: some(fc.nat({ max: 5 }), 8),
  origination: fc.constantFrom(undefined, "mobile", "payphone"),
  recorded: fc.boolean(),
  cost: some(fc.oneof(upTo(50, 4), upTo(2, 10)), 8),
  batch: fc.nat({ max: 2 }),
});

type Draws = typeof draws extends fc.Arbitrary<infer T> ? T : never;
type CallDraws = typeof call extends fc.Arbitrary<infer T> ? T : never;

/** Books with up to so many calls, in batches that are mostly not in order. */
export function anyDiscountCase(maxCalls: number): fc.Arbitrary<DiscountCase> {
  return fc
    .tuple(draws, fc.array(call, { minLength: 1, maxLength: maxCalls, size: "max" }))
    .map(([drawn, calls]) => {
      const book = buildBook(drawn);
      return {
        book,
        calls: calls.map((own, at) => ({
          call: buildCall(own, at, book.numbers as readonly Row[]),
          line: at + 1,
          batch: own.batch,
        })),
      };
    });
}

function withoutBlanks(record: Row): Row {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}

function buildBook(drawn: Draws): Row {
  const customers = Array.from({ length: drawn.customers }, (_, at): unknown => (at === 1 ? "c-1" : at + 7));
  const numbers = drawn.numbers.map((own, at) =>
    withoutBlanks({
      id: at === 2 ? "n-2" : at + 10,
      customerID: customers[own.customer % customers.length],
      number: `020 7946 00${at + 10}`,
      billableFrom: own.span?.[0],
      billableTo: own.span?.[1],
      status: own.dropped && "dropped",
      updatedDate: own.dropped,
      discountPlanAllowancePoolName: own.pool,
      ...own.carried,
      inboundMarkup: own.fallback,
      lowInvoiceActionValue: own.minimum,
    }),
  );
  const standardFeatures = drawn.standardFeatures.map((own, at) =>
    withoutBlanks({ id: at, name: `Standard ${at}`, ...own }),
  );
  return {
    ...withoutBlanks(drawn.settings),
    callTypes: CALL_TYPES,
    ratingPeriods: PERIODS,
    discountPlans: drawn.plans.map((own, at) =>
      withoutBlanks({ id: at, discountPlanName: PLANS[at], ...own }),
    ),
    tariffs: buildTariffs(drawn),
    customers: customers.map((id) => ({
      id,
      defaultNationalTariff: "T",
      defaultMobileTariff: "T",
      defaultBespokeTariff1: "T",
      defaultBespokeTariff2: "T",
      defaultInternationalTariff: "T",
      defaultInboundTariff: "T",
    })),
    numbers,
    standardFeatures,
    features: drawn.features.map((own, at) => {
      const owners = own.ofNumber ? numbers.map(({ id }) => id) : customers;
      return withoutBlanks({
        id: own.textID ? `f-${at}` : 40 - at,
        [own.ofNumber ? "numberID" : "customerID"]: owners[own.owner % owners.length],
        standardFeature: own.standard === undefined ? undefined : `Standard ${own.standard}`,
        startDate: own.span[0],
        endDate: own.span[1],
        status: own.dropped && "Dropped",
        updatedDate: own.dropped,
        discountPlanAllowancePoolName: own.pool,
        ...own.carried,
        ...own.multipliers,
        featureCount: own.featureCount,
        featureCountCommitted: own.featureCountCommitted,
        nationalTariff: own.tariff === undefined ? undefined : "T",
      });
    }),
  };
}

/** One tariff a class, the mobile one with texts of one price; plans are named by base fields, lines and a parent. */
function buildTariffs({ tariffs }: Draws): Row[] {
  const [national, mobile, data, events, international] = tariffs as [
    Draws["tariffs"][number],
    Draws["tariffs"][number],
    Draws["tariffs"][number],
    Draws["tariffs"][number],
    Draws["tariffs"][number],
  ];
  const tariff = (id: number, tariffClass: string, own: Draws["tariffs"][number], rest: Row): Row =>
    withoutBlanks({
      id,
      name: "T",
      tariffClass,
      baseDiscountPlan: own.plan,
      ...Object.fromEntries(
        Object.entries(withoutBlanks(own.charges)).map(([field, value]) => [
          field === "chargeZeroDuration" ? field : `base${field.charAt(0).toUpperCase()}${field.slice(1)}`,
          value,
        ]),
      ),
      ...rest,
    });
  const line = (own: Draws["tariffs"][number]): Row =>
    withoutBlanks({ prefix: "4420", discountPlan: own.prefix });
  return [
    tariff(1, "national", national, {
      baseCost: national.cost,
      rates: [withoutBlanks({ tariffTime: "Day", discountPlan: national.line }), line(national)],
    }),
    // The parent names a plan that its child may leave to it.
    { ...tariff(2, "mobile", mobile, { baseCost: mobile.cost, rates: [line(mobile)] }), name: "Parent" },
    withoutBlanks({
      id: 3,
      name: "T",
      tariffClass: "mobile",
      parentTariff: 2,
      rates: [
        withoutBlanks({ tariffType: "Text", chargeType: "perCall", cost: "3.5", discountPlan: mobile.line }),
      ],
    }),
    tariff(4, "bespoke1", data, { baseType: "perMegabyte", baseCost: data.cost, rates: [line(data)] }),
    tariff(5, "bespoke2", events, { baseType: "perEvent", baseCost: events.cost, rates: [line(events)] }),
    tariff(6, "international", international, {
      baseType: "markup",
      baseCost: "25",
      rates: [line(international)],
    }),
    // Without a price of its own: the number's markup has to do.
    withoutBlanks({
      id: 7,
      name: "T",
      tariffClass: "inbound",
      baseDiscountPlan: events.plan,
      rates: [withoutBlanks({ prefix: "4420", discountPlan: events.line })],
    }),
  ];
}

function buildCall(own: CallDraws, at: number, numbers: readonly Row[]): Row {
  const { name } = CALL_TYPES[own.callType % CALL_TYPES.length] ?? CALL_TYPES[0];
  // One in twelve belongs to no number.
  const number = own.number === 11 ? undefined : numbers[own.number % numbers.length];
  return withoutBlanks({
    id: own.id === "none" ? undefined : own.id === "text" ? `x${at}` : 100 - at,
    target: "020 7946 0999",
    numberID: number?.id,
    tariffType: name,
    external: own.prefixed ? "020 7946 0500" : "0117 496 0500",
    startDate: own.day,
    startTime: own.time,
    duration: own.duration,
    bytes: own.bytes,
    events: own.events,
    callTypeOriginationTypeFlag: own.origination,
    callTypeRecordingFlag: own.recorded,
    ...(own.cost === undefined ? {} : { costCDRBasic: own.cost, costCDRAccessCharge: "1.5" }),
  });
}
