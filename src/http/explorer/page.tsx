import '@graphiql/react/style.css';
import '@graphiql/plugin-doc-explorer/style.css';
import 'graphiql/graphiql.css';
import './explorer.css';
import './trace/trace.css';
import { DOC_EXPLORER_PLUGIN, DocExplorerStore, useDocExplorer } from '@graphiql/plugin-doc-explorer';
import { GraphiQLProvider, useGraphiQL, useGraphiQLActions } from '@graphiql/react';
import { GraphiQL, GraphiQLInterface } from 'graphiql';
import { useEffect, useMemo } from 'react';
import { createRoot } from 'react-dom/client';
import type { ExplorerSettings } from './settings.ts';
import { createExamplesPlugin } from './examples.tsx';
import { createFetcher } from './fetcher.ts';
import { FilePicker } from './files/file-picker.tsx';
import { readShared } from './shared-operation.ts';
import { ShareMenu } from './share-menu.tsx';
import { Estimate } from './trace/estimate.tsx';
import { TracePanel } from './trace/trace-panel.tsx';
import { showEditorTool } from './headers-editor.ts';

const settings: ExplorerSettings = JSON.parse(document.getElementById('settings')?.textContent ?? '{}');
const workerScripts = new Map(Object.entries(settings.workers));

Object.assign(globalThis, {
  MonacoEnvironment: {
    getWorker: (_id: string, label: string) =>
      new Worker(settings.assets + (workerScripts.get(label) ?? settings.workers.editor), { type: 'module' }),
  },
});

/** Scalars whose values can be objects, which the variables editor would otherwise report. */
const objectScalars = { _Any: {}, JSON: {} };

/** Creates the parts once: GraphiQL introspects the schema again when it gets another fetcher. */
function createParts() {
  const { examples } = settings;
  const files = new Map<string, File>();
  let lastUpload: string | undefined;
  const onUpload = (activityId: string | undefined) => void (lastUpload = activityId ?? lastUpload);
  const shared = readShared(location.search);
  return {
    files,
    plugins: [createExamplesPlugin({ groups: examples, lastUpload: () => lastUpload }), DOC_EXPLORER_PLUGIN],
    fetcher: createFetcher({ url: location.pathname, files, onUpload }),
    shared: shared && { initialQuery: shared.query, initialVariables: shared.variables },
    defaultTabs: shared ? [shared] : examples.flatMap((group) => group.examples).slice(0, 1),
  };
}

function Explorer() {
  const { files, plugins, fetcher, shared, defaultTabs } = useMemo(createParts, []);
  // Remove the query string; otherwise, reloading the page would open a shared operation in another tab.
  useEffect(() => history.replaceState(null, '', location.pathname), []);
  return (
    <GraphiQLProvider
      fetcher={fetcher}
      plugins={plugins}
      visiblePlugin="Examples"
      referencePlugin={DOC_EXPLORER_PLUGIN}
      defaultTabs={defaultTabs}
      {...shared}
      // Headers can contain a token. GraphiQL's history would store them as well.
      shouldPersistHeaders={false}
      // The server prints a valid schema; checking it again would delay the editor.
      dangerouslyAssumeSchemaIsValid
      inputValueDeprecation
      customScalarSchemas={objectScalars}
    >
      <DocExplorerStore>
        <GraphiQLInterface>
          <GraphiQL.Logo>Talent and conversations</GraphiQL.Logo>
          <GraphiQL.Toolbar>
            {({ prettify, merge, copy }) => (
              <>
                <Estimate />
                {prettify}
                {merge}
                {copy}
                <ShareMenu />
              </>
            )}
          </GraphiQL.Toolbar>
          <GraphiQL.Footer>
            {settings.requiresSignIn && <SignInHint />}
            <FilePicker files={files} />
            <TracePanel toolCallCost={settings.toolCallCost} />
          </GraphiQL.Footer>
          <Adjustments />
        </GraphiQLInterface>
      </DocExplorerStore>
    </GraphiQLProvider>
  );
}

/** Changes the page where GraphiQL has no option. */
function Adjustments() {
  const queryEditor = useGraphiQL((state) => state.queryEditor);
  const panel = useGraphiQL((state) => state.visiblePlugin);
  const isFetching = useGraphiQL((state) => state.isFetching);
  const page = useDocExplorer().at(-1);
  // Lines that are wider than the editor would be cut off.
  useEffect(() => queryEditor?.updateOptions({ wordWrap: 'on', wrappingIndent: 'same' }), [queryEditor]);
  // Open panels at their top. In some browsers, `scrollTo` returns a promise, which an effect must not return.
  useEffect(() => {
    document.querySelector('.graphiql-plugin')?.scrollTo(0, 0);
  }, [panel, page]);
  // Where panes are stacked, a running operation scrolls its response into view.
  useEffect(() => {
    const isStacked = matchMedia('(width <= 800px)').matches;
    if (isFetching && isStacked) document.querySelector('.graphiql-response')?.scrollIntoView();
  }, [isFetching]);
  return null;
}

const authorizationHeader = '{\n  "authorization": "Bearer <token>"\n}';

/** Says where to put the token when the server rejected the last operation, or the request for the schema. */
function SignInHint() {
  const response = useGraphiQL((state) => state.tabs[state.activeTabIndex]?.response ?? '');
  const hasNoSchema = useGraphiQL((state) => state.fetchError !== null);
  const headerEditor = useGraphiQL((state) => state.headerEditor);
  const { introspect } = useGraphiQLActions();
  // An operation has succeeded, so the token in the headers is valid, and the schema can be loaded with it.
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

const root = document.getElementById('root');
if (root) createRoot(root).render(<Explorer />);
