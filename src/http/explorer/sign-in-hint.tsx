import { useGraphiQL, useGraphiQLActions } from '@graphiql/react';
import { useEffect } from 'react';
import { showEditorTool } from './headers-editor.ts';

const authorizationHeader = '{\n  "authorization": "Bearer <token>"\n}';

/** Says where to put the token when the server rejected the last operation, or the request for the schema. */
export function SignInHint() {
  const response = useGraphiQL((state) => state.tabs[state.activeTabIndex]?.response ?? '');
  const hasNoSchema = useGraphiQL((state) => state.fetchError !== null);
  const headerEditor = useGraphiQL((state) => state.headerEditor);
  const { introspect } = useGraphiQLActions();
  // After an operation with a valid token, the schema can be loaded as well.
  const canIntrospect = hasNoSchema && response.includes('"data"');
  useEffect(() => {
    if (canIntrospect) void introspect();
  }, [canIntrospect, introspect]);
  if (!hasNoSchema && !response.includes('"UNAUTHENTICATED"')) return null;

  function addHeader(): void {
    showEditorTool('headers');
    if (headerEditor?.getValue().trim() === '') headerEditor.setValue(authorizationHeader);
    // The editor can be focused only after React has shown it.
    setTimeout(() => {
      const [placeholder] = headerEditor?.getModel()?.findMatches('<token>', false, false, true, null, false) ?? [];
      if (placeholder) headerEditor?.setSelection(placeholder.range);
      headerEditor?.focus();
    });
  }

  return (
    <section className="sign-in" aria-label="Sign in">
      <p role="alert">
        This server requires a token. Put it in the <b>Headers</b> tab below the operation, and run the operation again:{' '}
        <code>{'{ "authorization": "Bearer <token>" }'}</code>. Headers are forgotten when you leave the page.
      </p>
      <button type="button" className="text-button" onClick={addHeader}>
        Add the header
      </button>
    </section>
  );
}
