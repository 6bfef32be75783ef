import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { prefixDocument, prefixVariables } from '../../../graph/prefix/prefixed-document.ts';
import { createPrefixedNames } from '../../../graph/prefix/prefixed-name.ts';
import { schema } from '../../../graph/schema.ts';

interface ExampleTab {
  query: string;
  /** Variables of the query, as JSON text. */
  variables?: string;
}

/** The folders of the tabs, in the order of the tabs. */
const folders = ['talent', 'conversation'].map((name) => join(import.meta.dirname, 'examples', name));

/**
 * Reads the tabs that GraphiQL opens with: the documents in `examples`, each with the variables in the JSON file of the
 * same name, if any.
 * @param typePrefix the prefix of the schema; empty by default
 */
export function readExampleTabs(typePrefix = ''): ExampleTab[] {
  const names = createPrefixedNames(schema, typePrefix);
  return folders.flatMap((folder) => {
    const documents = readdirSync(folder).filter((name) => name.endsWith('.graphql'));
    return documents.toSorted().map((name) => {
      const query = prefixDocument(readFileSync(join(folder, name), 'utf8'), names);
      const variablesFile = join(folder, name.replace(/\.graphql$/, '.json'));
      return existsSync(variablesFile)
        ? { query, variables: prefixVariables(readFileSync(variablesFile, 'utf8'), names) }
        : { query };
    });
  });
}

/**
 * Content security policy of the GraphiQL page. All its scripts and styles are inline, its workers are blobs, and it
 * can connect to this server only.
 */
export const graphiqlPolicy = [
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
 * Renders the GraphiQL page, which loads nothing from other servers. The large package that renders it is imported on
 * the first request.
 */
export async function renderGraphiql(typePrefix: string): Promise<string> {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  const examples = readExampleTabs(typePrefix);
  const page = renderGraphiQL({
    title: 'Talent and conversations',
    defaultTabs: examples,
    // Start with the variables editor closed, because few examples have variables.
    defaultEditorToolsVisibility: false,
    // Send subscriptions like other operations, as JSON: the server rejects a GET request without a header against CSRF.
    method: 'POST',
  });
  const additions = `<style>${pageStyle}</style><script>${exampleScript(examples)}</script>`;
  return page.replace('<div id="root"></div>', (root) => root + additions);
}

/**
 * Corrects two faults of GraphiQL: it moves a tab while the mouse button is pressed, so that the click misses the tab,
 * and it hides the tabs that do not fit into one row.
 */
const pageStyle = `
  .graphiql-tab { transform: none !important; }
  #root .graphiql-session-header { height: auto; min-height: var(--session-header-height); align-items: end; }
  #root .graphiql-tabs { flex-wrap: wrap; padding-bottom: 0; }
  #root #graphiql-session { min-height: 0; }
  #root .graphiql-logo { white-space: nowrap; }
`;

/**
 * Creates a script that shows new examples to returning users. GraphiQL restores tabs from local storage and shows the
 * examples only if there are no stored tabs. When examples are new or changed, this script puts all examples before the
 * stored tabs, once, and removes earlier examples that the user did not edit.
 */
function exampleScript(examples: ExampleTab[]): string {
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

/** Returns the title of a tab. Like GraphiQL, uses the name of the first operation. */
const titleOf = (query: string) => /^(?:query|mutation|subscription) (\w+)/m.exec(query)?.[1] ?? 'Example';
