import type { DocumentNode, ExecutionResult } from 'graphql';
import type { GraphContext, OperationArgs } from '../../../graph/core/context.ts';
import type { CallReservation } from '../../../operation/calls/tool-ledger.ts';
import type { CpuSteps } from '../../../operation/cpu-turns.ts';
import { budgetErrorFor, costLimitError } from '../../../operation/cost/cost-errors.ts';
import { type CostEstimate, estimateCost, explain } from '../../../operation/cost/estimate/cost-estimate.ts';
import { maxArgumentLength, maxRepresentations } from '../../../operation/operation-limits.ts';
import { type OperationTree, readOperation } from '../../../operation/cost/read-operation.ts';
import { InvalidInputError } from '../../../graph/core/input.ts';
import type { OperationError } from '../../../operation/operation.ts';
import { CodedError } from '../../../tools/errors/coded-error.ts';
import { variableErrors } from '../errors/input-errors.ts';
import { rejectedResult } from './operation-quota.ts';
import { malformedTextError } from './text-rules.ts';

export interface CostRules {
  limit: number;
  /** `enforce` rejects operations above the limit, `measure` only logs them, and `off` reports no estimates. */
  mode: 'enforce' | 'measure' | 'off';
}

interface OperationCheckOptions extends CostRules {
  suggestions: boolean;
}

/**
 * Runs before any field is resolved. Returns a result that rejects or explains the operation (`extensions.explain`);
 * otherwise reserves a part of the budget for batched calls, each of which serves many objects.
 */
export function createOperationChecks({ suggestions, ...rules }: OperationCheckOptions) {
  const knownOperations = createAcceptedCache();

  /** The checks in order; a check that returns a result or true is the last one to run. */
  function checksOf(args: OperationArgs, isExplainOnly: boolean): Check[] {
    const { contextValue: context } = args;
    let tree: OperationTree | undefined;
    let estimate: CostEstimate | undefined;
    return [checkVariables, checkText, checkSize, estimateTree, checkCost];

    function admit({ estimatedCost, reservation }: Accepted): true {
      context.operation.cost.estimated = estimatedCost;
      context.operation.ledger.reservation.reserve(reservation);
      return true;
    }

    function checkVariables() {
      const errors = variableErrors(args, { requestId: context.requestId, suggestions });
      return errors && { errors };
    }

    function checkText() {
      const error = malformedTextError(args);
      return error && rejectedResult(error);
    }

    function checkSize() {
      const known = isExplainOnly ? undefined : knownOperations.get(args);
      if (known) return admit(known);
      tree = readOperation(args, context.tools.scopes);
      if (!tree) return true;
      const error = representationError(tree) ?? argumentError(tree);
      return error && rejectedResult(error);
    }

    function estimateTree() {
      estimate = tree && estimateCost(tree);
      return undefined;
    }

    function checkCost() {
      if (!estimate) return undefined;
      const error = costError(estimate, rules, context) ?? budgetErrorFor(estimate.certain);
      if (isExplainOnly) {
        const costLimit = rules.mode === 'enforce' ? rules.limit : null;
        return { data: null, extensions: { explain: explain(estimate, { costLimit, rejection: error }) } };
      }
      const estimatedCost = rules.mode === 'off' ? undefined : estimate.cost;
      if (error) {
        context.operation.cost.estimated = estimatedCost;
        return rejectedResult(error);
      }
      const accepted = { estimatedCost, reservation: estimate.certain.reservation };
      // Do not remember operations above the limit: `measure` logs them every time.
      if (estimatedCost === undefined || estimatedCost <= rules.limit) knownOperations.set(args, accepted);
      return admit(accepted);
    }
  }

  /** Returns a promise only if the operation takes turns, so that ordinary operations do not wait. */
  return (
    args: OperationArgs,
    { isExplainOnly }: { isExplainOnly: boolean },
  ): ExecutionResult | undefined | Promise<ExecutionResult | undefined> => {
    const checks = checksOf(args, isExplainOnly);
    const cpu = args.contextValue.operation.account.checkSteps;
    if (cpu.takesTurns) return checkInTurns(checks, cpu);
    for (const check of checks) {
      const found = check();
      if (found) return found === true ? undefined : found;
    }
    return undefined;
  };
}

type Check = () => ExecutionResult | true | undefined;

async function checkInTurns(checks: readonly Check[], { step }: CpuSteps): Promise<ExecutionResult | undefined> {
  for (const check of checks) {
    const found = await step(check);
    if (found) return found === true ? undefined : found;
  }
  return undefined;
}

function costError(
  estimate: CostEstimate,
  { limit, mode }: CostRules,
  { log }: GraphContext,
): OperationError | undefined {
  if (mode === 'off' || estimate.cost <= limit) return undefined;
  const error = costLimitError(estimate, limit);
  if (mode === 'enforce') return error;
  const { estimatedCost, costLimit, path } = error.extensions ?? {};
  log.warn({ estimatedCost, costLimit, path }, 'an operation exceeds the cost limit');
  return undefined;
}

function representationError({ representationCount }: OperationTree): InvalidInputError | undefined {
  if (representationCount <= maxRepresentations) return undefined;
  const message = `must be at most ${maxRepresentations} in an operation; there are ${representationCount}`;
  return new InvalidInputError([{ path: ['representations'], message }]);
}

function argumentError({ argumentLength }: OperationTree): CodedError | undefined {
  if (argumentLength <= maxArgumentLength) return undefined;
  const message = `The arguments of the operation have more than ${maxArgumentLength} characters in total.`;
  return new CodedError({ code: 'BAD_USER_INPUT', message });
}

interface Accepted {
  estimatedCost: number | undefined;
  reservation: CallReservation;
}

/** Remembers operations without variables: their checks depend only on document, operation name and scopes. */
function createAcceptedCache() {
  const byDocument = new WeakMap<DocumentNode, Map<string, Accepted>>();
  return {
    get: (operation: OperationArgs): Accepted | undefined => byDocument.get(operation.document)?.get(keyOf(operation)),
    set(operation: OperationArgs, known: Accepted): void {
      const { document } = operation;
      if (hasVariables(document)) return;
      const accepted = byDocument.get(document) ?? new Map<string, Accepted>();
      byDocument.set(document, accepted.set(keyOf(operation), known));
    },
  };
}

const hasVariables = ({ definitions }: DocumentNode) =>
  definitions.some((definition) => 'variableDefinitions' in definition && definition.variableDefinitions?.length);

/** All operations of a process run on the same schema, so it is not part of the key. */
const keyOf = ({ operationName, contextValue: { tools } }: OperationArgs) =>
  JSON.stringify([operationName, ...tools.scopes]);
