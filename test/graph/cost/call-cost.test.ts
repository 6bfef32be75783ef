import { isObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { costOf } from '../../../src/graph/cost/call-cost.ts';
import { schema } from '../../../src/graph/schema.ts';
import { conversationTools } from '../../../src/tools/conversation/conversation-tools.ts';
import { talentTools } from '../../../src/tools/talent/talent-tools.ts';

const tools = new Set([...Object.keys(conversationTools), ...Object.keys(talentTools)]);

const fields = Object.values(schema.getTypeMap())
  .filter(isObjectType)
  .filter((type) => type !== schema.getMutationType())
  .flatMap((type) => Object.values(type.getFields()).map((field) => ({ name: `${type.name}.${field.name}`, field })));

function statedTools(field: (typeof fields)[number]['field']): string[] {
  const { each = [], upTo = [], shared = [], page, find } = costOf(field);
  return [...each, ...upTo, ...shared.map(({ tool }) => tool), ...(page ? [page] : []), ...(find?.each ?? [])];
}

describe('the stated costs of fields', () => {
  it('name tools that exist', () => {
    expect(fields.flatMap(({ field }) => statedTools(field)).filter((tool) => !tools.has(tool))).toEqual([]);
  });

  it('hold every tool that a description says is called', () => {
    const missing = fields.flatMap(({ name, field }) => {
      const stated = statedTools(field);
      const described = (field.description ?? '').match(/\b[a-z]+(?:_[a-z]+)+\b/g) ?? [];
      // A parameter name of the tool, not a call of it.
      if (name === 'SearchFilter.key') return [];
      return described.filter((tool) => tools.has(tool) && !stated.includes(tool)).map((tool) => `${name}: ${tool}`);
    });
    expect(missing).toEqual([]);
  });
});
