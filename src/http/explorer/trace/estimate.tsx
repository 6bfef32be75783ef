import { useGraphiQL } from '@graphiql/react';
import { getOperationAST, OperationTypeNode } from 'graphql';
import { useEffect, useState } from 'react';
import { describeEstimate, type Explanation, explainRequest, readExplanation } from './explanation.ts';

/** Typing must not send a request for each letter. */
const delayMs = 600;

/** Shows what the operation would cost, as the server estimates without running it. Empty if it is invalid. */
export function Estimate() {
  const { query, variables, headers } = useGraphiQL((state) => state.tabs[state.activeTabIndex]) ?? {};
  const operationName = useGraphiQL((state) => state.operationName);
  // A server that rejects the request for the schema would reject that for the estimate as well.
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
