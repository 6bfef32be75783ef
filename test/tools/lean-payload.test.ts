import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { conversationTools } from '../../src/tools/conversation/conversation-tools.ts';
import { goldenPayloads } from '../../src/tools/golden-payloads.ts';
import { leanPayload } from '../../src/connector/transports/simulated.ts';
import { talentTools } from '../../src/tools/talent/talent-tools.ts';
import { toolSchemas } from '../../src/tools/tool-schemas.ts';
import { parsePayload } from '../../src/connector/payload.ts';

const ajv = formats.default(new Ajv2020());

/** Copies of a value, each without one of its fields. */
function* withoutOneField(value: unknown): Generator {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, part] of Object.entries(value)) {
    if (!Array.isArray(value)) yield { ...value, [key]: undefined };
    for (const changed of withoutOneField(part)) {
      yield Array.isArray(value) ? value.with(Number(key), changed) : { ...value, [key]: changed };
    }
  }
}

describe('a lean payload', () => {
  // The platform decides which fields the sample of an event has.
  const { webhook_sample_get: _, ...others } = conversationTools;

  it.each(Object.values({ ...talentTools, ...others }))('of $name has all required fields and no others', (tool) => {
    const full = structuredClone(goldenPayloads[tool.name]?.full.payload);
    const lean = leanPayload(tool, full);
    expect(full).toEqual(goldenPayloads[tool.name]?.full.payload);
    expect(parsePayload(tool.output, lean)).toHaveProperty('data');
    const isValid = ajv.compile(toolSchemas(tool).output);
    expect([isValid(lean), isValid.errors]).toEqual([true, null]);
    const accepted = [...withoutOneField(lean)].filter((changed) => isValid(JSON.parse(JSON.stringify(changed))));
    expect(accepted).toEqual([]);
  });
});
