import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv-provider.js';
import { isInputObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../../../src/graph/schema.ts';

import { useDocumentReader } from './document-reader.ts';

const { readOne } = useDocumentReader();

describe('the description of a tool', () => {
  type Described = [comment: string, description: string];
  it.each<Described>([
    ['# One line.\n', 'One line.'],
    ['# Two\n#   lines,\n#\n# and a paragraph.\n', 'Two lines, and a paragraph.'],
    ['# For people.\n# @tool For models,\n# more for people\n# @tool in two lines.\n', 'For models, in two lines.'],
    ['# @tooling is not a mark.\n', '@tooling is not a mark.'],
    ['# @write\n# Changes\n# nothing.\n', 'Changes nothing.'],
  ])('of %j is %j', async (comment, description) => {
    const tool = await readOne(`${comment}query Q { lists { id } }`);
    expect(tool?.description).toBe(description);
    expect(tool?.query).toBe('query Q {\n  lists {\n    id\n  }\n}');
  });

  it('is the comment before the operation, not that of a fragment', async () => {
    const text = '# A fragment.\nfragment F on List { id }\n\n# A query.\nquery Q { lists { ...F } }';
    expect((await readOne(text))?.description).toBe('A query.');
  });
});

describe('the input schema', () => {
  const schemaOf = async (variables: string, use: string, examples?: string) =>
    (await readOne(`# A query.\nquery Q(${variables}) { ${use} }`, examples))?.inputSchema;

  it('has enums, dates, defaults, nullable values and input objects', async () => {
    const found = await schemaOf(
      '$types: [SignalType!] = [NEW_COMPANY], $since: DateTime!, $found: SignalDiscoveredFilter, $deep: Boolean = false, $order: ListEntryOrder!',
      `signals(filter: { types: $types, discovered: $found, createdAfter: $since }) { nodes { id @include(if: $deep) } }
       lists { entries(orderBy: $order) { totalCount } }`,
    );
    expect(found).toEqual({
      type: 'object',
      properties: {
        types: {
          type: ['array', 'null'],
          items: { type: 'string', enum: expect.arrayContaining(['NEW_COMPANY', 'STEALTH_POSITION']) },
          description: expect.any(String),
          default: ['NEW_COMPANY'],
        },
        since: { type: 'string', format: 'date-time', description: expect.any(String) },
        found: {
          type: ['object', 'null'],
          properties: {
            between: {
              type: 'object',
              properties: {
                from: { type: 'string', format: 'date', description: expect.any(String) },
                to: { type: 'string', format: 'date', description: expect.any(String) },
              },
              required: ['from', 'to'],
              description: expect.any(String),
            },
            withinDays: { type: 'integer', description: expect.any(String) },
            since: {
              type: 'string',
              format: 'date-time',
              description: 'Discovered at or after this time, which must not be before 1970-01-01T00:01:40Z.',
            },
          },
          minProperties: 1,
          maxProperties: 1,
          description: 'Time at which the service discovered the signal.',
        },
        deep: { type: ['boolean', 'null'], description: 'Included when true.', default: false },
        order: {
          type: 'object',
          properties: {
            field: { type: 'string', enum: expect.any(Array), description: expect.any(String) },
            direction: {
              type: ['string', 'null'],
              enum: ['ASC', 'DESC', null],
              default: 'DESC',
              description: expect.any(String),
            },
          },
          required: ['field'],
          description: expect.any(String),
        },
      },
      required: ['since', 'order'],
    });
  });

  it('lets an enum be null if its variable can be', async () => {
    const found = await schemaOf('$status: ActivityStatus', 'activities(filter: { status: $status }) { totalCount }');
    expect(found?.properties?.['status']).toMatchObject({
      type: ['string', 'null'],
      enum: expect.arrayContaining(['COMPLETED', null]),
    });
  });

  it('shows the example of an id, but none of a value that the schema describes', async () => {
    const variables = JSON.stringify({ id: 'sig_1', first: 5, period: null });
    const found = await schemaOf(
      '$id: ID!, $first: Int, $period: ConversationPeriod',
      'signal(id: $id) { id } activities(first: $first, filter: { occurred: $period }) { totalCount }',
      variables,
    );
    expect(found?.properties?.['id']).toEqual({
      type: 'string',
      description: 'ID of the signal.',
      examples: ['sig_1'],
    });
    expect(found?.properties?.['first']).not.toHaveProperty('examples');
    expect(found?.properties?.['period']).not.toHaveProperty('examples');
  });

  it('of every input type is accepted by a validator', async () => {
    const types = Object.values(schema.getTypeMap()).filter(isInputObjectType);
    const { inputSchemaOf } = await import('../../../src/http/mcp/input-schema.ts');
    const { parse, Kind } = await import('graphql');
    const validator = new AjvJsonSchemaValidator();
    for (const { name } of types) {
      const document = parse(`query Q($value: ${name}!) { __typename }`);
      const [operation] = document.definitions;
      if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error('no operation');
      const accepts = validator.getValidator(inputSchemaOf({ schema, document, operation, examples: {} }));
      expect([name, accepts({ value: 5 }).valid]).toEqual([name, false]);
    }
    expect(types.length).toBeGreaterThan(10);
  });
});
