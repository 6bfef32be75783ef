import {
  type DefinitionNode,
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
} from 'graphql';
import type { GraphContext, OperationArgs } from '../../../graph/core/context.ts';
import type { CallReservation } from '../../../operation/calls/tool-ledger.ts';
import { budgetErrorFor, costLimitError } from '../../../operation/cost/cost-errors.ts';
import { type CostEstimate, estimateCost, explain } from '../../../operation/cost/estimate/cost-estimate.ts';
import { argumentItemLength, maxArgumentLength, maxRepresentations } from '../../../operation/operation-limits.ts';
import { type OperationTree, readOperation } from '../../../operation/cost/read-operation.ts';
import { InvalidInputError } from '../../../graph/core/input.ts';
import type { Operation, OperationError } from '../../../operation/operation.ts';
import { CodedError } from '../../../tools/errors/coded-error.ts';
import { variableErrors } from '../errors/input-errors.ts';
import { rejectedResult } from './operation-quota.ts';
import { isWellFormedText, malformedTextPath, wellFormedTextRule } from '../../../tools/rules/well-formed-text.ts';
import { valuePaths, variablePaths } from '../errors/value-paths.ts';

export interface CostRules {
  limit: number;
  /** `enforce` rejects operations above the limit, `measure` only logs them, and `off` reports no estimates. */
  mode: 'enforce' | 'measure' | 'off';
}

interface OperationCheckOptions extends CostRules {
  suggestions: boolean;
}

/**
 * Creates the check that runs before any field is resolved. It returns a result that rejects or explains the operation
 * (`extensions.explain`); otherwise it reserves budget for batched calls, each of which serves many objects.
 */
export function createOperationChecks({ suggestions, ...rules }: OperationCheckOptions) {
  const knownOperations = createAcceptedCache();

  return (args: OperationArgs, { isExplainOnly }: { isExplainOnly: boolean }): ExecutionResult | undefined => {
    const { contextValue: context } = args;
    const { operation, requestId } = context;
    const invalidVariables = variableErrors(args, { requestId, suggestions });
    if (invalidVariables) return { errors: invalidVariables };
    const textError = malformedTextError(args);
    if (textError) return rejectedResult(textError);
    const known = isExplainOnly ? undefined : knownOperations.get(args);
    if (known) return admit(known, operation);
    const tree = readOperation(operation.prepare(args), context.tools.scopes);
    if (!tree) return undefined;
    const sizeError = representationError(tree) ?? argumentError(tree);
    if (sizeError) return rejectedResult(sizeError);

    const estimate = estimateCost(tree);
    const error = costError(estimate, rules, context) ?? budgetErrorFor(estimate.certain);
    if (isExplainOnly) {
      const costLimit = rules.mode === 'enforce' ? rules.limit : null;
      return { data: null, extensions: { explain: explain(estimate, { costLimit, rejection: error }) } };
    }
    const estimatedCost = rules.mode === 'off' ? undefined : estimate.cost;
    if (error) {
      operation.cost.estimated = estimatedCost;
      return rejectedResult(error);
    }
    const accepted = { estimatedCost, reservation: estimate.certain.reservation };
    // An operation above the limit is not remembered, so that `measure` runs and logs it every time.
    if (estimatedCost === undefined || estimatedCost <= rules.limit) knownOperations.set(args, accepted);
    return admit(accepted, operation);
  };
}

function admit({ estimatedCost, reservation }: Accepted, { cost, ledger }: Operation): undefined {
  cost.estimated = estimatedCost;
  ledger.reservation.reserve(reservation);
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
  const message = `The arguments of the operation have more than ${maxArgumentLength} characters in total, where each list item counts as ${argumentItemLength} more.`;
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
    get: (args: OperationArgs): Accepted | undefined => byDocument.get(args.document)?.get(keyOf(args)),
    set(args: OperationArgs, accepted: Accepted): void {
      const { document } = args;
      if (hasVariables(document)) return;
      const byKey = byDocument.get(document) ?? new Map<string, Accepted>();
      byDocument.set(document, byKey.set(keyOf(args), accepted));
    },
  };
}

const hasVariables = ({ definitions }: DocumentNode) =>
  definitions.some((definition) => 'variableDefinitions' in definition && definition.variableDefinitions?.length);

/** All operations of a process run on the same schema, so the key does not contain the schema. */
const keyOf = ({ operationName, contextValue: { tools } }: OperationArgs) =>
  JSON.stringify([operationName, ...tools.scopes]);

/** Rejects text that a database cannot store unchanged. Skips root fields of mutations, which check their arguments. */
function malformedTextError(args: ExecutionArgs): InvalidInputError | undefined {
  const { document, variables, literalPath } = textsOf(args.document);
  const checked = Object.entries(args.variableValues ?? {}).filter(([name]) => variables?.has(name) ?? true);
  const variablePath = malformedTextPath(Object.fromEntries(checked));
  const path = variablePath ? argumentPath(variablePath, { ...args, document }) : literalPath;
  return path && new InvalidInputError([{ path, message: wellFormedTextRule }]);
}

interface DocumentTexts {
  /** The document without the arguments of root fields of mutations. */
  document: DocumentNode;
  /** Names of the variables to check; undefined to check all. */
  variables: ReadonlySet<string> | undefined;
  literalPath: string[] | undefined;
}

const textsByDocument = new WeakMap<DocumentNode, DocumentTexts>();

function textsOf(source: DocumentNode): DocumentTexts {
  const known = textsByDocument.get(source);
  if (known) return known;
  const hasMutation = source.definitions.some(isMutation);
  const definitions = source.definitions.map((node) => (isMutation(node) ? withoutArguments(node) : node));
  const document = hasMutation ? { ...source, definitions } : source;
  const variables = new Set<string>();
  const [literalPath] = valuePaths(document, (value) => {
    if (value.kind === Kind.VARIABLE) variables.add(value.name.value);
    return value.kind === Kind.STRING && !isWellFormedText(value.value);
  });
  const texts = { document, variables: hasMutation ? variables : undefined, literalPath };
  textsByDocument.set(source, texts);
  return texts;
}

const isMutation = (node: DefinitionNode): node is OperationDefinitionNode =>
  node.kind === Kind.OPERATION_DEFINITION && node.operation === OperationTypeNode.MUTATION;

/** Removes the arguments of root fields; fields below keep their arguments. */
function withoutArguments(operation: OperationDefinitionNode): OperationDefinitionNode {
  const selections = operation.selectionSet.selections.map((selection) =>
    selection.kind === Kind.FIELD ? { ...selection, arguments: [] } : selection,
  );
  return { ...operation, selectionSet: { ...operation.selectionSet, selections } };
}

/** Returns the path from the argument to the malformed text, or `variables` if the name of a variable is malformed. */
function argumentPath([variable, ...inner]: string[], { document, operationName }: ExecutionArgs): string[] {
  if (variable === undefined) return ['variables'];
  const [outer = [variable]] = variablePaths(document, operationName, variable);
  return [...outer, ...inner];
}
