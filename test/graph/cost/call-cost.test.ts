import { isObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { costOf } from '../../../src/operation/cost/call-cost.ts';
import { schema } from '../../../src/graph/schema.ts';
import { conversationTools } from '../../../src/tools/conversation/conversation-tools.ts';
import { talentTools } from '../../../src/tools/talent/talent-tools.ts';

const tools = new Set([...Object.keys(conversationTools), ...Object.keys(talentTools)]);

const fields = Object.values(schema.getTypeMap())
  .filter(isObjectType)
  // Descriptions in success types name the mutation's calls; the fields themselves make none.
  .filter((type) => !type.name.endsWith('Success'))
  .flatMap((type) => Object.values(type.getFields()).map((field) => ({ name: `${type.name}.${field.name}`, field })));

function declaredTools(field: (typeof fields)[number]['field']): string[] {
  const { perObject = [], atMostPerObject = [], fallbackPerObject = [], batched = [], ...cost } = costOf(field);
  return [
    ...perObject,
    ...atMostPerObject,
    ...fallbackPerObject,
    ...batched.map(({ tool }) => tool),
    ...(cost.page ? [cost.page] : []),
    ...(cost.lookup?.perObject ?? []),
    ...(cost.mutation ? [cost.mutation.tool] : []),
  ];
}

describe('the declared costs of fields', () => {
  it('name existing tools', () => {
    expect(fields.flatMap(({ field }) => declaredTools(field)).filter((tool) => !tools.has(tool))).toEqual([]);
  });

  it('include every tool that a description mentions', () => {
    const missing = fields.flatMap(({ name, field }) => {
      const declared = declaredTools(field);
      const described = (field.description ?? '').match(/\b[a-z]+(?:_[a-z]+)+\b/g) ?? [];
      // This description names a tool because of its parameters; the field makes no call.
      if (name === 'SearchFilter.key') return [];
      return described.filter((tool) => tools.has(tool) && !declared.includes(tool)).map((tool) => `${name}: ${tool}`);
    });
    expect(missing).toEqual([]);
  });
});
