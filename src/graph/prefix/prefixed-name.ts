import { type GraphQLSchema, specifiedScalarTypes } from 'graphql';
import { fetchFieldPrefix } from '../federation/tags.ts';

/** Names that are never prefixed: the root types, scalars that subgraphs share, and `PageInfo` (`@shareable`). */
const unprefixedNames: ReadonlySet<string> = new Set([
  'Query',
  'Mutation',
  'Subscription',
  'PageInfo',
  'Date',
  'DateTime',
  'EmailAddress',
  'JSON',
  'URL',
  ...specifiedScalarTypes.map(({ name }) => name),
]);

export type PrefixedNames = ReturnType<typeof createPrefixedNames>;

/** @param prefix if empty, no name changes */
export function createPrefixedNames(schema: GraphQLSchema, prefix: string) {
  const types = new Set(Object.keys(schema.getTypeMap()).filter((name) => !isReserved(name)));
  const [queryFields = [], mutationFields = [], subscriptionFields = []] = [
    schema.getQueryType(),
    schema.getMutationType(),
    schema.getSubscriptionType(),
  ].map((type) => Object.keys(type?.getFields() ?? {}));
  // In descriptions, the name alone identifies a mutation or subscription. A query must be written `Query.signals`,
  // because other types can have a field of the same name.
  const unambiguousFields = new Set([...mutationFields, ...subscriptionFields]);
  const rootFields = new Set([...queryFields, ...unambiguousFields]);

  const type = (name: string) => (types.has(name) ? `${prefix}${name}` : name);
  const rootField = (name: string) => (rootFields.has(name) ? prefixedField(name) : name);

  function prefixedField(name: string): string {
    if (name.startsWith(fetchFieldPrefix)) return `${fetchFieldPrefix}${type(name.slice(fetchFieldPrefix.length))}`;
    if (prefix === '' || name.startsWith('_')) return name;
    return `${lowerFirstWord(prefix)}${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  }

  /** Accepts text in backticks: a field alone (`createList`), or code with `Query.signals` or type names. */
  const inCode = (text: string) =>
    unambiguousFields.has(text.slice(1, -1))
      ? `\`${rootField(text.slice(1, -1))}\``
      : text
          .replaceAll(/\b(Query|Mutation|Subscription)\.(\w+)/g, (_, root, field) => `${root}.${rootField(field)}`)
          .replaceAll(/(?<![\w.])[A-Z]\w*/g, type);

  return {
    prefix,
    /** `Signal` → `DealSignal` */
    type,
    /** `signals` → `dealSignals` */
    rootField,
    /** Outside backticks, only words such as `SavedSearch` are taken for type names. */
    description: (text: string) =>
      text.replaceAll(/`[^`\n]+`|\b[A-Z][a-z]+[A-Z]\w*/g, (word) => (word.startsWith('`') ? inCode(word) : type(word))),
  };
}

/** Names such as `_Any`, `link__Import` and `__Type` belong to federation or introspection. */
const isReserved = (name: string) => unprefixedNames.has(name) || name.startsWith('_') || name.includes('__');

/** Lower-cases the first word: `Deal` → `deal`, `HR` → `hr`, `HRData` → `hrData`. */
const lowerFirstWord = (prefix: string) =>
  prefix.replace(/^(?:[A-Z]+(?![a-z])|[A-Z])/, (letters) => letters.toLowerCase());
