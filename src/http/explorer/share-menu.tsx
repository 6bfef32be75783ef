import { ToolbarButton, ToolbarMenu, useGraphiQL } from '@graphiql/react';
import { getOperationAST, OperationTypeNode } from 'graphql';
import { useState } from 'react';
import { curlCommand, shareLink } from './shared-operation.ts';
import { fileVariables, usesFile } from './files/file-picker.tsx';

/** Copies the operation of the tab as a link to this page, or as a command that sends it. */
export function ShareMenu() {
  const { document, operationName, schema, ...editors } = useGraphiQL((state) => ({
    document: state.documentAST,
    operationName: state.operationName,
    schema: state.schema,
    query: state.queryEditor,
    variables: state.variableEditor,
    headers: state.headerEditor,
  }));
  const [report, setReport] = useState('');
  const page = location.origin + location.pathname;
  const textOf = (name: keyof typeof editors) => editors[name]?.getValue() ?? '';

  async function copy(name: string, create: () => string | undefined): Promise<void> {
    try {
      const text = create();
      if (text !== undefined) await navigator.clipboard.writeText(text);
      setReport(text === undefined ? 'The operation is too long for a link.' : `Copied the ${name}.`);
    } catch (error) {
      setReport(`Could not copy the ${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
    setTimeout(setReport, 5000, '');
  }

  const link = () => shareLink(page, { query: textOf('query'), variables: textOf('variables') });

  const command = () => {
    const variables = textOf('variables').trim();
    const operation = document && getOperationAST(document, operationName);
    const filePaths = schema && document ? fileVariables(schema, document) : [];
    return curlCommand({
      url: page,
      operation: {
        query: textOf('query'),
        ...(variables && { variables: JSON.parse(variables) }),
        ...(operationName && { operationName }),
      },
      headers: JSON.parse(textOf('headers').trim() || '{}'),
      isSubscription: operation?.operation === OperationTypeNode.SUBSCRIPTION,
      filePaths: filePaths.filter((path) => usesFile(operation, path)),
    });
  };

  const button = (
    <ToolbarButton label="Share the operation">
      <svg className="graphiql-toolbar-icon" viewBox="0 0 24 24" fill="none" stroke="currentColor" aria-hidden="true">
        <path d="M12 15V4M8 8l4-4 4 4M6 12v8h12v-8" strokeWidth="1.5" />
      </svg>
    </ToolbarButton>
  );
  return (
    <>
      <ToolbarMenu button={button}>
        <ToolbarMenu.Item onSelect={() => void copy('link', link)}>Copy link</ToolbarMenu.Item>
        <ToolbarMenu.Item onSelect={() => void copy('curl command', command)}>Copy curl command</ToolbarMenu.Item>
      </ToolbarMenu>
      <p role="status">{report}</p>
    </>
  );
}
