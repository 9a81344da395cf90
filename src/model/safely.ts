/**
 * Objects from outside may be getters and Proxies that throw when they are read. Bad data is a result and not an
 * exception, so what is read of them beside the hot path is read here.
 */

/** What `read` gives, or `otherwise` where it throws. */
export function safely<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

/** What is said of something that throws when it is read. */
export const UNREADABLE = "cannot be read: it throws when it is asked for";

/** A copy of a record's own fields, without those that throw. */
export function copyOf<T extends object>(record: T): T {
  return safely(
    () => ({ ...record }),
    safely(() => copyWhatCanBeRead(record), {} as T),
  );
}

function copyWhatCanBeRead<T extends object>(record: T): T {
  const copy: Partial<T> = {};
  for (const key of Object.keys(record) as (keyof T)[]) {
    safely(() => {
      copy[key] = record[key];
    }, undefined);
  }
  return copy as T;
}
