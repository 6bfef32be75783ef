import { ToolbarButton, ToolbarMenu, useGraphiQL } from '@graphiql/react';
import { getOperationAST, OperationTypeNode } from 'graphql';
import { useEffect, useState } from 'react';
import { fileVariables } from '../files/file-variables.ts';
import { ToolbarIcon } from '../toolbar-icon.tsx';
import { curlCommand, type CurlRequest } from './curl-command.ts';
import { shareLink } from './shared-operation.ts';

/** Copies the operation of the tab as a link to this page, or as a command that sends it. */
export function ShareMenu() {
  const queryEditor = useGraphiQL((state) => state.queryEditor);
  const variableEditor = useGraphiQL((state) => state.variableEditor);
  const headerEditor = useGraphiQL((state) => state.headerEditor);
  const schema = useGraphiQL((state) => state.schema);
  const document = useGraphiQL((state) => state.documentAST);
  const operationName = useGraphiQL((state) => state.operationName);
  const [report, setReport] = useState('');
  useEffect(() => {
    const timer = setTimeout(setReport, 5000, '');
    return () => clearTimeout(timer);
  }, [report]);
  const page = location.origin + location.pathname;

  async function copy(name: string, create: () => string | undefined): Promise<void> {
    try {
      const text = create();
      if (text !== undefined) await navigator.clipboard.writeText(text);
      setReport(text === undefined ? 'The operation is too long for a link.' : `Copied the ${name}.`);
    } catch (error) {
      setReport(`Could not copy the ${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  const link = () =>
    shareLink(page, { query: queryEditor?.getValue() ?? '', variables: variableEditor?.getValue() ?? '' });

  function request(): CurlRequest {
    const operation = document && getOperationAST(document, operationName);
    const variables = variableEditor?.getValue().trim();
    return {
      url: page,
      operation: {
        query: queryEditor?.getValue() ?? '',
        ...(variables && { variables: JSON.parse(variables) }),
        ...(operationName && { operationName }),
      },
      headers: JSON.parse(headerEditor?.getValue().trim() || '{}'),
      isSubscription: operation?.operation === OperationTypeNode.SUBSCRIPTION,
      filePaths: schema && document ? fileVariables(schema, document) : [],
    };
  }

  const button = (
    <ToolbarButton label="Share the operation">
      <ToolbarIcon path="M12 15V4M8 8l4-4 4 4M6 12v8h12v-8" />
    </ToolbarButton>
  );
  return (
    <>
      <ToolbarMenu button={button}>
        <ToolbarMenu.Item onSelect={() => void copy('link', link)}>Copy link</ToolbarMenu.Item>
        <ToolbarMenu.Item onSelect={() => void copy('curl command', () => curlCommand(request()))}>
          Copy curl command
        </ToolbarMenu.Item>
      </ToolbarMenu>
      <p className="share-report" role="status">
        {report}
      </p>
    </>
  );
}
