import { useGraphiQL } from '@graphiql/react';
import { getOperationAST, OperationTypeNode } from 'graphql';
import { useEffect, useState } from 'react';
import { describeEstimate, type ExplainedOperation, explainRequest, readExplanation } from './explanation.ts';

/** Typing must not send a request for each letter. */
const delayMs = 600;

/** Shows what the operation would cost, as the server estimates without running it. Empty if it is invalid. */
export function Estimate() {
  const explanation = useExplanation();
  if (!explanation) return null;
  return <p className={explanation.rejection ? 'estimate rejected' : 'estimate'}>{describeEstimate(explanation)}</p>;
}

function useExplanation() {
  const hasSchema = useGraphiQL((state) => Boolean(state.schema));
  const document = useGraphiQL((state) => state.documentAST);
  const operationName = useGraphiQL((state) => state.operationName);
  const query = useGraphiQL((state) => state.tabs[state.activeTabIndex]?.query);
  const variables = useGraphiQL((state) => state.tabs[state.activeTabIndex]?.variables);
  const headers = useGraphiQL((state) => state.tabs[state.activeTabIndex]?.headers);
  const [explanation, setExplanation] = useState<ReturnType<typeof readExplanation>>();
  const operation = document && getOperationAST(document, operationName);
  const isSubscription = operation?.operation === OperationTypeNode.SUBSCRIPTION;
  const isReady = hasSchema && Boolean(operation);

  useEffect(() => {
    setExplanation(undefined);
    if (!isReady) return undefined;
    const abort = new AbortController();
    const update = async () => {
      const found = await explain({ query, variables, headers, operationName, isSubscription }, abort.signal);
      if (!abort.signal.aborted) setExplanation(found);
    };
    const timer = setTimeout(() => void update(), delayMs);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [isReady, query, variables, headers, operationName, isSubscription]);
  return explanation;
}

/** Returns undefined if the operation, its variables or its headers are not valid. */
async function explain(operation: ExplainedOperation, signal: AbortSignal) {
  try {
    const response = await fetch(location.pathname, { ...explainRequest(operation), signal });
    return readExplanation(await response.text());
  } catch {
    return undefined;
  }
}
