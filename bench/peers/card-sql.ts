/**
 * The card as SQL, exact: whole numbers only, in sixtieths of a ten-thousandth of a penny until they are rounded.
 * (A DECIMAL divided by an INTEGER is a DOUBLE in DuckDB.) The two databases differ in how they find the range of a
 * dialled number, and in the operator that divides whole numbers.
 */

export interface SqlDialect {
  /** Whole number divided by whole number. */
  readonly divide: "//" | "/";
  /** Joins `line_range` to `call` and `number`, the last range that starts at or below `call.external`. */
  readonly joinRange: string;
}

/** The calls' numbers have twelve digits, the ranges' fifteen. */
const DIALLED = "call.external * 1000";

export const DUCKDB_DIALECT: SqlDialect = {
  divide: "//",
  joinRange: `asof left join line_range
      on number.tariff_id = line_range.tariff_id and ${DIALLED} >= line_range.range_start`,
};

export const POSTGRES_DIALECT: SqlDialect = {
  divide: "/",
  joinRange: `left join lateral (
      select * from line_range
      where line_range.tariff_id = number.tariff_id and line_range.range_start <= ${DIALLED}
      order by line_range.range_start desc limit 1
    ) line_range on true`,
};

/** A query that rates `calls` (a table, or a function that reads a file); null costs where there is no rate. */
export function pricedCalls(calls: string, { divide, joinRange }: SqlDialect): string {
  const upTo = (value: string, multiple: string): string =>
    `((${value} + ${multiple} - 1) ${divide} (${multiple}))`;
  const unlessFree = (amount: string): string =>
    `case when price is null then null when duration = 0 then 0 else ${amount} end`;
  return `with looked_up as (
    select call.id, number.number_id, tariff.*, call.duration,
      call."callTypeOriginationTypeFlag" = 'mobile' as is_mobile,
      extract(isodow from call."startDate") <= 5
        and call."startTime" >= time '08:00:00' and call."startTime" < time '18:00:00' as is_day,
      day_price, day_connection, day_minimum, day_maximum,
      evening_price, evening_connection, evening_minimum, evening_maximum
    from ${calls} call
    left join number on number.target = call.target
    ${joinRange}
    left join tariff on tariff.tariff_id = number.tariff_id
  ), measured as (
    select *,
      case when is_day then day_price else evening_price end as price,
      60 * case when is_day then day_connection else evening_connection end as connection,
      60 * case when is_day then day_minimum else evening_minimum end as minimum,
      case when is_day then day_maximum else evening_maximum end as maximum,
      ${upTo("greatest(duration, minimum_seconds)", "step_seconds")} * step_seconds as seconds
    from looked_up
  )
  select id, number_id, tariff_id, is_day, price is not null as is_rated,
    ${unlessFree("seconds")} as seconds,
    ${unlessFree(`least(${upTo("greatest(price * seconds + connection, minimum)", "step * 60")} * step, maximum)`)} as basic,
    ${unlessFree(`${upTo("access_price * seconds + access_connection * 60", "step * 60")} * step`)} as access,
    ${unlessFree(`case when is_mobile then (mobile_price * seconds + mobile_connection * 60 + 30) ${divide} 60 else 0 end`)} as mobile
  from measured`;
}

/** How many calls were rated, and the three exact sums. */
export function cardTotals(calls: string, dialect: SqlDialect): string {
  return `select count(basic) as rated, sum(basic) as basic, sum(access) as access, sum(mobile) as mobile
    from (${pricedCalls(calls, dialect)}) priced`;
}

/** The columns of a file of results, under Tollbook's names and in its order; amounts in pence. */
export function cardResults(calls: string, dialect: SqlDialect): string {
  const pence = (units: string, name: string): string =>
    `cast(${units} as decimal(13, 0)) * 0.0001 as "${name}"`;
  const ifRated = (value: string, name: string): string =>
    `case when is_rated then ${value} end as "${name}"`;
  return `select id,
    ${ifRated("number_id", "numberID")},
    ${ifRated("tariff_id", "tariffID")},
    ${ifRated("case when is_day then 'Day' else 'Evening' end", "tariffTime")},
    seconds as "chargedDuration",
    ${pence("basic + access + mobile", "cost")},
    ${pence("basic", "costBasic")},
    ${pence("access", "costAccessCharge")},
    ${pence("mobile", "costSurchargeMobileOrigination")}
  from (${pricedCalls(calls, dialect)}) priced`;
}
