/** How many records a list of them brought. */
export interface UpsertCount {
  readonly added: number;
  readonly changed: number;
}

/** A list with some of its records replaced in their places, and the new ones at the end. */
export function upsert<T extends object>(
  old: readonly T[],
  next: readonly T[],
  keyOf: (record: T) => string,
): { readonly records: readonly T[]; readonly count: UpsertCount } {
  if (next.length === 0) return { records: old, count: { added: 0, changed: 0 } };
  const records = [...old];
  const places = new Map<string, number>();
  for (const [index, record] of old.entries()) places.set(keyOf(record), index);
  let added = 0;
  let changed = 0;
  for (const record of next) {
    const key = keyOf(record);
    const place = places.get(key);
    if (place === undefined) {
      places.set(key, records.push(record) - 1);
      added++;
    } else if (!isSame(records[place] as T, record)) {
      records[place] = record;
      changed++;
    }
  }
  return { records, count: { added, changed } };
}

/** Whether a record says what is there already; blank fields say nothing. */
function isSame(old: object, next: object): boolean {
  const before = Object.entries(old).filter(([, value]) => isSaid(value));
  const after = new Map(Object.entries(next).filter(([, value]) => isSaid(value)));
  return (
    before.length === after.size &&
    before.every(([name, value]) => after.has(name) && String(after.get(name)) === String(value))
  );
}

function isSaid(value: unknown): boolean {
  return value !== undefined && value !== null && value !== "" && value !== "outbound" && value !== false;
}
