import { type ExecutionResult, GraphQLError } from 'graphql';
import { type Operation, OperationError } from './operation.ts';
import { maxResultLength, resultTooLong } from './operation-limits.ts';
import { textLength } from './cost/operation-cost.ts';
import { untilAborted } from './promises.ts';

type Executed = ExecutionResult | Promise<ExecutionResult>;

interface OperationSteps {
  /** Checks the operation and estimates its cost. Returns a result if the operation is rejected or only explained. */
  price: () => ExecutionResult | undefined;
  /** Reserves the estimated cost, and charges the actual cost afterwards; or rejects the operation. */
  spend: (run: () => Promise<ExecutionResult>) => Promise<ExecutionResult>;
  /** Resolves the fields level by level, or creates the source of a subscription. */
  execute: () => Executed;
  /** Turns the result into what the client may see. */
  respond: (result: ExecutionResult) => ExecutionResult;
}

/** Runs the steps of a query or mutation, of the start of a subscription, or of one of its events. */
export async function runOperation(
  operation: Operation,
  { price, spend, execute, respond }: OperationSteps,
): Promise<ExecutionResult> {
  try {
    // Pricing takes tens of milliseconds at worst.
    if (operation.turns.isDue) await operation.turns.take();
    const rejection = price();
    return respond(rejection ?? (await spend(() => executeBounded(operation, execute))));
  } finally {
    // An operation that was not executed has not ended yet.
    operation.end();
  }
}

/** Executes until the time limit, until the result is too large, or until the client disconnects. */
async function executeBounded(operation: Operation, execute: () => Executed): Promise<ExecutionResult> {
  const { signal } = operation;
  try {
    return await untilAborted(signal, async () => {
      const result = await execute();
      // The length of names is counted only here, not while fields are resolved.
      if (textLength(result.data, maxResultLength) > maxResultLength) operation.stop(resultTooLong());
      return result;
    });
  } catch (error) {
    if (!signal.aborted) throw error;
    return stoppedResult(signal.reason);
  } finally {
    operation.end();
  }
}

function stoppedResult(reason: unknown): ExecutionResult {
  const originalError = reason instanceof Error ? reason : new Error('The operation was aborted.', { cause: reason });
  const path = reason instanceof OperationError ? reason.path : undefined;
  return { data: null, errors: [new GraphQLError(originalError.message, { originalError, path: path ?? null })] };
}
