import { builder } from './builder.ts';

/**
 * Defines an enum that maps names of the graph to values of the service, such as `SCREENED` to `screened`. The compiler
 * requires a description for every name.
 */
export function enumOf<Values extends Record<string, string>>(options: {
  name: string;
  description: string;
  values: Values;
  descriptions: { [Name in keyof Values]: string };
}) {
  const { name, description, values, descriptions } = options;
  return builder.enumType<string, { [Name in keyof Values]: { value: Values[Name]; description: string } }>(name, {
    description,
    values: describedValues(values, descriptions),
  });
}

// Overloaded because TypeScript cannot infer that the result of `Object.fromEntries` has every name.
function describedValues<Values extends Record<string, string>>(
  values: Values,
  descriptions: { [Name in keyof Values]: string },
): { [Name in keyof Values]: { value: Values[Name]; description: string } };
function describedValues(values: Record<string, string>, descriptions: Record<string, string>) {
  const names = Object.entries(values);
  return Object.fromEntries(names.map(([name, value]) => [name, { value, description: descriptions[name] }]));
}
