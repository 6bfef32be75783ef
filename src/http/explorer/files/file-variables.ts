import {
  type DocumentNode,
  getNullableType,
  type GraphQLInputType,
  type GraphQLSchema,
  isInputObjectType,
  isInputType,
  isListType,
  isScalarType,
  Kind,
  typeFromAST,
} from 'graphql';

/** Whether a type is the scalar of uploaded files. `GRAPH_TYPE_PREFIX` can precede its name. */
const isFile = (type: GraphQLInputType) => isScalarType(type) && type.name.endsWith('File');

/** Returns paths such as `variables.input.recording`. Files in lists are left out. */
export function fileVariables(schema: GraphQLSchema, document: DocumentNode): string[] {
  return document.definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION
      ? (definition.variableDefinitions ?? []).flatMap(({ variable, type }) => {
          const variableType = typeFromAST(schema, type);
          return isInputType(variableType) ? filePaths(variableType, ['variables', variable.name.value]) : [];
        })
      : [],
  );
}

function filePaths(type: GraphQLInputType, path: string[], outer: GraphQLInputType[] = []): string[] {
  const nullable = getNullableType(type);
  // An input type can contain itself.
  if (isListType(nullable) || outer.includes(nullable)) return [];
  if (!isInputObjectType(nullable)) return isFile(nullable) ? [path.join('.')] : [];
  return Object.values(nullable.getFields()).flatMap((field) =>
    filePaths(field.type, [...path, field.name], [...outer, nullable]),
  );
}
