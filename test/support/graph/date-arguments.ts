import {
  getNamedType,
  getNullableType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  isCompositeType,
  isInputObjectType,
  isListType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
} from 'graphql';
import { schema } from '../../../src/graph/schema.ts';
import { sampleOf } from './schema-walk.ts';

type Field = GraphQLField<unknown, unknown>;

/** An argument or input field of a date type, with an operation that sets it. */
export interface DateArgument {
  /** For example `Activity.comments(period.from)`. */
  name: string;
  scalar: 'Date' | 'DateTime';
  document: string;
  variables: (date: string) => Record<string, unknown>;
}

/** A field and the path to it from the root. */
interface Route {
  root: 'query' | 'mutation';
  fields: { field: Field; on: string }[];
}

/** Every argument and input field of a date type that an operation can reach, derived from the schema. */
export function dateArguments(): DateArgument[] {
  return routes().flatMap((route) => {
    const last = route.fields.at(-1);
    if (!last) return [];
    return last.field.args.flatMap((arg) =>
      datesIn(arg.type).map(({ path, scalar, value }) => ({
        name: `${last.on}.${last.field.name}(${[arg.name, ...path].join('.')})`,
        scalar,
        document: documentOf(route, arg),
        variables: (date: string) => ({ ...requiredVariables(route, arg), date: value(date) }),
      })),
    );
  });
}

/** The shortest route to each field. */
function routes(): Route[] {
  const found: Route[] = [];
  const visited = new Set<string>();
  let next: { type: string; route: Route }[] = [
    { type: 'Query', route: { root: 'query', fields: [] } },
    { type: 'Mutation', route: { root: 'mutation', fields: [] } },
  ];
  while (next.length > 0) {
    const level = next;
    next = [];
    for (const { type: name, route } of level) {
      const type = schema.getType(name);
      if (visited.has(name) || !isObjectType(type)) continue;
      visited.add(name);
      for (const field of Object.values(type.getFields())) {
        const longer = { ...route, fields: [...route.fields, { field, on: name }] };
        if (!field.name.startsWith('_')) found.push(longer);
        for (const member of membersOf(field)) next.push({ type: member, route: longer });
      }
    }
  }
  return found;
}

function membersOf(field: Field): string[] {
  const type = getNamedType(field.type);
  if (!isCompositeType(type)) return [];
  return isObjectType(type) ? [type.name] : schema.getPossibleTypes(type).map(({ name }) => name);
}

interface DatePlace {
  path: string[];
  scalar: 'Date' | 'DateTime';
  /** Builds the value of the argument that contains the date. */
  value: (date: string) => unknown;
}

function datesIn(type: GraphQLInputType, depth = 0): DatePlace[] {
  const nullable = getNullableType(type);
  if (isListType(nullable)) {
    return datesIn(nullable.ofType, depth).map((place) => ({ ...place, value: (date) => [place.value(date)] }));
  }
  if (nullable.name === 'Date' || nullable.name === 'DateTime') {
    return [{ path: [], scalar: nullable.name, value: (date) => date }];
  }
  if (!isInputObjectType(nullable) || depth > 5) return [];
  const fields = Object.values(nullable.getFields());
  return fields.flatMap((field) =>
    datesIn(field.type, depth + 1).map(({ path, scalar, value }) => ({
      path: [field.name, ...path],
      scalar,
      value: (date: string) => ({
        ...Object.fromEntries(
          fields.filter(isRequiredInputField).map((sibling) => [sibling.name, sampleOf(sibling.type)]),
        ),
        [field.name]: value(date),
      }),
    })),
  );
}

const argumentsOf = ({ field }: Route['fields'][number]) => field.args.filter(isRequiredArgument);

/** All required arguments of the route except `dated`, with names for their variables. */
function required(route: Route, dated: GraphQLArgument) {
  return route.fields.flatMap((step, index) =>
    argumentsOf(step)
      .filter((arg) => arg !== dated)
      .map((arg) => ({ arg, step, name: `v${index}_${arg.name}` })),
  );
}

const requiredVariables = (route: Route, dated: GraphQLArgument) =>
  Object.fromEntries(required(route, dated).map(({ name, arg }) => [name, sampleOf(arg.type)]));

function documentOf(route: Route, dated: GraphQLArgument): string {
  const others = required(route, dated);
  const declared = [
    `$date: ${String(dated.type)}`,
    ...others.map(({ name, arg }) => `$${name}: ${String(arg.type)}`),
  ].join(', ');
  const selection = route.fields.reduceRight((inner, step) => {
    const passed = [
      ...others.filter((other) => other.step === step).map(({ name, arg }) => `${arg.name}: $${name}`),
      ...(step.field.args.includes(dated) ? [`${dated.name}: $date`] : []),
    ].join(', ');
    const below = isCompositeType(getNamedType(step.field.type)) ? `{ __typename ${inner} }` : '';
    const field = `${step.field.name}${passed ? `(${passed})` : ''} ${below}`;
    return ['Query', 'Mutation'].includes(step.on) ? field : `... on ${step.on} { ${field} }`;
  }, '');
  return `${route.root} Dated(${declared}) { ${selection} }`;
}
