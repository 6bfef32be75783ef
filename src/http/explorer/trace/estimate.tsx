import { useGraphiQL } from '@graphiql/react';
import { getOperationAST, OperationTypeNode } from 'graphql';
import { useEffect, useState } from 'react';
import { mergedHeaders } from '../headers-editor.ts';
import { count } from './trace.ts';

/** Delay after the last keystroke, so that typing does not send a request for each letter. */
const delayMs = 600;

/** Shows the cost of the operation, which the server estimates without running it. Empty for an invalid operation. */
export function Estimate() {
  const { query, variables, headers } = useGraphiQL((state) => state.tabs[state.activeTabIndex]) ?? {};
  const operationName = useGraphiQL((state) => state.operationName);
  // Without a schema, request no estimate: the server would reject that request, too.
  const type = useGraphiQL(
    (state) => state.schema && state.documentAST && getOperationAST(state.documentAST, state.operationName)?.operation,
  );
  const [explanation, setExplanation] = useState<Explanation>();

  useEffect(() => {
    setExplanation(undefined);
    if (!type) return undefined;
    const abort = new AbortController();
    const isSubscription = type === OperationTypeNode.SUBSCRIPTION;
    const update = async () => {
      try {
        const request = explainRequest({ query, variables, headers, operationName, isSubscription });
        const response = await fetch(location.pathname, { ...request, signal: abort.signal });
        setExplanation(readExplanation(await response.text()));
      } catch {
        // Variables or headers are not valid JSON, or the operation has changed.
      }
    };
    const timer = setTimeout(() => void update(), delayMs);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [query, variables, headers, operationName, type]);

  if (!explanation) return null;
  return <p className={explanation.rejection ? 'estimate rejected' : 'estimate'}>{describeEstimate(explanation)}</p>;
}

/** Variables and headers are JSON. */
type ExplainedOperation = Record<'query' | 'variables' | 'headers' | 'operationName', string | null | undefined> & {
  isSubscription: boolean;
};

/** Creates a request that never runs the operation, whatever headers the user sets. @throws SyntaxError */
export function explainRequest({ query, variables, headers, operationName, isSubscription }: ExplainedOperation) {
  return {
    method: 'POST',
    headers: mergedHeaders(JSON.parse(headers || '{}'), {
      'content-type': 'application/json',
      accept: isSubscription ? 'text/event-stream' : 'application/json',
      'x-explain': '1',
      'x-tool-trace': '0',
    }),
    body: JSON.stringify({ query, variables: JSON.parse(variables || '{}'), operationName }),
  };
}

/** The part of `extensions.explain` that is shown. */
interface Explanation {
  estimatedCost: number;
  /** Maximum cost of an operation; null if costs are not limited. */
  costLimit: number | null;
  toolCalls: { calls: number }[];
  rejection: { code: string; maxFirst?: number } | null;
}

/** @param response a GraphQL response, or the events of a subscription */
export function readExplanation(response: string): Explanation | undefined {
  try {
    const [, event = response] = /^data: (\{.*)$/m.exec(response) ?? [];
    const { extensions }: { extensions?: { explain?: Explanation } } = JSON.parse(event);
    return extensions?.explain;
  } catch {
    return undefined;
  }
}

export function describeEstimate({ estimatedCost, costLimit, toolCalls, rejection }: Explanation): string {
  const calls = toolCalls.reduce((sum, tool) => sum + tool.calls, 0);
  const limit = costLimit === null ? '' : ` of ${costLimit.toLocaleString('en')}`;
  const parts = [`Estimated cost ${estimatedCost.toLocaleString('en')}${limit}`, count(calls, 'call')];
  if (rejection) parts.push(`rejected: ${rejection.code}`);
  if (rejection?.maxFirst !== undefined) parts.push(`first: ${rejection.maxFirst} fits`);
  return parts.join(' · ');
}
