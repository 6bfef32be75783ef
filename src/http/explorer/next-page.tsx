import { useGraphiQL, useGraphiQLActions } from '@graphiql/react';
import { useMemo } from 'react';
import { nextCursor } from './next-cursor.ts';

/** Shown if the response has a next page and the operation has a variable `after`. */
export function NextPage() {
  const response = useGraphiQL((state) => state.tabs[state.activeTabIndex]?.response ?? '');
  const variableEditor = useGraphiQL((state) => state.variableEditor);
  const hasVariable = useGraphiQL((state) =>
    Boolean(
      state.operations?.some(({ variableDefinitions = [] }) =>
        variableDefinitions.some(({ variable }) => variable.name.value === 'after'),
      ),
    ),
  );
  const { run } = useGraphiQLActions();
  const cursor = useMemo(() => (hasVariable ? nextCursor(response) : undefined), [hasVariable, response]);
  if (cursor === undefined) return null;

  function load(): void {
    if (!variableEditor) return;
    const variables: object = JSON.parse(variableEditor.getValue() || '{}');
    variableEditor.setValue(JSON.stringify({ ...variables, after: cursor }, null, 2));
    run();
  }

  return (
    <div className="next-page">
      <button type="button" className="text-button" onClick={load}>
        Next page
      </button>
    </div>
  );
}
