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
import { openFaultLab, outcomeOf } from './fault-lab.ts';
import { silence } from '../support/chaos/faults.ts';
import { succeeded } from './outcome.ts';
import { useResource } from '../support/resource.ts';

describe('an upstream that', () => {
  const lab = useResource(openFaultLab);

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
    beforeAll(async () => void (await lab.startImpatientNode()));
    afterAll(() => lab.closeNode());

    it.each(oneOfEach)('$name', async (operation) => {
      expect(await run(row, operation)).toEqual(outcomeOf(operation, row[operation.class]));
    });
  });

  describe('accepts batches', () => {
    afterEach(() => lab.closeNode());
    afterAll(() => (lab.chaos.upstream.announcesBatches = false));

    it('receives concurrent calls in one request, and is not asked again whether it accepts batches', async () => {
      const node = await startBatchingNode(lab);
      const ids = Array.from({ length: 10 }, (_, index) => `sig_${index + 1}`);
      const { data } = await node.execute(`{ ${ids.map((id) => `${id}: signal(id: "${id}") { id }`).join(' ')} }`);

      // There are three signals.
      expect(data).toEqual(Object.fromEntries(ids.map((id, index) => [id, index < 3 ? { id } : null])));
      expect(lab.chaos.upstream.calls.map(({ tool, params }) => ({ tool, params }))).toEqual(
        ids.map((id) => ({ tool: 'talent_signals_get', params: { id } })),
      );
      expect(lab.chaos.upstream.counts).toMatchObject({ batch: 1, listing: 0, token: 0 });
    });

    // The other call would time out too if it waited for the slow call.
    it.each([
      ...[...rejections, ...unreadableTexts].map((row) => ({ ...row, isLate: false })),
      ...lateResponses.map((row) => ({ ...row, isLate: true })),
    ])('$behaviour for one call, and the other call is not affected', async ({ fault, occurrence, read, isLate }) => {
      const node = await startBatchingNode(lab, { isImpatient: isLate });

      expect(await runBatch(lab, { node, target: batchedRead.tool, fault, occurrence })).toEqual(
        batchOutcome({ list: succeeded(1), signal: read }),
      );
    });

    it.each(batchFaults)('$behaviour for a batch', async (row) => {
      const node = await startBatchingNode(lab, { isImpatient: row.fault === silence });

      expect(await runBatch(lab, { node, target: 'batch', fault: row.fault, occurrence: { times: 1 } })).toEqual(
        batchOutcome(row),
      );
    });
  });

  // The tests above compare these numbers with the calls that arrive.
  it('fails in any way is expected to receive each non-repeatable call only once', () => {
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
