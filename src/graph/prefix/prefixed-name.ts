import { type GraphQLSchema, specifiedScalarTypes } from 'graphql';
import { fetchFieldPrefix } from '../federation/tags.ts';

/** Names that no prefix changes: the root types, scalars that company graphs share, and `PageInfo` (`@shareable`). */
const commonNames: ReadonlySet<string> = new Set([
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
  // Descriptions mention fields of mutations and subscriptions without a type. A query field, such as `signals`, is not
  // recognized without one, because other types have a field of that name.
  const unambiguousFields = new Set([...mutationFields, ...subscriptionFields]);
  const rootFields = new Set([...queryFields, ...unambiguousFields]);

  const type = (name: string) => (types.has(name) ? `${prefix}${name}` : name);
  const rootField = (name: string) => (rootFields.has(name) ? prefixedField(name) : name);

  function prefixedField(name: string): string {
    if (name.startsWith(fetchFieldPrefix)) return `${fetchFieldPrefix}${type(name.slice(fetchFieldPrefix.length))}`;
    if (prefix === '' || name.startsWith('_')) return name;
    return `${lowerFirstWord(prefix)}${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  }

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
    description: (text: string) =>
      text.replaceAll(/`[^`\n]+`|\b[A-Z][a-z]+[A-Z]\w*/g, (word) => (word.startsWith('`') ? inCode(word) : type(word))),
  };
}

/** Names with two underscores belong to federation (`link__Import`) or to introspection, and so does `_Any`. */
const isReserved = (name: string) => commonNames.has(name) || name.startsWith('_') || name.includes('__');

/** Lower-cases the first word: `Deal` → `deal`, `HR` → `hr`, `HRData` → `hrData`. */
const lowerFirstWord = (prefix: string) =>
  prefix.replace(/^(?:[A-Z]+(?![a-z])|[A-Z])/, (letters) => letters.toLowerCase());
