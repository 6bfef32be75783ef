import { afterAll, beforeAll } from 'vitest';

/**
 * Opens something before the first test of a suite and closes it after the last one. Hooks and tests use the returned
 * object as if it were the opened one.
 */
export function openForSuite<Opened extends { close(): unknown }>(open: () => Promise<Opened>): Opened {
  let opened: Opened | undefined;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(async () => {
    await opened?.close();
  });
  return forwardTo(() => {
    if (!opened) throw new Error('This is open only in hooks and tests.');
    return opened;
  });
}

/** Returns an object that forwards property access to the result of `current`. */
export function forwardTo<Value extends object>(current: () => Value): Value;
export function forwardTo(current: () => object): object {
  return new Proxy(
    {},
    {
      get(_target, key) {
        const object = current();
        const value: unknown = Reflect.get(object, key, object);
        // Functions with properties of their own, such as mocks and `db.fn`, do not depend on `this`.
        return typeof value === 'function' && Object.keys(value).length === 0 ? value.bind(object) : value;
      },
      set: (_target, key, value) => Reflect.set(current(), key, value),
    },
  );
}
