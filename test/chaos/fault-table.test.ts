import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { bareStatuses, connectionFaults, type FaultRow, refusals, slowFaults, unreadable } from './fault-table.ts';
import { changes, oneOfEach, reads, type StruckChange, type StruckRead } from './operations.ts';
import { openStruckLab, outcomeOf, type StruckLab } from './struck-lab.ts';

describe('an upstream that', () => {
  let lab: StruckLab;

  beforeAll(async () => {
    lab = await openStruckLab();
  });
  afterEach(() => lab.closeNode());
  afterAll(() => lab.close());

  const strike = ({ strike: fault, occurrence }: FaultRow, operation: StruckRead | StruckChange) =>
    lab.strike({ fault, ...(occurrence && { occurrence }) }, operation);

  describe.each([...connectionFaults, ...refusals])('$fault', (row) => {
    it.each([...reads, ...changes])('$name', async (operation) => {
      expect(await strike(row, operation)).toEqual(outcomeOf(operation, row[operation.class]));
    });
  });

  describe.each([...bareStatuses, ...unreadable])('$fault', (row) => {
    it.each(oneOfEach)('$name', async (operation) => {
      expect(await strike(row, operation)).toEqual(outcomeOf(operation, row[operation.class]));
    });
  });

  describe.each(slowFaults)('$fault', (row) => {
    it.each(oneOfEach)('$name', async (operation) => {
      await lab.startNode({ TOOL_TIMEOUT_MS: '200' });
      expect(await strike(row, operation)).toEqual(outcomeOf(operation, row[operation.class]));
    });
  });

  it('fails in any way never receives a call twice that may happen only once', () => {
    const rows = [...connectionFaults, ...refusals, ...bareStatuses, ...unreadable, ...slowFaults];

    expect(rows.filter(({ once }) => once.arrived !== 1 || once.executed > 1)).toEqual([]);
  });
});
