import {
  getNamedType,
  type GraphQLNamedType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
  isUnionType,
} from 'graphql';

/**
 * Lists everything that clients use of a schema, one line each: types, fields and arguments with their types, enum
 * values, union members and implemented interfaces. Composers drop some of them without an error.
 */
export function membersOf(schema: GraphQLSchema): string[] {
  return Object.values(schema.getTypeMap())
    .flatMap((type) =>
      isIntrospectionType(type) || isSpecifiedScalarType(type) || isOfFederation(type.name)
        ? []
        : ['', ...membersOfType(type)].map((member) => `${type.name}${member}`),
    )
    .toSorted();
}

function membersOfType(type: GraphQLNamedType): string[] {
  if (isEnumType(type)) return type.getValues().map(({ name }) => `.${name}`);
  if (isUnionType(type)) return type.getTypes().map(({ name }) => ` = ${name}`);
  if (isInputObjectType(type)) {
    return Object.values(type.getFields()).map((field) => `.${field.name}: ${String(field.type)}`);
  }
  if (!isObjectType(type) && !isInterfaceType(type)) return [];
  const fields = Object.values(type.getFields()).filter((field) => !isOfFederation(getNamedType(field.type).name));
  return [
    ...type.getInterfaces().map(({ name }) => ` implements ${name}`),
    ...fields.flatMap((field) => [
      `.${field.name}: ${String(field.type)}`,
      ...field.args.map((arg) => `.${field.name}(${arg.name}: ${String(arg.type)})`),
    ]),
  ];
}

const isOfFederation = (name: string) => name.startsWith('_') || /^(?:federation|link|join)__/.test(name);
