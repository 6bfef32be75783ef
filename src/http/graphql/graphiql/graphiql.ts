import type { GraphiQLOptions, Plugin } from 'graphql-yoga';
import { type ExampleTab, readExampleTabs } from './graphiql-examples.ts';

/** GraphiQL as a new visitor finds it. */
export const graphiqlOptions = (): GraphiQLOptions => ({
  title: 'Talent and conversations',
  defaultTabs: readExampleTabs(),
  // The editor of variables is opened by those who need it.
  defaultEditorToolsVisibility: false,
});

const pagePolicy = [
  "default-src 'none'",
  "script-src 'unsafe-inline' blob:",
  "style-src 'unsafe-inline'",
  'worker-src blob:',
  'font-src data:',
  'img-src data:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Lets the browser itself hold that the page asks nobody but this server, and that no other site frames it. The
 * page's scripts and styles stand in the page, and it makes its workers itself.
 */
export function usePagePolicy(): Plugin {
  return {
    onResponse({ response }) {
      if (!response.headers.get('content-type')?.startsWith('text/html')) return;
      response.headers.set('content-security-policy', pagePolicy);
    },
  };
}

/** The page with everything in it, so that it loads nothing from elsewhere. Loaded when first asked for: it is large. */
export async function renderGraphiql(options: GraphiQLOptions): Promise<string> {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  const additions = `<style>${pageStyle}</style><script>${offerScript(readExampleTabs())}</script>`;
  return renderGraphiQL(options).replace('<div id="root"></div>', (root) => root + additions);
}

/**
 * A tab moves aside under the first press of the mouse, which then misses it: an animation that never came to its end.
 * Tabs that do not fit into a row take another, where GraphiQL hides them.
 */
const pageStyle = `
  .graphiql-tab { transform: none !important; }
  #root .graphiql-session-header { height: auto; min-height: var(--session-header-height); align-items: end; }
  #root .graphiql-tabs { flex-wrap: wrap; padding-bottom: 0; }
  #root #graphiql-session { min-height: 0; }
  #root .graphiql-logo { white-space: nowrap; }
`;

/**
 * GraphiQL shows the tabs that it finds in the browser's store, and the examples only where it finds none. A browser
 * that was here before the examples changed, or at another GraphiQL on the same port, would never see them: this puts
 * them before the tabs that it finds, once, and takes out those of earlier examples that were left as they were.
 */
function offerScript(examples: ExampleTab[]): string {
  const tabs = examples.map(({ query, variables = null }) => ({ query, variables, title: titleOf(query) }));
  return `{
  const examples = ${JSON.stringify(tabs).replaceAll('<', '\\u003c')};
  const read = (key) => { try { return JSON.parse(localStorage.getItem(key)); } catch { return null; } };
  const queries = examples.map(({ query }) => query);
  const earlier = read('graph:examples') ?? [];
  if (JSON.stringify(earlier) !== JSON.stringify(queries)) {
    const found = read('graphiql:tabState')?.tabs;
    if (Array.isArray(found)) {
      const own = found.filter(({ query }) => query?.trim() && !earlier.includes(query) && !queries.includes(query));
      const offered = examples.map((tab, index) => (
        { id: 'example-' + Date.now() + '-' + index, hash: null, headers: null, operationName: null, response: null, ...tab }
      ));
      localStorage.setItem('graphiql:tabState', JSON.stringify({ tabs: [...offered, ...own], activeTabIndex: 0 }));
      localStorage.setItem('graphiql:query', queries[0]);
    }
    localStorage.setItem('graph:examples', JSON.stringify(queries));
  }
}`;
}

/** What GraphiQL calls a tab: the name of the first operation. */
const titleOf = (query: string) => /^(?:query|mutation) (\w+)/m.exec(query)?.[1] ?? 'Example';
