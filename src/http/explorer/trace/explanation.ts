import { mergedHeaders } from '../headers-editor.ts';
import { count } from './trace.ts';

/** Variables and headers are JSON. */
type ExplainedOperation = Record<'query' | 'variables' | 'headers' | 'operationName', string | null | undefined> & {
  isSubscription: boolean;
};

/** A request for the estimate alone; no header of the user can make the server run it. @throws SyntaxError */
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
export interface Explanation {
  estimatedCost: number;
  /** Null if costs are not limited. */
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
