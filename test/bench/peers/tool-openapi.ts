import { z } from 'zod';
import { companyPayload, institutionPayload } from '../../../src/tools/talent/lookup.ts';
import { listPayload } from '../../../src/tools/talent/list.ts';
import { educationPayload, experiencePayload, signalPayload } from '../../../src/tools/talent/signal.ts';
import { talentTools } from '../../../src/tools/talent/talent-tools.ts';

/** Path of the OpenAPI description, and of the tools that it describes: `GET /tools/<tool>?<parameters>`. */
export const openApiPaths = { description: '/openapi.json', tools: '/tools/' } as const;

const reads = Object.values(talentTools).filter((tool) => tool.class === 'read');

/** Schemas that several tools share. Their names become the names of the GraphQL types. */
const records = {
  Signal: signalPayload,
  Experience: experiencePayload,
  Education: educationPayload,
  Company: companyPayload,
  Institution: institutionPayload,
  List: listPayload,
};

const schemaOptions = { io: 'input', target: 'openapi-3.0' } as const;

const reference = (id: string) => `#/components/schemas/${id}`;

/** OpenAPI description of the reading talent tools, generated from their input and output schemas. */
export function describeTools() {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(records)) registry.add(schema, { id });
  for (const { name, output } of reads) if (!registry.has(output)) registry.add(output, { id: `${name}_result` });
  const { schemas } = z.toJSONSchema(registry, { ...schemaOptions, uri: reference });
  const operations = reads.map(({ name, description, output }) => ({
    operationId: name,
    description,
    parameters: Object.entries(inputOf(name).properties).map(([parameter, schema]) => ({
      name: parameter,
      in: 'query',
      required: inputOf(name).required.includes(parameter),
      schema,
    })),
    responses: {
      200: {
        description: 'The payload of the tool.',
        content: { 'application/json': { schema: { $ref: reference(registry.get(output)?.id ?? '') } } },
      },
    },
  }));
  return {
    openapi: '3.0.3',
    info: { title: 'Talent tools', version: '1' },
    paths: Object.fromEntries(operations.map((get) => [openApiPaths.tools + get.operationId, { get }])),
    components: { schemas },
  };
}

/** The input of a tool from the query string of its described operation. */
export function readQuery(tool: string, query: URLSearchParams): Record<string, string | string[]> {
  const { properties } = inputOf(tool);
  return Object.fromEntries(
    Array.from(new Set(query.keys()), (name) => [
      name,
      properties[name]?.['type'] === 'array' ? query.getAll(name) : (query.get(name) ?? ''),
    ]),
  );
}

const inputSchema = z.object({
  properties: z.record(z.string(), z.record(z.string(), z.unknown())),
  required: z.array(z.string()).default([]),
});

/** @throws Error if there is no such tool */
function inputOf(name: string): z.infer<typeof inputSchema> {
  const tool = reads.find((candidate) => candidate.name === name);
  if (!tool) throw new Error(`There is no reading tool ${name}.`);
  return inputSchema.parse(z.toJSONSchema(tool.input, schemaOptions));
}
