import { describe, expect, it } from 'vitest';
import { createExplorerStorage } from '../../../src/http/explorer/storage.ts';

/** The storage of a browser: entries are properties. */
function browserStorage(): Storage {
  const entries: Record<string, string> = {};
  const methods = {
    getItem: (key: string) => entries[key] ?? null,
    setItem: (key: string, value: string) => void (entries[key] = value),
    removeItem: (key: string) => void delete entries[key],
    clear: () => {},
    key: () => null,
    length: 0,
  };
  for (const name of Object.keys(methods)) Object.defineProperty(entries, name, { value: Reflect.get(methods, name) });
  return Object.assign(Object.create(entries), {});
}

describe('the storage of GraphiQL', () => {
  const tabs = JSON.stringify({ tabs: [{ id: 'a', headers: '{"authorization":"secret"}' }], activeTabIndex: 0 });

  it('removes headers when the user no longer persists them, also from what GraphiQL stores later', () => {
    const local = browserStorage();
    const storage = createExplorerStorage(local);
    storage.setItem('graphiql:shouldPersistHeaders', 'true');
    storage.setItem('graphiql:tabState', tabs);
    storage.setItem('graphiql:headers', 'secret');
    expect(storage.getItem('graphiql:tabState')).toBe(tabs);

    storage.setItem('graphiql:shouldPersistHeaders', 'false');
    expect(storage.getItem('graphiql:headers')).toBeNull();
    storage.setItem('graphiql:tabState', tabs);
    storage.setItem('graphiql:headers', 'secret');
    expect(storage.getItem('graphiql:tabState')).toBe('{"tabs":[{"id":"a","headers":null}],"activeTabIndex":0}');
    expect(storage.getItem('graphiql:headers')).toBeNull();
  });
});
