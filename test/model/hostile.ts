/** Values that throw when they are asked: getters, Proxies, and amounts whose methods throw. */

function refuse(): never {
  throw new Error("not to be asked");
}

/** An amount that throws when it is asked for its digits. */
export const THROWING_AMOUNT = { toFixed: refuse };

/** An object of which nothing can be asked. */
export function hostileProxy(): object {
  return new Proxy(
    {},
    { get: refuse, has: refuse, ownKeys: refuse, getPrototypeOf: refuse, getOwnPropertyDescriptor: refuse },
  );
}

/** A Proxy that is not even an object any more. */
export function revokedProxy(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

/** A copy of a record whose field is a getter that throws. */
export function withThrowingField<T extends object>(record: T, field: string): T {
  return Object.defineProperty({ ...record }, field, { get: refuse, enumerable: true });
}
