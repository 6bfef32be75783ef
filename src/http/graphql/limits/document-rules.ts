import { maxAliasesRule } from '@escape.tech/graphql-armor-max-aliases';
import { maxDepthRule } from '@escape.tech/graphql-armor-max-depth';
import { maxDirectivesRule } from '@escape.tech/graphql-armor-max-directives';
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  NoSchemaIntrospectionCustomRule,
  NoUndefinedVariablesRule,
  NoUnusedVariablesRule,
  OperationTypeNode,
  OverlappingFieldsCanBeMergedRule,
  parse,
  type SelectionSetNode,
  specifiedRules,
  validate,
  type ValidationRule,
  VariablesInAllowedPositionRule,
} from 'graphql';
import { maxIssues } from '../../../tools/rules/input-issues.ts';
import type { Plugin } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import type { OperationAccount } from '../../../operation/operation-account.ts';
import { overlappingFieldsRule } from '../../../operation/document/overlapping-fields.ts';
import { type PreparedDocument, prepareDocument } from '../../../operation/document/prepared-document.ts';
import { literalErrors } from '../errors/input-errors.ts';
import { requirePoints } from './operation-quota.ts';
import {
  maxAliases,
  maxDepth,
  maxDirectives,
  maxFields,
  maxNameLength,
  maxTokens,
} from '../../../operation/operation-limits.ts';

/** A longer document, in characters, is parsed and validated in CPU turns. Most documents are shorter. */
export const maxLengthAtOnce = 2_000;

interface DocumentRuleOptions {
  schema: GraphQLSchema;
  /** Whether documents may introspect the schema, and messages may suggest its names. */
  introspection: boolean;
  caches: ReturnType<typeof createDocumentCaches>;
}

interface DocumentContext {
  requestId: string;
  account: OperationAccount;
  prepared?: PreparedDocument | undefined;
}

/** Parses and validates long documents in steps, between which other callers take turns. */
export function useDocument({
  schema,
  introspection,
  caches,
}: DocumentRuleOptions): Plugin<DocumentContext, DocumentContext> {
  const groups = documentRules({ introspection });
  const find = (document: DocumentNode, rules: readonly ValidationRule[]) =>
    findErrors(document, { schema, rules, suggestions: introspection });
  const steps = {
    parse: parseBounded,
    checks: groups.map((rules) => (document: DocumentNode) => find(document, rules)),
  };
  const known = new WeakMap<DocumentNode, PreparedDocument>();
  return {
    async onParams({ params: { query }, context }) {
      if (typeof query !== 'string' || query.length <= maxLengthAtOnce) return;
      context.account.checkSteps.takesTurns = true;
      const document = caches.documentCache.get(query);
      context.prepared = document && known.get(document);
      if (context.prepared || caches.errorCache.has(query)) return;
      await requirePoints(context.account, context.requestId);
      context.prepared = await prepareDocument(query, steps, context.account.checkSteps);
    },
    onParse({ setParseFn, context: { prepared } }) {
      setParseFn((source: string) => {
        const document = prepared?.parse() ?? parseBounded(source);
        if (prepared) known.set(document, prepared);
        return document;
      });
    },
    onValidate({ setValidationFn, context: { prepared } }) {
      setValidationFn((_schema, document) => prepared?.validate() ?? find(document, groups.flat()));
    },
  };
}

function parseBounded(source: string): DocumentNode {
  try {
    return parse(source, { maxTokens });
  } catch (error) {
    throw parseRejection(error) ?? error;
  }
}

/** Each group takes less than 50 ms for any document within the token limit. The first group limits the size. */
export const documentRules = ({ introspection }: { introspection: boolean }): ValidationRule[][] => [
  [unconditionalSubscriptions, ...sizeRules],
  specifiedRules.filter((rule) => rule !== OverlappingFieldsCanBeMergedRule && !variableRules.has(rule)),
  [...variableRules, ...(introspection ? [] : [NoSchemaIntrospectionCustomRule])],
  [overlappingFieldsRule],
];

/** Each of these rules collects the variables of every definition again, which takes time. */
const variableRules: ReadonlySet<ValidationRule> = new Set([
  NoUndefinedVariablesRule,
  NoUnusedVariablesRule,
  VariablesInAllowedPositionRule,
]);

interface FindOptions {
  schema: GraphQLSchema;
  rules: readonly ValidationRule[];
  suggestions: boolean;
}

/** The first error of a document that an operator chose. */
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

function findErrors(document: DocumentNode, { schema, rules, suggestions }: FindOptions): GraphQLError[] {
  const errors = validate(schema, document, rules, { maxErrors: maxIssues, hideSuggestions: !suggestions });
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

const fewFields: ValidationRule = () => {
  let count = 0;
  return {
    Field() {
      count += 1;
      if (count > maxFields) throw tooLarge(`The document has more than ${maxFields} fields.`);
    },
  };
};

/** These rules throw, because the rest of a document that is too large is not validated. */
const sizeRules: readonly ValidationRule[] = [
  maxDepthRule({ n: maxDepth, flattenFragments: true, onReject: [reject] }),
  maxAliasesRule({ n: maxAliases, allowList: [], onReject: [reject] }),
  maxDirectivesRule({ n: maxDirectives, onReject: [reject] }),
  shortNames,
  fewFields,
];

/** A later edition of the specification rejects them. Must come first: graphql 16 cannot evaluate the conditions. */
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

/** In characters. A syntax tree occupies up to 250 bytes per character, so the cache occupies at most 63 MB. */
const maxCachedLength = 250_000;

/** Clients that write values into their documents send a new document each time. */
const maxCachedDocuments = 1_000;

const lengthOf = (_value: unknown, document: string) => Math.max(1, document.length);

const createCache = <Parsed extends DocumentNode | Error>() =>
  new LRUCache<string, Parsed>({ max: maxCachedDocuments, maxSize: maxCachedLength, sizeCalculation: lengthOf });

/** Yoga's own caches limit only the number of documents, not their length. */
export const createDocumentCaches = () => ({
  documentCache: createCache<DocumentNode>(),
  errorCache: createCache<Error>(),
});
