import { Trace } from '@apollo/usage-reporting-protobuf';
import { beforeAll, describe, expect, it } from 'vitest';
import { storeSignals } from '../../../src/platform/services/talent/store/store-signals.ts';
import { minutesAgo } from '../../support/graph/test-graph.ts';
import { useHttpGraph } from '../http-graph.ts';

interface Shape {
  name: string;
  types: string;
  errors?: string[];
  child?: Shape[];
}

describe('the trace for gateways', () => {
  const graph = useHttpGraph({ environment: { NODE_ENV: 'production' } });
  beforeAll(() => storeSignals(graph.db, [{ id: 'sig_1', discovered_at: minutesAgo(1), full_name: 'Nia' }]));

  const traced = async (query: string) => {
    const { data, errors, answer } = await graph.send({ query }, { 'apollo-federation-include-trace': 'ftv1' });
    return { data, errors, trace: Trace.decode(Buffer.from(String(answer.extensions?.['ftv1']), 'base64')) };
  };
  const shapeOf = ({ responseName, index, type, parentType, error = [], child = [] }: Trace.INode): Shape => ({
    name: responseName || String(index),
    types: `${parentType ?? ''}: ${type ?? ''}`,
    ...(error?.length && { errors: error.map(({ message }) => message ?? '') }),
    ...(child?.length && { child: child.map(shapeOf) }),
  });

  it('contains every field with its types and times', async () => {
    const query = '{ signals(first: 1) { nodes { it: fullName } } }';
    const { data, errors, trace } = await traced(query);

    expect({ data, errors }).toEqual({ data: { signals: { nodes: [{ it: 'Nia' }] } }, errors: [] });
    const name = { name: 'it', types: 'Signal: String' };
    expect(trace.root?.child?.map(shapeOf)).toEqual([
      {
        name: 'signals',
        types: 'Query: SignalConnection',
        child: [
          { name: 'nodes', types: 'SignalConnection: [Signal!]!', child: [{ name: '0', types: ': ', child: [name] }] },
        ],
      },
    ]);
    const [signals] = trace.root?.child ?? [];
    const [start, end] = [Number(signals?.startTime), Number(signals?.endTime)];
    expect(start).toBeGreaterThanOrEqual(0);
    expect(end).toBeGreaterThan(start);
    expect(trace.durationNs).toBeGreaterThanOrEqual(end);
    expect(signals?.child?.[0]?.child?.[0]?.child?.[0]?.originalFieldName).toBe('fullName');
  });

  it('contains the masked errors of the response at their fields', async () => {
    graph.tools.replace('signals_get', () => Promise.reject(new Error('password of the database: 1234')));
    const { errors, trace } = await traced('{ signal(id: "sig_1") { id } }');

    expect(errors.map(({ message }) => message)).toEqual([expect.stringContaining('Unexpected error.')]);
    expect(trace.root?.child?.map(shapeOf)).toEqual([
      { name: 'signal', types: 'Query: Signal', errors: errors.map(({ message }) => message) },
    ]);
  });

  it('contains references that a gateway resolves', async () => {
    const { trace } = await traced(
      '{ _entities(representations: [{ __typename: "Signal", id: "sig_1" }]) { ... on Signal { fullName } } }',
    );
    const [entities] = trace.root?.child?.map(shapeOf) ?? [];
    expect(entities?.child).toEqual([
      { name: '0', types: ': ', child: [{ name: 'fullName', types: 'Signal: String' }] },
    ]);
  });

  it.each([{}, { 'apollo-federation-include-trace': 'ftv2' }])('is omitted with the headers %o', async (headers) => {
    const { answer } = await graph.send({ query: '{ signal(id: "sig_1") { id } }' }, headers);
    expect(answer).toEqual({ data: { signal: { id: 'sig_1' } } });
  });
});
