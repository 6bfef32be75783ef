import { describe, expect, it } from 'vitest';
import { readConfig } from '../../../../src/app/config/config.ts';
import { estimated } from './estimated.ts';
import { documentedOperations, gatewayJoins } from './documented-operations.ts';

const { limit } = readConfig({}).costs;
const costOf = ({ query, ...request }: (typeof documentedOperations)[number]) => estimated(query, request)?.cost ?? 0;

describe('the default of COST_LIMIT', () => {
  it('is twice the cost of the most expensive documented query, rounded up to thousands', () => {
    const costs = documentedOperations.map(costOf);
    expect(costs.filter((cost) => cost === 0)).toEqual([]);
    expect(limit).toBe(Math.ceil((2 * Math.max(...costs)) / 1000) * 1000);
  });

  it.each(gatewayJoins)('admits $name', (join) => {
    expect(costOf(join)).toBeGreaterThan(200);
    expect(costOf(join)).toBeLessThanOrEqual(limit);
  });
});
