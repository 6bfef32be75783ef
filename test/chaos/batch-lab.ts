import type { Node } from './chaos-graph.ts';
import { type FaultLab, type InjectedFault, readAnswer } from './fault-lab.ts';
import type { ReadOperation } from './operations.ts';
import { type Outcome, succeeded } from './outcome.ts';

/** A read whose calls for `signal` and `list` can be sent as a batch. */
export const batchedRead: ReadOperation = {
  name: 'two calls of a batch',
  class: 'read',
  tool: 'talent_signals_get',
  document: () => '{ signal(id: "sig_1") { fullName } list(id: "lst_1") { name } organization { name } }',
  path: ['signal'],
  whole: { signal: { fullName: 'Person 1' }, list: { name: 'Founders' }, organization: { name: 'Acme' } },
  without: { signal: null, list: { name: 'Founders' }, organization: { name: 'Acme' } },
};
const otherTool = 'talent_lists_get';

/** Starts a graph that sends calls in batches, because it has read the list of tools. */
export async function startBatchingNode(lab: FaultLab, { isImpatient = false } = {}) {
  const { upstream } = lab.chaos;
  upstream.announcesBatches = true;
  const node = await (isImpatient ? lab.startImpatientNode() : lab.startNode());
  while (upstream.counts.batch === 0) await node.execute(batchedRead.document());
  upstream.reset();
  return node;
}

/** Runs `batchedRead` with a fault injected into `target`, and then without the fault. */
export async function runBatch(
  { chaos: { upstream }, injectFault }: FaultLab,
  { node, target, ...fault }: InjectedFault & { node: Node; target: string },
) {
  injectFault(target, fault, target === 'batch' ? 2 : 1);
  const faulty = await observe();
  upstream.reset();
  return { ...faulty, next: await observe() };

  async function observe() {
    upstream.calls.length = 0;
    const { data, errors, extensions } = await node.execute(batchedRead.document());
    const attempts = extensions?.toolCalls.map(({ tool, source }) => `${tool} ${source}`);
    return {
      data,
      errors: errors.toSorted((one, other) => String(one.path).localeCompare(String(other.path))),
      toolCalls: attempts?.toSorted(),
      list: counted(otherTool),
      signal: counted(batchedRead.tool),
    };
  }

  function counted(tool: string) {
    const arrived = upstream.calls.filter((call) => call.tool === tool);
    return { arrived: arrived.length, executed: arrived.filter(({ executed }) => executed).length };
  }
}

export interface BatchOutcome {
  list: Outcome;
  signal: Outcome;
  /** Set if the calls of the batch were sent again, each on its own, as part of the same attempt. */
  isSentAgain?: boolean;
}

/** The expected result of `runBatch`: an outcome per call, and success of the next operation. */
export function batchOutcome(outcome: BatchOutcome) {
  return { ...expected(outcome), next: expected({ list: succeeded(1), signal: succeeded(1) }) };
}

function expected({ list, signal, isSentAgain = false }: BatchOutcome) {
  const ofSignal = readAnswer(batchedRead, signal);
  const ofList = readAnswer({ ...batchedRead, tool: otherTool, path: ['list'], without: { list: null } }, list);
  const attempts = (tool: string, { arrived }: Outcome) =>
    Array.from({ length: isSentAgain ? 1 : arrived }, () => `${tool} CALLED`);
  return {
    data: list.code === undefined ? ofSignal.data : { ...ofSignal.data, ...ofList.data },
    errors: [...ofList.errors, ...ofSignal.errors],
    toolCalls: [
      ...attempts('lists_get', list),
      ...attempts('organization_get', succeeded(1)),
      ...attempts('signals_get', signal),
    ],
    list: { arrived: list.arrived, executed: list.executed },
    signal: { arrived: signal.arrived, executed: signal.executed },
  };
}
