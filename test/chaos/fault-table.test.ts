import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { batchFaults } from './batch-fault-table.ts';
import { batchedRead, batchOutcome, runBatch, startBatchingNode } from './batch-lab.ts';
import {
  bareStatuses,
  connectionFaults,
  type FaultRow,
  lateResponses,
  rejections,
  slowFaults,
  unreadableBodies,
  unreadableTexts,
} from './fault-table.ts';
import { changes, oneOfEach, reads, type ChangeOperation, type ReadOperation } from './operations.ts';
import { openFaultLab, outcomeOf, type FaultLab } from './fault-lab.ts';
import { succeeded } from './outcome.ts';

/** Time limit of calls that never succeed in time. */
const toolTimeoutMs = 200;

describe('an upstream that', () => {
  let lab: FaultLab;

  beforeAll(async () => {
    lab = await openFaultLab();
  });
  afterAll(() => lab.close());

  const run = ({ fault, occurrence }: FaultRow, operation: ReadOperation | ChangeOperation) =>
    lab.run({ fault, ...(occurrence && { occurrence }) }, operation);

  // One graph for all operations of a row: the faults must not open its breakers.
  describe.each([...connectionFaults, ...rejections])('$behaviour', (row) => {
    afterAll(() => lab.closeNode());

    it.each([...reads, ...changes])('$name', async (operation) => {
      expect(await run(row, operation)).toEqual(outcomeOf(operation, row[operation.class]));
    });
  });

  describe.each([...bareStatuses, ...unreadableTexts, ...unreadableBodies])('$behaviour', (row) => {
    afterAll(() => lab.closeNode());

    it.each(oneOfEach)('$name', async (operation) => {
      expect(await run(row, operation)).toEqual(outcomeOf(operation, row[operation.class]));
    });
  });

  describe.each(slowFaults)('$behaviour', (row) => {
    beforeAll(async () => void (await lab.startNode({ TOOL_TIMEOUT_MS: String(toolTimeoutMs) })));
    afterAll(() => lab.closeNode());

    it.each(oneOfEach)('$name', async (operation) => {
      expect(await run(row, operation)).toEqual(outcomeOf(operation, row[operation.class]));
    });
  });

  describe('accepts batches', () => {
    afterEach(() => lab.closeNode());
    afterAll(() => (lab.chaos.upstream.announcesBatches = false));

    // The other call would time out too if it waited for a call that is slow.
    it.each([...rejections, ...unreadableTexts, ...lateResponses])(
      '$behaviour for one call, and the other call is not affected',
      async ({ fault, occurrence, read }) => {
        const node = await startBatchingNode(lab, toolTimeoutMs);

        expect(await runBatch(lab, { node, target: batchedRead.tool, fault, occurrence })).toEqual(
          batchOutcome({ list: succeeded(1), signal: read }),
        );
      },
    );

    it.each(batchFaults)('$behaviour for a batch', async (row) => {
      const node = await startBatchingNode(lab, toolTimeoutMs);

      expect(await runBatch(lab, { node, target: 'batch', fault: row.fault, occurrence: { times: 1 } })).toEqual(
        batchOutcome(row),
      );
    });
  });

  it('fails in any way receives each non-repeatable call only once', () => {
    const rows = [
      ...connectionFaults,
      ...rejections,
      ...bareStatuses,
      ...unreadableTexts,
      ...unreadableBodies,
      ...slowFaults,
    ];

    expect(rows.filter(({ once }) => once.arrived !== 1 || once.executed > 1)).toEqual([]);
  });
});
