import { builder } from './builder.ts';

/**
 * An enum over a closed value set of a service: the graph's names outside, the service's own values inside.
 * Every name needs a description, for the person who writes the query.
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

// Two signatures: mapped types cannot say that a loop has set every name.
function describedValues<Values extends Record<string, string>>(
  values: Values,
  descriptions: { [Name in keyof Values]: string },
): { [Name in keyof Values]: { value: Values[Name]; description: string } };
function describedValues(values: Record<string, string>, descriptions: Record<string, string>) {
  const names = Object.entries(values);
  return Object.fromEntries(names.map(([name, value]) => [name, { value, description: descriptions[name] }]));
}
