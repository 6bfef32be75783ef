import {
  defaultTypeResolver,
  GraphQLError,
  type GraphQLAbstractType,
  type GraphQLObjectType,
  isAbstractType,
  isObjectType,
} from 'graphql';
import { inspect } from 'graphql/jsutils/inspect.js';
import { isPromise } from '../promises.ts';
import type { Place } from './places.ts';

type TypeResult = GraphQLObjectType | Promise<GraphQLObjectType>;

/** The object type of a value. @throws GraphQLError if the field must not return this type */
export function runtimeType(info: Place, value: unknown, context: unknown): TypeResult {
  const { type } = info.field;
  const typed = { info, value, context };
  if (isObjectType(type)) return type.isTypeOf ? checkedType(type, typed) : type;
  if (!isAbstractType(type)) throw new Error(`${type.name} has no fields.`);
  const read = (name: unknown) => {
    const member = memberOf(type, name, typed);
    return member.isTypeOf ? checkedType(member, typed) : member;
  };
  const name: unknown = (type.resolveType ?? defaultTypeResolver)(value, context, info, type);
  return isPromise(name) ? name.then(read) : read(name);
}

interface TypedValue {
  info: Place;
  value: unknown;
  context: unknown;
}

function checkedType(type: GraphQLObjectType, { info, value, context }: TypedValue): TypeResult {
  const check = (isOfType: unknown): GraphQLObjectType => {
    if (isOfType) return type;
    throw new GraphQLError(`Expected value of type "${type.name}" but got: ${inspect(value)}.`);
  };
  // An invalid condition of a selected field is reported before a wrong type.
  info.field.selectionOn(type);
  const isOfType: unknown = type.isTypeOf?.(value, context, info);
  return isPromise(isOfType) ? isOfType.then(check) : check(isOfType);
}

function memberOf(type: GraphQLAbstractType, name: unknown, { info, value }: TypedValue): GraphQLObjectType {
  const abstract = type.name;
  const rule = `Abstract type "${abstract}" must resolve to an Object type at runtime for field "${info.parentType.name}.${info.fieldName}"`;
  if (name === null || name === undefined)
    throw new GraphQLError(
      `${rule}. Either the "${abstract}" type should provide a "resolveType" function or each possible type should provide an "isTypeOf" function.`,
    );
  if (typeof name !== 'string')
    throw new GraphQLError(`${rule} with value ${inspect(value)}, received "${inspect(name)}".`);
  const found = info.schema.getType(name);
  const was = `Abstract type "${abstract}" was resolved to a`;
  if (!found) throw new GraphQLError(`${was} type "${name}" that does not exist inside the schema.`);
  if (!isObjectType(found)) throw new GraphQLError(`${was} non-object type "${name}".`);
  if (info.schema.isSubType(type, found)) return found;
  throw new GraphQLError(`Runtime Object type "${found.name}" is not a possible type for "${abstract}".`);
}
