import {
  type ASTNode,
  BREAK,
  coerceInputValue,
  type DocumentNode,
  type ExecutionArgs,
  getNamedType,
  getOperationAST,
  GraphQLError,
  type GraphQLInputType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInputType,
  isLeafType,
  isListType,
  isNonNullType,
  isSpecifiedScalarType,
  isValueNode,
  Kind,
  separateOperations,
  TypeInfo,
  typeFromAST,
  type ValueNode,
  type VariableDefinitionNode,
} from 'graphql';
import { boundedIssues, type InputIssue, maxIssues } from '../../../tools/rules/input-issues.ts';
import { variablePaths, visitValues } from './value-paths.ts';

/** Turns errors of literals into BAD_USER_INPUT, with paths that begin with the argument. Messages quote no value. */
export function literalErrors(
  errors: readonly GraphQLError[],
  { document, schema }: { document: DocumentNode; schema: GraphQLSchema },
): readonly GraphQLError[] {
  const wanted = new Set(errors.flatMap(({ nodes }) => nodes?.slice(0, 1).filter(isValueNode) ?? []));
  if (wanted.size === 0) return errors;
  const places = placesOf(wanted, { document, schema });
  return errors.map((error) => {
    const place = error.nodes?.[0] && places.get(error.nodes[0]);
    if (!place || place.path.length === 0) return error;
    const { path } = place;
    const message = literalRule(place, error);
    return badUserInput(error, `${path.join('.')}: ${message}`, { issues: boundedIssues([{ path, message }]) });
  });
}

interface LiteralPlace {
  value: ValueNode;
  path: string[];
  type: GraphQLInputType | undefined;
}

function literalRule({ value, type }: LiteralPlace, { message }: GraphQLError): string {
  // Messages about an undefined variable or null quote no value, and are more precise than `leafRule`.
  if (value.kind === Kind.VARIABLE || value.kind === Kind.NULL) return message;
  return (type && leafRule(type, message)) ?? message.replace(/, found [\s\S]*$/, '.');
}

function placesOf(
  wanted: ReadonlySet<ASTNode>,
  { document, schema }: { document: DocumentNode; schema: GraphQLSchema },
): Map<ASTNode, LiteralPlace> {
  const types = new TypeInfo(schema);
  const places = new Map<ASTNode, LiteralPlace>();
  const find = (value: ValueNode, path: readonly string[]) => {
    if (wanted.has(value)) places.set(value, { value, path: [...path], type: types.getInputType() ?? undefined });
    return places.size === wanted.size ? BREAK : undefined;
  };
  visitValues(document, find, types);
  return places;
}

/** Replaces the messages of graphql-js and of scalars, which quote the value: it can be large or confidential. */
function leafRule(type: GraphQLInputType, message: string): string | undefined {
  const leaf = getNamedType(type);
  if (!isLeafType(leaf)) return undefined;
  const hint = isSpecifiedScalarType(leaf) || !leaf.description ? '' : ` ${leaf.description}`;
  const [suggestion = ''] = isEnumType(leaf) ? (/ Did you mean [^?]*\?$/.exec(message) ?? []) : [];
  return `Expected value of type "${leaf.name}".${hint}${suggestion}`;
}

const badUserInput = (
  { nodes, extensions }: Partial<Pick<GraphQLError, 'nodes' | 'extensions'>>,
  message: string,
  details: object,
) =>
  new GraphQLError(message, {
    nodes: nodes ?? null,
    extensions: { ...extensions, code: 'BAD_USER_INPUT', isRetryable: false, ...details },
  });

/** Thrown to end the coercion of variables after `maxIssues` errors. */
const enough = new Error('too many errors');

const requiredRule = 'is required and must not be null';

interface VariableErrorOptions {
  requestId: string;
  suggestions: boolean;
}

/** Must run before graphql-js coerces variables: it would quote values, suggest names and report up to 50 errors. */
export function variableErrors(
  { schema, document, operationName, variableValues }: ExecutionArgs,
  { requestId, suggestions }: VariableErrorOptions,
): GraphQLError[] | undefined {
  const errors: GraphQLError[] = [];
  const operation = getOperationAST(document, operationName);
  const definitions = operation?.variableDefinitions ?? [];
  try {
    for (const definition of definitions) checkVariable(definition);
    checkNulls(definitions.filter(isNull));
  } catch (error) {
    if (error !== enough) throw error;
    errors.push(badUserInput({}, 'The variables have further errors.', { requestId }));
  }
  return errors.length > 0 ? errors : undefined;

  function report(definition: VariableDefinitionNode, message: string, issue: InputIssue): void {
    const paths = variablePaths(document, operationName, definition.variable.name.value);
    add(definition, message, boundedIssues(paths.map((path) => ({ ...issue, path: [...path, ...issue.path] }))));
  }

  function add(definition: VariableDefinitionNode, message: string, issues: readonly InputIssue[]): void {
    if (errors.length === maxIssues) throw enough;
    errors.push(badUserInput({ nodes: [definition] }, message, { issues, requestId }));
  }

  function valueOf({ variable: { name } }: VariableDefinitionNode): unknown {
    return variableValues && Object.hasOwn(variableValues, name.value) ? variableValues[name.value] : undefined;
  }

  function isNull(definition: VariableDefinitionNode): boolean {
    const value = valueOf(definition);
    const isNullByDefault = value === undefined && definition.defaultValue?.kind === Kind.NULL;
    return isNullByDefault || (value === null && definition.type.kind !== Kind.NON_NULL_TYPE);
  }

  /** Rejects null for a nullable variable in a non-null place, which GraphQL allows if the variable has a default. */
  function checkNulls(nulls: readonly VariableDefinitionNode[]): void {
    if (nulls.length === 0) return;
    const types = new TypeInfo(schema);
    const places = new Map<string, InputIssue[]>(nulls.map(({ variable }) => [variable.name.value, []]));
    const find = (value: ValueNode, path: readonly string[]) => {
      const found = value.kind === Kind.VARIABLE ? places.get(value.name.value) : undefined;
      if (isNonNullType(types.getInputType())) found?.push({ path: [...path], message: requiredRule });
    };
    const operationDocument = separateOperations(document)[operation?.name?.value ?? ''];
    visitValues(operationDocument ?? document, find, types);
    for (const definition of nulls) {
      const name = definition.variable.name.value;
      const issues = places.get(name) ?? [];
      if (issues.length > 0) add(definition, `Variable "$${name}" must not be null.`, boundedIssues(issues));
    }
  }

  function checkVariable(definition: VariableDefinitionNode): void {
    const name = definition.variable.name.value;
    const type = typeFromAST(schema, definition.type);
    if (!isInputType(type)) return;
    const value = valueOf(definition);
    if (value === undefined && (definition.defaultValue || !isNonNullType(type))) return;
    if (value === undefined || (value === null && isNonNullType(type))) {
      const message = `Variable "$${name}" of required type "${type.toString()}" ${value === null ? 'must not be null' : 'was not provided'}.`;
      return report(definition, message, { path: [], message: requiredRule });
    }
    const onError = (path: readonly (string | number)[], invalid: unknown, error: GraphQLError) => {
      // Messages about null quote no value, and are more precise than `leafRule`.
      const typeAtPath = invalid == null ? undefined : innerType(type, path);
      const rule = (typeAtPath && leafRule(typeAtPath, error.message)) ?? error.message;
      const place = [name, ...path].join('.');
      report(definition, `Variable "$${name}" got invalid value at "${place}"; ${rule}`, {
        path: path.map(String),
        // Issues are shown to users, for whom names of the schema mean nothing.
        message: rule.replace(/ ?Did you mean .*\?/s, ''),
      });
    };
    coerceInputValue(value, type, onError, !suggestions);
  }
}

function innerType(type: GraphQLInputType, path: readonly (string | number)[]): GraphQLInputType | undefined {
  const [key, ...rest] = path;
  const nullable = isNonNullType(type) ? type.ofType : type;
  if (key === undefined) return nullable;
  // GraphQL accepts a single value as a list of one item, without an index in the path.
  if (isListType(nullable)) return innerType(nullable.ofType, typeof key === 'number' ? rest : path);
  const field = isInputObjectType(nullable) ? nullable.getFields()[key] : undefined;
  return field && innerType(field.type, rest);
}
