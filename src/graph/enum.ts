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

function describedValues<Values extends Record<string, string>>(
  values: Values,
  descriptions: { [Name in keyof Values]: string },
) {
  const described: { [Name in keyof Values]?: { value: Values[Name]; description: string } } = {};
  for (const name in values) described[name] = { value: values[name], description: descriptions[name] };
  // Every name of `values` has been set above; mapped types cannot say that.
  return described as { [Name in keyof Values]: { value: Values[Name]; description: string } };
}
