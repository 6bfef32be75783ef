import { type GraphQLResolveInfo, valueFromASTUntyped, visit } from 'graphql';

/** How many representations all `_entities` fields of an operation ask for together. */
export function countRepresentations({ operation, fragments, variableValues }: GraphQLResolveInfo): number {
  let count = 0;
  for (const definition of [operation, ...Object.values(fragments)]) {
    visit(definition, {
      Field({ name, arguments: given }) {
        if (name.value !== '_entities') return;
        const argument = given?.find((one) => one.name.value === 'representations');
        const value: unknown = argument && valueFromASTUntyped(argument.value, variableValues);
        count += Array.isArray(value) ? value.length : 1;
      },
    });
  }
  return count;
}
