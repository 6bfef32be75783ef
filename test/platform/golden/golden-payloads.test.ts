import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readPayload } from '../../../src/connector/payload.ts';
import { goldenPayloads } from '../../../src/tools/golden-payloads.ts';
import { toolSchemas } from '../../../src/tools/tool-schemas.ts';
import { captureLog } from '../../support/log-capture.ts';
import { allTools, recordWorld, type Recorded } from './record-world.ts';

const ajv = new Ajv2020({ strict: true, allErrors: true });
addFormats.default(ajv);

const worlds = ['full', 'lean'] as const;

describe.each(allTools)('$name', (tool) => {
  const golden = goldenPayloads[tool.name];

  it('describes its parameters and its payload in JSON Schema', () => {
    for (const schema of Object.values(toolSchemas(tool))) expect(() => ajv.compile(schema)).not.toThrow();
  });

  it.each(worlds)('has a %s payload that satisfies the schema and is read without loss', (world) => {
    const { params, payload } = golden?.[world] ?? {};
    const { input, output } = toolSchemas(tool);
    ajv.validate(input, params);
    expect(ajv.errors).toBeNull();
    ajv.validate(output, payload);
    expect(ajv.errors).toBeNull();
    const { log, lines } = captureLog();
    expect(() => readPayload({ tool, log }, payload)).not.toThrow();
    expect(lines).toEqual([]);
  });
});

it.each([
  ['lists_list', { items: [{ id: 'lst_1', accesses: ['usr_1'] }] }],
  ['lists_list', { items: [{ id: 'lst_1', accesses: null }] }],
  ['lists_list', { items: [{ id: 'lst_1', created_at: '2026-03-02 09:15:00' }] }],
  ['searches_list', { items: [{ id: 'sch_1', title: 'All', visited_at: '2026-03-02T09:15:00Z' }] }],
  ['signals_get', { id: 'sig_1', type: 'Retired' }],
  ['cities_list', { items: ['Bern'] }],
  ['companies_list', { items: [{ id: 'acme', name: 'Acme' }] }],
  ['activities_list', { items: [{ id: 'act_1' }] }],
  ['lists_create', { id: 'lst_1' }],
])('does not describe what %s only tolerates: %j', (name, payload) => {
  const tool = allTools.find((candidate) => candidate.name === name);
  if (!tool) throw new Error(`There is no tool ${name}.`);
  ajv.validate(toolSchemas(tool).output, payload);
  expect(ajv.errors).not.toBeNull();
  expect(readPayload({ tool, log: captureLog().log }, payload)).toBeDefined();
});

describe('our own platform', () => {
  let recorded: Record<'full' | 'lean', Recorded>;

  beforeAll(async () => {
    const [full, lean] = await Promise.all([recordWorld('full'), recordWorld('lean')]);
    recorded = { full, lean };
  });

  it.each(['talent', 'convo'] as const)('sends the golden payloads of the connector %s', async (connector) => {
    const names = allTools.filter((tool) => tool.connector === connector).map(({ name }) => name);
    const examples = Object.fromEntries(
      names.map((name) => [name, { full: recorded.full[name], lean: recorded.lean[name] }]),
    );
    const folder = connector === 'talent' ? 'talent' : 'conversation';
    await expect(`${JSON.stringify(examples, null, 2)}\n`).toMatchFileSnapshot(
      `../../../src/tools/${folder}/golden-payloads.json`,
    );
  });

  it('fills every field of a full payload', () => {
    const missing = allTools.flatMap((tool) =>
      absentFields(toolSchemas(tool).output, recorded.full[tool.name]?.payload, tool.name),
    );
    expect(missing).toEqual(expectedAbsent);
  });
});

/** `signals_entries` omits signals, no listed call failed, and the upload is not processed yet. */
const expectedAbsent = [
  'signals_entries.items[].signal',
  'activities_list.items[].processing.failure',
  'activity_upload.duration_ms',
  'activity_upload.participants[]',
  'activity_upload.processing.failure',
  'activity_upload.processing.skipped_cues',
  'activity_upload.processing.warnings[]',
];

const objectSchema = z.looseObject({
  anyOf: z.array(z.looseObject({})).optional(),
  properties: z.record(z.string(), z.looseObject({})).optional(),
  items: z.looseObject({}).optional(),
});

function absentFields(schema: object, value: unknown, path: string): string[] {
  const { anyOf, properties = {}, items } = objectSchema.parse(schema);
  if (value === undefined || value === null) return [path];
  if (anyOf) return absentFields(anyOf[0] ?? {}, value, path);
  if (Array.isArray(value)) return items ? absentFields(items, value[0], `${path}[]`) : [];
  return Object.entries(properties).flatMap(([name, inner]) =>
    absentFields(inner, Reflect.get(Object(value), name), `${path}.${name}`),
  );
}
