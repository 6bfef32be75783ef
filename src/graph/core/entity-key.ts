import { type GraphQLObjectType, Kind, type OperationDefinitionNode, parse, type SelectionSetNode } from 'graphql';
import { z } from 'zod';

const directivesSchema = z.array(z.object({ name: z.string(), args: z.looseObject({}).optional() }));
const keyArguments = z.object({ fields: z.string(), resolvable: z.boolean().optional() });

/** An id as GraphQL takes it: text, or a whole number that stands for its digits. */
const id = z.union([z.string().min(1, 'must not be empty'), z.int().transform(String)], 'must be an id');

/** What a representation of an entity type must hold, by its `@key`. @returns nothing for a type that is no entity */
export function representationSchema(type: GraphQLObjectType): z.ZodType | undefined {
  const directives = directivesSchema.safeParse(type.extensions['directives']);
  const keys = (directives.data ?? [])
    .filter(({ name }) => name === 'key')
    .map(({ args }) => keyArguments.parse(args))
    .filter(({ resolvable }) => resolvable !== false)
    .map(({ fields }) => keySchema(selectionOf(fields)));
  return keys.length ? z.union(keys) : undefined;
}

function selectionOf(fields: string): SelectionSetNode {
  const operation = parse(`{ ${fields} }`).definitions.find(
    (definition): definition is OperationDefinitionNode => definition.kind === Kind.OPERATION_DEFINITION,
  );
  if (!operation) throw new Error(`The key ${JSON.stringify(fields)} selects nothing.`);
  return operation.selectionSet;
}

const keySchema = ({ selections }: SelectionSetNode): z.ZodType =>
  z.looseObject(
    Object.fromEntries(
      selections
        .filter((selection) => selection.kind === Kind.FIELD)
        .map(({ name, selectionSet }) => [name.value, selectionSet ? keySchema(selectionSet) : id]),
    ),
    'must be an object',
  );
