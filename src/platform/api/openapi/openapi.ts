import packageJson from '../../../../package.json' with { type: 'json' };
import { conversationTools } from '../../../tools/conversation/conversation-tools.ts';
import { orderHeaders, eventPayload } from '../../../tools/conversation/webhook.ts';
import { goldenPayloads } from '../../../tools/golden-payloads.ts';
import {
  accountVersionHeader,
  maxIdempotencyKeyLength,
  batchContentType,
  failureResponseSchema,
  maxBatchCalls,
  restPaths,
  tokenResponseSchema,
  toolsResponseSchema,
} from '../../../tools/rest-protocol.ts';
import { maxNameLength } from '../../../tools/rules/field-rules.ts';
import { talentTools } from '../../../tools/talent/talent-tools.ts';
import type { Tool } from '../../../tools/tool.ts';
import { jsonSchemaOf, type JsonSchema, toolSchemas } from '../../../tools/tool-schemas.ts';
import { errorResponses } from './openapi-errors.ts';
import { tokenOperation } from './token-operation.ts';

const tools: readonly Tool[] = [...Object.values(talentTools), ...Object.values(conversationTools)];

let text: string | undefined;

/** The REST protocol as an OpenAPI 3.1 document in JSON. Takes a third of a second, so it is built once. */
export const openApiText = (): string => (text ??= JSON.stringify(openApiDocument()));

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const jsonContent = (schema: object) => ({ content: { 'application/json': { schema } } });

function openApiDocument() {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Platform',
      version: packageJson.version,
      summary: 'The REST protocol through which the graph calls tools.',
      description:
        'A platform authenticates programs, joins users with their accounts, and calls tools on their behalf.',
      license: { name: packageJson.license, identifier: packageJson.license },
    },
    servers: [{ url: '/' }],
    security: [{ client: [] }],
    tags: [
      { name: 'tokens', description: 'OAuth 2 client credentials.' },
      { name: 'tools', description: 'Tool calls on behalf of a user.' },
      { name: 'events', description: 'Webhooks, as the Standard Webhooks specification says.' },
    ],
    paths: {
      [restPaths.token]: { post: tokenOperation },
      [restPaths.executeTool]: { post: executeOperation() },
      [restPaths.executeTools]: { post: batchOperation() },
      [restPaths.tools]: { get: toolsOperation },
    },
    webhooks: { event: { post: eventOperation } },
    components: {
      securitySchemes: {
        client: {
          type: 'oauth2',
          description: 'The bearer token of a program.',
          flows: { clientCredentials: { tokenUrl: restPaths.token, scopes: {} } },
        },
        credentials: { type: 'http', scheme: 'basic', description: 'Client id and secret, in place of the form.' },
      },
      schemas: {
        connector: { type: 'string', maxLength: maxNameLength, description: 'Exact name of the connection.' },
        identifier: { type: 'string', maxLength: maxNameLength, description: 'User on whose behalf the call is made.' },
        execution_id: { type: 'string', description: 'Identifies the call in the log of the platform.' },
        failure: embedded(jsonSchemaOf(failureResponseSchema)),
        token: embedded(jsonSchemaOf(tokenResponseSchema)),
        tools: embedded(jsonSchemaOf(toolsResponseSchema)),
        event: embedded(jsonSchemaOf(eventPayload)),
        json: { description: 'Any JSON value.' },
        ...Object.fromEntries(tools.flatMap(toolComponents)),
      },
    },
  };
}

/** Removes `$schema` and `$defs`, which the document has once. Zod names the only definition, a JSON value, `__schema0`. */
function embedded({ $schema: _dialect, $defs: _definitions, ...schema }: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema).replaceAll('#/$defs/__schema0', '#/components/schemas/json'));
}

/** The name of a tool with the default prefix of its connection. */
const nameOf = (tool: Tool) => `${tool.connector}_${tool.name}`;

function toolComponents(tool: Tool): [string, object][] {
  const { input, output } = toolSchemas(tool);
  const name = nameOf(tool);
  const golden = Object.values(goldenPayloads[tool.name] ?? {});
  return [
    [
      `${name}.call`,
      {
        type: 'object',
        description: tool.description,
        properties: { tool_name: { const: name }, params: embedded(input), ...account },
        required: ['tool_name', 'params', 'connector', 'identifier'],
        examples: unique(
          golden.map(({ params }) => ({ tool_name: name, params, connector: tool.connector, identifier: 'demo' })),
        ),
      },
    ],
    [
      `${name}.payload`,
      {
        ...embedded(output),
        description: `Payload of ${name}.`,
        examples: unique(golden.map(({ payload }) => payload)),
      },
    ],
  ];
}

/** Removes duplicates: the full and the lean example of a tool can be the same. */
const unique = (values: readonly unknown[]) => [
  ...new Map(values.map((value) => [JSON.stringify(value), value])).values(),
];

const accountVersion = {
  description: 'Opaque version of the account, which changes when another account replaces it.',
  schema: { type: 'string' },
};
const accountVersionHeaders = { headers: { [accountVersionHeader]: accountVersion } };

const account = { connector: ref('connector'), identifier: ref('identifier') };

const callOf = (selected: readonly Tool[]) => ({
  type: 'object',
  oneOf: selected.map((tool) => ref(`${nameOf(tool)}.call`)),
  discriminator: {
    propertyName: 'tool_name',
    mapping: Object.fromEntries(selected.map((tool) => [nameOf(tool), ref(`${nameOf(tool)}.call`).$ref])),
  },
});
const payloadOf = (selected: readonly Tool[]) => ({ anyOf: selected.map((tool) => ref(`${nameOf(tool)}.payload`)) });

const executeOperation = () => ({
  operationId: 'executeTool',
  tags: ['tools'],
  summary: 'Calls a tool.',
  description: 'Names of tools begin with the prefix of the connection, by default `talent_` or `convo_`.',
  parameters: [
    {
      name: 'Idempotency-Key',
      in: 'header',
      description:
        'Another call of the account with the same key and input returns the first result for 24 hours, and changes nothing.',
      schema: { type: 'string', minLength: 1, maxLength: maxIdempotencyKeyLength },
    },
  ],
  requestBody: {
    required: true,
    ...jsonContent(callOf(tools)),
  },
  responses: {
    200: {
      description: 'The payload of the tool.',
      ...accountVersionHeaders,
      ...jsonContent({
        type: 'object',
        properties: { data: payloadOf(tools), execution_id: ref('execution_id') },
        required: ['data'],
      }),
    },
    ...errorResponses,
  },
});

const batchOperation = () => {
  const reads = tools.filter((tool) => tool.class === 'read');
  return {
    operationId: 'executeTools',
    tags: ['tools'],
    summary: 'Calls several tools that only read. Optional: announced by `batch` in the list of tools.',
    requestBody: {
      required: true,
      ...jsonContent({
        type: 'object',
        properties: {
          ...account,
          calls: {
            type: 'array',
            minItems: 1,
            maxItems: maxBatchCalls,
            items: {
              type: 'object',
              properties: {
                tool_name: { enum: reads.map(nameOf) },
                params: { type: 'object', description: 'As in a single call of the tool.' },
                traceparent: { type: 'string', description: 'W3C trace context of the call.' },
              },
              required: ['tool_name', 'params'],
            },
          },
        },
        required: ['connector', 'identifier', 'calls'],
      }),
    },
    responses: {
      200: {
        description: 'One line of JSON for each call, as soon as it ends.',
        content: {
          [batchContentType]: {
            schema: {
              type: 'object',
              properties: {
                index: { type: 'integer', minimum: 0, description: 'Position of the call in `calls`.' },
                status: { type: 'integer', description: 'Status of the response to a single call.' },
                account_version: {
                  type: 'string',
                  description: `The header \`${accountVersionHeader}\` of the response to a single call.`,
                },
              },
              required: ['index', 'status'],
              anyOf: [{ type: 'object', properties: { data: payloadOf(reads) }, required: ['data'] }, ref('failure')],
            },
          },
        },
      },
      ...errorResponses,
    },
  };
};

const toolsOperation = {
  operationId: 'listTools',
  tags: ['tools'],
  summary: 'Lists the tools of a connection with the JSON Schemas of parameters and payloads.',
  parameters: Object.entries(account).map(([name, schema]) => ({ name, in: 'query', required: true, schema })),
  responses: {
    200: { description: 'The tools of the connection.', ...accountVersionHeaders, ...jsonContent(ref('tools')) },
    ...errorResponses,
  },
};

const header = (name: string, description: string, required = false) => ({
  name,
  in: 'header',
  description,
  required,
  schema: { type: 'string' },
});

const eventOperation = {
  operationId: 'receiveEvent',
  tags: ['events'],
  summary: 'Something that happened to a conversation, sent to the address of a webhook.',
  security: [],
  parameters: [
    header('webhook-id', 'Id of the event.', true),
    header('webhook-timestamp', 'When the request was signed, in epoch seconds.', true),
    header('webhook-signature', 'HMAC of id, timestamp and body with the secret of the webhook.', true),
    header(orderHeaders.position, 'Position of the event in its organization.'),
    header(orderHeaders.after, 'Id of the last earlier event that may still be on its way to the same address.'),
  ],
  requestBody: { required: true, ...jsonContent(ref('event')) },
  responses: {
    '2XX': { description: 'The receiver has the event.' },
    410: { description: 'The receiver is gone: the platform disables the webhook.' },
    429: { description: 'The request is repeated after `Retry-After`.' },
  },
};
