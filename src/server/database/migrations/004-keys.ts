/** Keys of destinations: a short code has one key, however its flag was written. */
const renamed = (table: string): string => `
UPDATE ${table} SET key = regexp_replace(key, '"[^"]*"\\]$',
  CASE WHEN lower(key) ~ '"(1|true|yes|y|on)"\\]$' THEN '"true"]' ELSE '"false"]' END)
WHERE list = 'destinations' AND key !~ '"(true|false)"\\]$';`;

export const keysOfShortCodes = `${renamed("records")}
${renamed("record_history")}
`;
