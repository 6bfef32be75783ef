type GraphiqlStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'clear' | 'length'>;

const namespace = 'graphiql:';
const persistHeadersKey = `${namespace}shouldPersistHeaders`;
const headersKey = `${namespace}headers`;
const tabsKey = `${namespace}tabState`;
const keysWithHeaders = [headersKey, tabsKey, `${namespace}queries`, `${namespace}favorites`];

export const persistsHeaders = (storage: Pick<Storage, 'getItem'>) => storage.getItem(persistHeadersKey) === 'true';

/**
 * Removes headers, which can contain tokens, from what GraphiQL stores, unless the user chose to persist them. GraphiQL
 * always includes them in its history, and can write tabs half a second after the setting was changed.
 */
export function createExplorerStorage(local: Storage): GraphiqlStorage {
  function write(key: string, value: string): void {
    if (persistsHeaders(local) || !keysWithHeaders.includes(key)) local.setItem(key, value);
    else if (key === headersKey) local.removeItem(key);
    else local.setItem(key, withoutHeaders(key, value));
  }
  return {
    getItem: (key) => local.getItem(key),
    setItem(key, value) {
      write(key, value);
      if (key !== persistHeadersKey) return;
      for (const stored of keysWithHeaders) {
        const content = local.getItem(stored);
        if (content !== null) write(stored, content);
      }
    },
    removeItem: (key) => local.removeItem(key),
    get length() {
      return ownKeys(local).length;
    },
    clear() {
      for (const key of ownKeys(local)) local.removeItem(key);
    },
  };
}

const ownKeys = (local: Storage) => Object.keys(local).filter((key) => key.startsWith(namespace));

/** GraphiQL rejects tabs without `headers`, so these get null. */
const withoutHeaders = (storedKey: string, json: string) =>
  JSON.stringify(JSON.parse(json), (key, value) => {
    if (key !== 'headers') return value;
    return storedKey === tabsKey ? null : undefined;
  });

/** Earlier releases opened the examples in tabs. Does nothing if the stored tabs cannot be read. */
export function removeEarlierExamples(local: Storage): void {
  try {
    const earlier: unknown = JSON.parse(local.getItem('graph:examples') ?? 'null');
    local.removeItem('graph:examples');
    if (!Array.isArray(earlier)) return;
    const state = JSON.parse(local.getItem(tabsKey) ?? 'null');
    const tabs = state.tabs.filter((tab: { query: string }) => !earlier.includes(tab.query));
    local.removeItem(`${namespace}query`);
    if (tabs.length === 0) local.removeItem(tabsKey);
    else local.setItem(tabsKey, JSON.stringify({ tabs, activeTabIndex: 0 }));
  } catch {
    // GraphiQL replaces tabs that cannot be read.
  }
}
