import { type GraphiQLPlugin, useGraphiQL, useGraphiQLActions } from '@graphiql/react';
import { showEditorTool } from './headers-editor.ts';
import type { Example, ExampleGroup } from './settings.ts';

interface ExamplesProps {
  groups: readonly ExampleGroup[];
  /** Returns the id of the activity that was uploaded last on this page. */
  lastUpload: () => string | undefined;
}

export function createExamplesPlugin(props: ExamplesProps): GraphiQLPlugin {
  return { title: 'Examples', icon: ExamplesIcon, content: () => <Examples {...props} /> };
}

/** Whether an example needs the id of the last uploaded activity. `GRAPH_TYPE_PREFIX` can precede the field. */
const followsUpload = ({ query }: Example) => /activityProcessing\(id: \$id\)/i.test(query);

function Examples({ groups, lastUpload }: ExamplesProps) {
  const { tabs, activeTabIndex, queryEditor, variableEditor, headerEditor } = useGraphiQL((state) => state);
  const active = tabs[activeTabIndex]?.query;
  const { addTab, changeTab } = useGraphiQLActions();

  function open(example: Example): void {
    const { query } = example;
    const uploaded = followsUpload(example) ? lastUpload() : undefined;
    const variables = uploaded === undefined ? example.variables : JSON.stringify({ id: uploaded }, null, 2);
    const opened = tabs.findIndex((tab) => tab.query === query);
    if (opened >= 0) {
      changeTab(opened);
      if (uploaded !== undefined) variableEditor?.setValue(variables ?? '');
    } else {
      // Each tab has its own headers; the new tab needs the token of the current tab.
      const headers = headerEditor?.getValue() ?? '';
      addTab();
      headerEditor?.setValue(headers);
      queryEditor?.setValue(query);
      variableEditor?.setValue(variables ?? '');
    }
    if (variables !== undefined) showEditorTool('variables');
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
