import { useGraphiQL } from '@graphiql/react';
import { Fragment, type ReactNode, useMemo, useState } from 'react';
import { type CallGroup, describeTrace, groupCalls, readTrace, totalTime, type TracedCall } from './trace.ts';

export function TracePanel({ toolCallCost }: { toolCallCost: number }) {
  const response = useGraphiQL((state) => state.tabs[state.activeTabIndex]?.response ?? '');
  const trace = useMemo(() => readTrace(response), [response]);
  const groups = useMemo(() => groupCalls(trace?.toolCalls ?? [], toolCallCost), [trace, toolCallCost]);
  return (
    <section className="trace" aria-label="Tool calls">
      <p role="status">
        {trace ? describeTrace(trace, toolCallCost) : 'Run an operation to see its tool calls, time and cost.'}
      </p>
      {groups.length > 0 && (
        <details open>
          <summary>Tool calls</summary>
          <TraceTable groups={groups} totalMs={totalTime(trace?.toolCalls ?? [])} />
        </details>
      )}
    </section>
  );
}

const symbols: Record<TracedCall['state'], string> = { called: '●', shared: '◐', cached: '○', failed: '✕' };

/** The waterfall as a table, so that screen readers can read it cell by cell. */
function TraceTable({ groups, totalMs }: { groups: readonly CallGroup[]; totalMs: number }) {
  return (
    <table className="trace-table">
      <thead>
        <tr>
          <th scope="col">Round</th>
          <th scope="col">Result</th>
          <th scope="col">Tool</th>
          <td aria-hidden="true" />
          <th scope="col">Time</th>
          <th scope="col">Cost</th>
          <th scope="col">Objects</th>
        </tr>
      </thead>
      {groups.map((group) => (
        <Group key={[group.round, group.tool, group.state, group.error].join(' ')} group={group} totalMs={totalMs} />
      ))}
    </table>
  );
}

function Group({ group, totalMs }: { group: CallGroup; totalMs: number }) {
  const [isExpanded, setExpanded] = useState(false);
  const { calls, tool } = group;
  return (
    <tbody>
      <Row call={group} totalMs={totalMs}>
        {calls.length > 1 && (
          <button
            type="button"
            className="text-button"
            aria-expanded={isExpanded}
            aria-label={`${calls.length} calls of ${tool}`}
            onClick={() => setExpanded(!isExpanded)}
          >
            ×{calls.length}
          </button>
        )}
      </Row>
      {isExpanded && calls.map((call, index) => <Row key={`${index} ${call.startMs}`} call={call} totalMs={totalMs} />)}
    </tbody>
  );
}

function Row({ call, totalMs, children }: { call: TracedCall; totalMs: number; children?: ReactNode }) {
  const { round, tool, state, error, keys, startMs, durationMs, cost } = call;
  const percent = (ms: number) => `${totalMs > 0 ? (100 * ms) / totalMs : 0}%`;
  return (
    <tr className={state}>
      <td>{round}</td>
      <td>
        {symbols[state]}
        {'\u00a0'}
        {state} {error && withLineBreaks(error)}
      </td>
      <th scope="row">
        {withLineBreaks(tool)} {children}
      </th>
      <td className="bar-cell" aria-hidden="true">
        <div className="bar" style={{ marginInlineStart: percent(startMs), inlineSize: percent(durationMs) }} />
      </td>
      <td>{durationMs.toFixed(durationMs < 10 ? 1 : 0)} ms</td>
      <td>{cost}</td>
      <td>{keys}</td>
    </tr>
  );
}

/** Long names can wrap after an underscore. */
const withLineBreaks = (name: string) =>
  name.split(/(?<=_)/).map((part, index) => (
    <Fragment key={`${index} ${part}`}>
      {part}
      <wbr />
    </Fragment>
  ));
