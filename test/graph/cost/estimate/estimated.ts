import { parse } from 'graphql';
import { allScopes, type Scope } from '../../../../src/tools/tool.ts';
import { type CostEstimate, estimateCost } from '../../../../src/operation/cost/estimate/cost-estimate.ts';
import { readOperation } from '../../../../src/operation/cost/read-operation.ts';
import { prepareOperation } from '../../../../src/operation/execution/plan.ts';
import { schema } from '../../../../src/graph/schema.ts';

interface Request {
  variables?: Record<string, unknown> | undefined;
  operationName?: string | undefined;
  scopes?: ReadonlySet<Scope>;
}

/** Estimates an operation on the real schema; undefined if it cannot run. */
export function estimated(
  document: string,
  { variables = {}, operationName, scopes = allScopes }: Request = {},
): CostEstimate | undefined {
  const prepared = prepareOperation({ schema, document: parse(document), operationName, variableValues: variables });
  const tree = readOperation(prepared, scopes);
  return tree && estimateCost(tree);
}

/** The estimated cost, its objects and its calls by tool. */
export function costOf(document: string, request?: Request) {
  const estimate = estimated(document, request);
  if (!estimate) return undefined;
  const { cost, objects, toolCalls } = estimate;
  return { cost, objects, calls: Object.fromEntries(toolCalls.map(({ tool, calls }) => [tool, calls])) };
}
