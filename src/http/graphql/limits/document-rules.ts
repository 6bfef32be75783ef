import { maxAliasesRule } from '@escape.tech/graphql-armor-max-aliases';
import { maxDepthRule } from '@escape.tech/graphql-armor-max-depth';
import { maxDirectivesRule } from '@escape.tech/graphql-armor-max-directives';
import {
  type ExecutionResult,
  GraphQLError,
  Kind,
  NoSchemaIntrospectionCustomRule,
  OverlappingFieldsCanBeMergedRule,
  OperationTypeNode,
  type SelectionSetNode,
  specifiedRules,
  validate,
  type ValidationRule,
} from 'graphql';
import { maxIssues } from '../../../tools/rules/bounded-issues.ts';
import type { Plugin } from 'graphql-yoga';
import { overlappingFieldsRule } from '../../../operation/document/overlapping-fields.ts';
import { maxAliases, maxDepth, maxDirectives, maxNameLength, maxTokens } from '../../../operation/operation-limits.ts';
import { inputErrorOf } from '../errors/input-errors.ts';

/**
 * Limits, validates and caches documents. Rejects those that are too large to validate or run in reasonable time, and
 * conditional subscriptions. Without introspection, errors do not suggest names of the schema; gateways can still read
 * it with `_service { sdl }`.
 */
export function useDocument({ introspection }: { introspection: boolean }): Plugin {
  const rules = documentRules({ introspection });
  return {
    onParse({ parseFn, setParseFn }) {
      setParseFn((source, options) => parseFn(source, { ...options, maxTokens }));
      return ({ result }) => {
        const rejection = parseRejection(result);
        if (rejection) throw rejection;
      };
    },
    onValidate({ setValidationFn }) {
      setValidationFn((schema, document) =>
        validate(schema, document, rules, { maxErrors: maxIssues, hideSuggestions: !introspection })
          .map((error, index) => (index < maxIssues ? error : tooManyErrors()))
          .map((error) => (introspection ? error : withoutSuggestion(error)))
          .map((error) => inputErrorOf(error, { document, schema }) ?? error),
      );
    },
  };
}

function parseRejection(error: unknown): GraphQLError | undefined {
  // The parser is recursive, so a deeply nested document can exhaust the stack before the token limit applies.
  if (error instanceof RangeError) return tooLarge('The document is nested too deeply to be read.');
  const isTokenLimit = error instanceof GraphQLError && error.message.includes('Document contains more');
  return isTokenLimit ? tooLarge(`The document has more than ${maxTokens} tokens.`) : undefined;
}

function reject(_context: unknown, { message }: GraphQLError): never {
  throw tooLarge(message.replace('Syntax Error: ', ''));
}

const tooLarge = (message: string) =>
  new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT', isRetryable: false } });

/** Replaces the error that graphql-js adds when it stops, which does not name the limit. */
const tooManyErrors = () =>
  new GraphQLError(`The document has more than ${maxIssues} errors. The others are not listed.`);

const shortNames: ValidationRule = () => ({
  Name({ value: { length } }) {
    if (length <= maxNameLength) return;
    throw tooLarge(`A name in the document has ${length} characters; the limit is ${maxNameLength}.`);
  },
});

/** Limit the size of a document. They throw, because the rest of a document that is too large is not validated. */
const sizeRules: readonly ValidationRule[] = [
  maxDepthRule({ n: maxDepth, flattenFragments: true, onReject: [reject] }),
  maxAliasesRule({ n: maxAliases, allowList: [], onReject: [reject] }),
  maxDirectivesRule({ n: maxDirectives, onReject: [reject] }),
  shortNames,
];

/**
 * Rejects subscriptions whose root field depends on a condition, as a later edition of the specification does: they
 * could have no root field. Must be the first rule: that of graphql 16 for root fields cannot evaluate conditions.
 */
const unconditionalSubscriptions: ValidationRule = (context) => ({
  OperationDefinition({ operation, selectionSet }) {
    if (operation !== OperationTypeNode.SUBSCRIPTION) return;
    const visited = new Set<SelectionSetNode>();
    check(selectionSet);

    function check(set: SelectionSetNode): void {
      if (visited.has(set)) return;
      visited.add(set);
      for (const selection of set.selections) {
        if (selection.directives?.some(({ name }) => name.value === 'skip' || name.value === 'include')) {
          const message = 'The root field of a subscription must not have the directive @skip or @include.';
          throw new GraphQLError(message, {
            nodes: selection,
            extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
          });
        }
        if (selection.kind === Kind.INLINE_FRAGMENT) check(selection.selectionSet);
        if (selection.kind !== Kind.FRAGMENT_SPREAD) continue;
        const fragment = context.getFragment(selection.name.value);
        if (fragment) check(fragment.selectionSet);
      }
    }
  },
});

/**
 * Removes suggestions ("Did you mean …?") from errors without a path, because they name parts of the schema. During
 * execution, only errors about variables can have suggestions, and they have no path.
 */
export const withoutSuggestions = (result: ExecutionResult): ExecutionResult =>
  result.errors
    ? { ...result, errors: result.errors.map((error) => (error.path ? error : withoutSuggestion(error))) }
    : result;

function withoutSuggestion(error: GraphQLError): GraphQLError {
  const message = error.message.replace(/ ?Did you mean .*\?/s, '');
  if (message === error.message) return error;
  const { nodes = null, extensions } = error;
  return new GraphQLError(message, { nodes, extensions });
}

/** The rules that a document must follow. */
export const documentRules = ({ introspection }: { introspection: boolean }): ValidationRule[] => [
  unconditionalSubscriptions,
  ...specifiedRules.map((rule) => (rule === OverlappingFieldsCanBeMergedRule ? overlappingFieldsRule : rule)),
  ...sizeRules,
  ...(introspection ? [] : [NoSchemaIntrospectionCustomRule]),
];
