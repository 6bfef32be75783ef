import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  bareStatuses,
  connectionFaults,
  type FaultRow,
  rejections,
  slowFaults,
  unreadableResponses,
} from './fault-table.ts';
import { changes, oneOfEach, reads, type ChangeOperation, type ReadOperation } from './operations.ts';
import { openFaultLab, outcomeOf, type FaultLab } from './fault-lab.ts';

describe('an upstream that', () => {
  let lab: FaultLab;

  beforeAll(async () => {
    lab = await openFaultLab();
  });
  afterEach(() => lab.closeNode());
  afterAll(() => lab.close());

  const run = ({ fault, occurrence }: FaultRow, operation: ReadOperation | ChangeOperation) =>
    lab.run({ fault, ...(occurrence && { occurrence }) }, operation);

  describe.each([...connectionFaults, ...rejections])('$behaviour', (row) => {
    it.each([...reads, ...changes])('$name', async (operation) => {
      expect(await run(row, operation)).toEqual(outcomeOf(operation, row[operation.class]));
    });
  });

  describe.each([...bareStatuses, ...unreadableResponses])('$behaviour', (row) => {
    it.each(oneOfEach)('$name', async (operation) => {
      expect(await run(row, operation)).toEqual(outcomeOf(operation, row[operation.class]));
    });
  });

  describe.each(slowFaults)('$behaviour', (row) => {
    it.each(oneOfEach)('$name', async (operation) => {
      await lab.startNode({ TOOL_TIMEOUT_MS: '200' });
      expect(await run(row, operation)).toEqual(outcomeOf(operation, row[operation.class]));
    });
  });

  it('fails in any way receives each non-repeatable call only once', () => {
    const rows = [...connectionFaults, ...rejections, ...bareStatuses, ...unreadableResponses, ...slowFaults];

    expect(rows.filter(({ once }) => once.arrived !== 1 || once.executed > 1)).toEqual([]);
  });
});
