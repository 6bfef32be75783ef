import { type GraphiQLPlugin, useGraphiQL, useGraphiQLActions } from '@graphiql/react';
import type { Example, ExampleGroup } from './settings.ts';

export function createExamplesPlugin(groups: readonly ExampleGroup[]): GraphiQLPlugin {
  return { title: 'Examples', icon: ExamplesIcon, content: () => <Examples groups={groups} /> };
}

function Examples({ groups }: { groups: readonly ExampleGroup[] }) {
  const tabs = useGraphiQL((state) => state.tabs);
  const active = useGraphiQL((state) => state.tabs[state.activeTabIndex]?.query);
  const queryEditor = useGraphiQL((state) => state.queryEditor);
  const variableEditor = useGraphiQL((state) => state.variableEditor);
  const headerEditor = useGraphiQL((state) => state.headerEditor);
  const { addTab, changeTab } = useGraphiQLActions();

  function open({ query, variables = '' }: Example): void {
    const opened = tabs.findIndex((tab) => tab.query === query);
    if (opened >= 0) changeTab(opened);
    else {
      // Each tab has its own headers; the token of this one is needed in the next one as well.
      const headers = headerEditor?.getValue() ?? '';
      addTab();
      headerEditor?.setValue(headers);
      queryEditor?.setValue(query);
      variableEditor?.setValue(variables);
    }
    // Ctrl-Enter only runs the operation of a focused editor.
    queryEditor?.focus();
  }

  return (
    <section className="examples" aria-label="Examples">
      <h2>Examples</h2>
      {groups.map(({ title, examples }) => (
        <section key={title} aria-label={title}>
          <h3>{title}</h3>
          <ul>
            {examples.map((example) => (
              <li key={example.title}>
                <button type="button" aria-current={example.query === active} onClick={() => open(example)}>
                  <strong>{example.title}</strong> <span>{example.description}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </section>
  );
}

const ExamplesIcon = () => (
  <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden="true">
    <path d="M4 6h2M4 12h2M4 18h2M9 6h11M9 12h11M9 18h11" />
  </svg>
);
