import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';

interface Closable {
  close(): unknown;
}

/**
 * Starts a resource before the tests of a suite and closes it after the last. Its properties are available in tests and
 * hooks.
 */
export function useResource<Resource extends Closable>(start: () => Promise<Resource>): Resource {
  const { resource, open, close } = createResource(start);
  beforeAll(open);
  afterAll(close);
  return resource;
}

/** Like `useResource`, with a new resource for each test. */
export function useFreshResource<Resource extends Closable>(start: () => Promise<Resource>): Resource {
  const { resource, open, close } = createResource(start);
  beforeEach(open);
  afterEach(close);
  return resource;
}

/** Returns a function that registers resources to close after each test, in reverse order. */
export function useClosing() {
  const resources: Closable[] = [];
  afterEach(async () => {
    for (const resource of resources.splice(0).toReversed()) await resource.close();
  });
  return <Resource extends Closable>(resource: Resource): Resource => {
    resources.push(resource);
    return resource;
  };
}

function createResource<Resource extends Closable>(start: () => Promise<Resource>) {
  let started: Resource | undefined;
  const current = () => {
    if (started) return started;
    throw new Error('The resource is available in tests and hooks only.');
  };
  return {
    resource: new Proxy<Resource>(Object.create(null), {
      get: (_, name) => Reflect.get(current(), name),
      set: (_, name, value) => Reflect.set(current(), name, value),
      // Spreading the resource (`{ ...resource }`) needs the next two traps.
      ownKeys: () => Reflect.ownKeys(current()),
      getOwnPropertyDescriptor(_, name) {
        const found = Reflect.getOwnPropertyDescriptor(current(), name);
        return found && { ...found, configurable: true };
      },
    }),
    open: async () => {
      started = await start();
    },
    close: async () => {
      await started?.close();
      started = undefined;
    },
  };
}
