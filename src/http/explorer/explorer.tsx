import { DOC_EXPLORER_PLUGIN, DocExplorerStore, useDocExplorer } from '@graphiql/plugin-doc-explorer';
import { GraphiQLProvider, useGraphiQL } from '@graphiql/react';
import { GraphiQL, GraphiQLInterface } from 'graphiql';
import { useEffect, useMemo } from 'react';
import { Estimate } from './estimate/estimate.tsx';
import { createExamplesPlugin } from './examples.tsx';
import { createFetcher } from './fetcher.ts';
import { FilePicker } from './files/file-picker.tsx';
import type { ExplorerSettings } from './settings.ts';
import { readShared } from './share/shared-operation.ts';
import { ShareMenu } from './share/share-menu.tsx';
import { SignInHint } from './sign-in-hint.tsx';
import { TracePanel } from './trace/trace-panel.tsx';

/** Scalars whose values can be objects, which the variables editor would otherwise report. */
const objectScalars = { _Any: {}, JSON: {} };

export function Explorer({ settings }: { settings: ExplorerSettings }) {
  // GraphiQL introspects the schema again when it gets another fetcher.
  const { files, fetcher, plugins, examplesPlugin, defaultTabs, shared } = useMemo(() => {
    const chosen = new Map<string, File>();
    let lastUpload: string | undefined;
    const onUpload = (activityId: string) => void (lastUpload = activityId);
    const examples = createExamplesPlugin({ groups: settings.examples, lastUpload: () => lastUpload });
    const opened = readShared(location.search);
    return {
      shared: opened && { initialQuery: opened.query, initialVariables: opened.variables },
      files: chosen,
      fetcher: createFetcher({ url: location.pathname, files: chosen, onUpload }),
      examplesPlugin: examples,
      plugins: [examples, DOC_EXPLORER_PLUGIN],
      defaultTabs: opened ? [opened] : settings.examples.flatMap((group) => group.examples).slice(0, 1),
    };
  }, [settings]);
  useEffect(forgetLink, []);
  return (
    <GraphiQLProvider
      fetcher={fetcher}
      plugins={plugins}
      visiblePlugin={examplesPlugin}
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
          <LineWrapping />
          <Scrolling />
        </GraphiQLInterface>
      </DocExplorerStore>
    </GraphiQLProvider>
  );
}

/** Removes a shared operation from the address, so that reloading the page does not open it in another tab. */
function forgetLink() {
  if (location.search) history.replaceState(null, '', location.pathname);
}

/** GraphiQL has no option for it: lines that are wider than the editor would be cut off. */
function LineWrapping() {
  const queryEditor = useGraphiQL((state) => state.queryEditor);
  useEffect(() => queryEditor?.updateOptions({ wordWrap: 'on', wrappingIndent: 'same' }), [queryEditor]);
  return null;
}

/** Panels open at their top. Where panes stand below each other, a running operation brings its response into view. */
function Scrolling() {
  const panel = useGraphiQL((state) => state.visiblePlugin);
  const page = useDocExplorer().at(-1);
  useEffect(() => {
    document.querySelector('.graphiql-plugin')?.scrollTo(0, 0);
  }, [panel, page]);
  const isFetching = useGraphiQL((state) => state.isFetching);
  useEffect(() => {
    if (isFetching && matchMedia('(width <= 800px)').matches) {
      document.querySelector('.graphiql-response')?.scrollIntoView();
    }
  }, [isFetching]);
  return null;
}
