import { maxAliasesRule } from '@escape.tech/graphql-armor-max-aliases';
import { maxDepthRule } from '@escape.tech/graphql-armor-max-depth';
import { maxDirectivesRule } from '@escape.tech/graphql-armor-max-directives';
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  Lexer,
  NoSchemaIntrospectionCustomRule,
  OperationTypeNode,
  OverlappingFieldsCanBeMergedRule,
  parse,
  type SelectionSetNode,
  Source,
  specifiedRules,
  TokenKind,
  validate,
  type ValidationRule,
} from 'graphql';
import { maxIssues } from '../../../tools/rules/input-issues.ts';
import type { Plugin } from 'graphql-yoga';
import type { Payer } from '../../../operation/payer.ts';
import { literalErrors } from '../errors/input-errors.ts';
import type { createDocumentCaches } from './document-caches.ts';
import { requirePoints } from './operation-quota.ts';
import {
  maxAliases,
  maxDepth,
  maxDirectives,
  maxFields,
  maxLines,
  maxNameLength,
  maxTokens,
} from '../../../operation/operation-limits.ts';

/** Documents of up to this many characters are checked even if the caller has no points left. */
const maxFreeLength = 2_000;

interface DocumentRuleOptions {
  schema: GraphQLSchema;
  /** Whether documents may introspect the schema, and messages may suggest its names. */
  introspection: boolean;
  caches: ReturnType<typeof createDocumentCaches>;
}

interface DocumentContext {
  requestId: string;
  payer: Payer;
}

/** Parses and validates documents that are not cached. The caller pays for rejected documents. */
export function useDocumentRules(options: DocumentRuleOptions): Plugin<DocumentContext, DocumentContext> {
  const { caches } = options;
  const groups = documentRules(options);
  return {
    async onParams({ params: { query }, context: { payer, requestId } }) {
      if (typeof query !== 'string' || query.length <= maxFreeLength) return;
      if (!caches.documentCache.has(query) && !caches.errorCache.has(query)) await requirePoints(payer, requestId);
    },
    onParse({ setParseFn, context: { payer } }) {
      setParseFn((source: string) => {
        payer.rejectedTokens = countTokens(source);
        return parseBounded(source);
      });
    },
    onValidate({ setValidationFn, context: { payer } }) {
      setValidationFn((_schema, document) => {
        const errors = findErrors(document, groups, options);
        if (errors.length === 0) payer.rejectedTokens = 0;
        return errors;
      });
    },
  };
}

/** Counts the tokens before the first unreadable token, up to `maxTokens + 1`. */
function countTokens(source: string): number {
  const lexer = new Lexer(new Source(source));
  let count = 0;
  try {
    while (count <= maxTokens && lexer.advance().kind !== TokenKind.EOF) count += 1;
  } catch {
    // Parsing fails with the same error.
  }
  return count;
}

/** Parses a document within the limits of tokens and lines. */
export function parseBounded(source: string): DocumentNode {
  if (source.split(/\r\n|[\n\r]/, maxLines + 1).length > maxLines)
    throw tooLarge(`The document has more than ${maxLines} lines.`);
  try {
    return parse(source, { maxTokens });
  } catch (error) {
    throw parseRejection(error) ?? error;
  }
}

/** A group runs only if the earlier groups find no errors: the size rules protect the last rule, which is quadratic. */
export const documentRules = ({ introspection }: { introspection: boolean }): ValidationRule[][] => [
  [unconditionalSubscriptions, ...sizeRules],
  [
    ...specifiedRules.filter((rule) => rule !== OverlappingFieldsCanBeMergedRule),
    ...(introspection ? [] : [NoSchemaIntrospectionCustomRule]),
  ],
  [OverlappingFieldsCanBeMergedRule],
];

/** Returns the first error of a trusted document or of a document for assistants. */
export function firstDocumentError(
  document: DocumentNode,
  { schema, introspection }: Pick<DocumentRuleOptions, 'schema' | 'introspection'>,
): unknown {
  try {
    return validate(schema, document, documentRules({ introspection }).flat(), { maxErrors: 1 })[0];
  } catch (error) {
    return error;
  }
}

function findErrors(
  document: DocumentNode,
  groups: ValidationRule[][],
  { schema, introspection }: DocumentRuleOptions,
): GraphQLError[] {
  const options = { maxErrors: maxIssues, hideSuggestions: !introspection };
  let errors: readonly GraphQLError[] = [];
  for (const rules of groups) if (errors.length === 0) errors = validate(schema, document, rules, options);
  return literalErrors(errors, { document, schema }).map((error, index) =>
    index < maxIssues ? error : tooManyErrors(),
  );
}

function parseRejection(error: unknown): GraphQLError | undefined {
  // The parser is recursive, so a deeply nested document can exhaust the stack before the token limit applies.
  if (error instanceof RangeError) return tooLarge('The document is nested too deeply to be read.');
  const isTokenLimit = error instanceof GraphQLError && error.message.includes('Document contains more');
  return isTokenLimit ? tooLarge(`The document has more than ${maxTokens} tokens.`) : undefined;
}

function rejectAsTooLarge(_context: unknown, { message }: GraphQLError): never {
  throw tooLarge(message.replace('Syntax Error: ', ''));
}

const tooLarge = (message: string) =>
  new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT', isRetryable: false } });

/** Names the limit, unlike the last error of graphql-js, which this error replaces. */
const tooManyErrors = () =>
  new GraphQLError(`The document has more than ${maxIssues} errors. The others are not listed.`);

const shortNames: ValidationRule = () => ({
  Name({ value: { length } }) {
    if (length <= maxNameLength) return;
    throw tooLarge(`A name in the document has ${length} characters; the limit is ${maxNameLength}.`);
  },
});

const fewFields: ValidationRule = () => {
  let count = 0;
  return {
    Field() {
      count += 1;
      if (count > maxFields) throw tooLarge(`The document has more than ${maxFields} fields.`);
    },
  };
};

/** Rules that throw, so that the rest of a document that is too large is not validated. */
const sizeRules: readonly ValidationRule[] = [
  maxDepthRule({ n: maxDepth, flattenFragments: true, onReject: [rejectAsTooLarge] }),
  maxAliasesRule({ n: maxAliases, allowList: [], onReject: [rejectAsTooLarge] }),
  maxDirectivesRule({ n: maxDirectives, onReject: [rejectAsTooLarge] }),
  shortNames,
  fewFields,
];

/** Rejects `@skip` and `@include` at the root, as new specifications do. Must run first: a later rule throws if they use variables. */
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
          throw new GraphQLError(message, { nodes: selection, extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } });
        }
        if (selection.kind === Kind.INLINE_FRAGMENT) check(selection.selectionSet);
        if (selection.kind !== Kind.FRAGMENT_SPREAD) continue;
        const fragment = context.getFragment(selection.name.value);
        if (fragment) check(fragment.selectionSet);
      }
    }
  },
});
