import {
  astFromValue,
  type DocumentNode,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  Kind,
  type OperationDefinitionNode,
  typeFromAST,
  TypeInfo,
  valueFromASTUntyped,
  type ValueNode,
  type VariableDefinitionNode,
  visit,
  visitWithTypeInfo,
} from 'graphql';

export interface JsonSchema {
  [keyword: string]: unknown;
  type?: string | string[];
}

export interface InputSchema extends JsonSchema {
  type: 'object';
  properties?: Record<string, JsonSchema>;
}

interface InputSchemaOptions {
  schema: GraphQLSchema;
  document: DocumentNode;
  operation: OperationDefinitionNode;
  /** Example values by the name of the variable. */
  examples: Readonly<Record<string, unknown>>;
}

/**
 * Describes the variables of an operation as JSON Schema. Input objects are written in place, because not all models
 * resolve references; no input type of the schema contains itself.
 */
export function inputSchemaOf({ schema, document, operation, examples }: InputSchemaOptions): InputSchema {
  const descriptions = variableDescriptions(document, schema);
  const variables = operation.variableDefinitions ?? [];
  const properties = variables.map((definition): [string, JsonSchema] => {
    const name = nameOf(definition);
    const type = variableType(definition, schema);
    const example = needsExample(type) ? (examples[name] ?? undefined) : undefined;
    return [
      name,
      {
        ...schemaOf(type),
        ...descriptionOf(descriptions.get(name)),
        ...(definition.defaultValue && { default: valueFromASTUntyped(definition.defaultValue) }),
        ...(example !== undefined && { examples: [example] }),
      },
    ];
  });
  const required = variables.filter(({ type, defaultValue }) => type.kind === Kind.NON_NULL_TYPE && !defaultValue);
  return objectSchema(Object.fromEntries(properties), required.map(nameOf));
}

const nameOf = ({ variable }: VariableDefinitionNode): string => variable.name.value;

export function variableType({ type }: VariableDefinitionNode, schema: GraphQLSchema): GraphQLInputType {
  const found = typeFromAST(schema, type);
  if (isInputType(found)) return found;
  throw new TypeError('The document was not validated.');
}

/** Adds null to a nullable type and to the values of its enum. A schema without `type` allows null already. */
function schemaOf(type: GraphQLInputType): JsonSchema {
  if (isNonNullType(type)) return valueSchema(type.ofType);
  const { type: name, ...schema } = valueSchema(type);
  if (typeof name !== 'string') return schema;
  const values = schema['enum'];
  return { type: [name, 'null'], ...schema, ...(Array.isArray(values) && { enum: [...values, null] }) };
}

function valueSchema(type: GraphQLInputType): JsonSchema {
  if (isListType(type)) return { type: 'array', items: schemaOf(type.ofType) };
  if (isEnumType(type)) return { type: 'string', enum: type.getValues().map(({ name }) => name) };
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields());
    if (type.isOneOf) {
      // Exactly one field must be set, and not to null.
      const properties = fields.map((field) => [
        field.name,
        { ...valueSchema(field.type), ...descriptionOf(field.description) },
      ]);
      return { type: 'object', properties: Object.fromEntries(properties), minProperties: 1, maxProperties: 1 };
    }
    return objectSchema(
      Object.fromEntries(fields.map((field) => [field.name, fieldSchema(field)])),
      fields.filter(isRequiredInputField).map(({ name }) => name),
    );
  }
  const { name } = getNamedType(type);
  return scalars.get(name) ?? { type: 'string' };
}

function fieldSchema({ type, description, defaultValue }: GraphQLInputField): JsonSchema {
  const value = defaultValue === undefined ? undefined : astFromValue(defaultValue, type);
  return {
    ...schemaOf(type),
    ...descriptionOf(description),
    ...(value && { default: valueFromASTUntyped(value) }),
  };
}

/** Only ids and strings need an example; the schemas of other types show what values look like. */
const needsExample = (type: GraphQLInputType) => ['ID', 'String'].includes(getNamedType(type).name);

/** Schemas of scalars; all other scalars are strings. */
const scalars: ReadonlyMap<string, JsonSchema> = new Map([
  ['Int', { type: 'integer' }],
  ['Float', { type: 'number' }],
  ['Boolean', { type: 'boolean' }],
  ['DateTime', { type: 'string', format: 'date-time' }],
  ['Date', { type: 'string', format: 'date' }],
  ['EmailAddress', { type: 'string', format: 'email' }],
  ['URL', { type: 'string', format: 'uri' }],
  ['JSON', {}],
  ['_Any', { type: 'object' }],
]);

const objectSchema = (properties: Record<string, JsonSchema>, required: readonly string[]): InputSchema => ({
  type: 'object',
  ...(Object.keys(properties).length > 0 && { properties }),
  ...(required.length > 0 && { required }),
});

/** Returns only the first sentence, because assistants read the descriptions of all tools before they use one. */
function descriptionOf(text: string | null | undefined): { description: string } | undefined {
  const [sentence] = /^.*?\.(?= |$)/.exec((text ?? '').replaceAll(/\s+/g, ' ')) ?? [];
  return sentence === undefined ? undefined : { description: sentence };
}

/** A variable gets the description of the first argument or input field to which it is passed. */
function variableDescriptions(document: DocumentNode, schema: GraphQLSchema): Map<string, string | null | undefined> {
  const descriptions = new Map<string, string | null | undefined>();
  const types = new TypeInfo(schema);
  const add = (value: ValueNode, described: { description?: string | null | undefined } | null | undefined) => {
    if (value.kind !== Kind.VARIABLE || descriptions.has(value.name.value)) return;
    descriptions.set(value.name.value, described?.description);
  };
  visit(
    document,
    visitWithTypeInfo(types, {
      Argument: ({ value }) => add(value, types.getArgument()),
      ObjectField({ name, value }) {
        const type = getNamedType(types.getParentInputType());
        add(value, isInputObjectType(type) ? type.getFields()[name.value] : undefined);
      },
    }),
  );
  return descriptions;
}
