/** The part of `localStorage` that GraphiQL uses. */
type GraphiqlStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'clear' | 'length'>;

const namespace = 'graphiql:';
const persistHeadersKey = `${namespace}shouldPersistHeaders`;
const historyKeys = [`${namespace}queries`, `${namespace}favorites`];

/** Whether the user chose to persist headers in GraphiQL's settings. */
export const persistsHeaders = (storage: Pick<Storage, 'getItem'>) => storage.getItem(persistHeadersKey) === 'true';

/**
 * Creates a storage that contains no headers unless the user chose to persist them, because headers can contain tokens.
 * GraphiQL itself always stores them in its history.
 */
export function createExplorerStorage(local: Storage): GraphiqlStorage {
  const write = (key: string, value: string) =>
    local.setItem(key, historyKeys.includes(key) && !persistsHeaders(local) ? withoutHeaders(value) : value);
  return {
    getItem: (key) => local.getItem(key),
    setItem(key, value) {
      write(key, value);
      if (key !== persistHeadersKey) return;
      for (const stored of historyKeys) {
        const history = local.getItem(stored);
        if (history !== null) write(stored, history);
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

const withoutHeaders = (json: string) =>
  JSON.stringify(JSON.parse(json), (key, value) => (key === 'headers' ? undefined : value));

/**
 * Removes the unedited example tabs that earlier releases opened, because examples have a panel of their own. Does
 * nothing if the stored tabs cannot be read.
 */
export function removeEarlierExamples(local: Storage): void {
  try {
    const earlier: unknown = JSON.parse(local.getItem('graph:examples') ?? 'null');
    local.removeItem('graph:examples');
    if (!Array.isArray(earlier)) return;
    const state = JSON.parse(local.getItem(`${namespace}tabState`) ?? 'null');
    const tabs = state.tabs.filter((tab: { query: string }) => !earlier.includes(tab.query));
    local.removeItem(`${namespace}query`);
    if (tabs.length === 0) local.removeItem(`${namespace}tabState`);
    else local.setItem(`${namespace}tabState`, JSON.stringify({ tabs, activeTabIndex: 0 }));
  } catch {
    // GraphiQL replaces tabs that cannot be read.
  }
}
