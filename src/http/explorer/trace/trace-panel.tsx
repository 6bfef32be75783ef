import { useGraphiQL } from '@graphiql/react';
import { Fragment, useId, useMemo, useState } from 'react';
import {
  type CallGroup,
  type CallState,
  readTrace,
  summarizeTrace,
  type ToolCall,
  type TraceSummary,
} from './trace.ts';

export function TracePanel({ toolCallCost }: { toolCallCost: number }) {
  const response = useGraphiQL((state) => state.tabs[state.activeTabIndex]?.response ?? '');
  const trace = useMemo(() => readTrace(response), [response]);
  const summary = useMemo(() => trace && summarizeTrace(trace.toolCalls, toolCallCost), [trace, toolCallCost]);
  const [isOpen, setOpen] = useState(true);
  const id = useId();
  return (
    <section className="trace" aria-label="Tool calls">
      <div className="trace-header">
        <button
          type="button"
          className="trace-toggle"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          Tool calls
        </button>
        <p role="status">
          {summary && trace
            ? totals(summary, { cost: trace.cost, toolCallCost })
            : 'Run an operation to see its tool calls, time and cost.'}
        </p>
      </div>
      <div id={id} className="trace-content" hidden={!isOpen || !summary?.groups.length}>
        {summary && <TraceTable summary={summary} />}
      </div>
    </section>
  );
}

interface Costs {
  cost: NonNullable<ReturnType<typeof readTrace>>['cost'];
  toolCallCost: number;
}

function totals({ sent, saved, failed, rounds, totalMs }: TraceSummary, { cost, toolCallCost }: Costs): string {
  const parts = [
    ...(saved > 0 ? [`${saved} saved`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
    count(rounds, 'round'),
    `${Math.round(totalMs)} ms`,
  ];
  if (!cost) return [count(sent, 'call'), ...parts].join(' · ');
  const { requestedQueryCost, actualQueryCost } = cost;
  const callCost = toolCallCost * sent;
  const objects = count(actualQueryCost - callCost, 'object');
  const estimate = requestedQueryCost === null ? [] : [`estimated ${requestedQueryCost}`];
  return [`Cost ${actualQueryCost}: ${callCost} for ${count(sent, 'call')} + ${objects}`, ...estimate, ...parts].join(
    ' · ',
  );
}

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;

const stateNames: Record<CallState, string> = {
  called: '●\u00a0called',
  shared: '◐\u00a0shared',
  cached: '○\u00a0cached',
  failed: '✕\u00a0failed',
};

/** The waterfall as a table, so that screen readers can read it cell by cell. */
function TraceTable({ summary: { groups, totalMs } }: { summary: TraceSummary }) {
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set());
  const toggle = (key: string) => {
    const others = new Set(expanded);
    if (!others.delete(key)) others.add(key);
    setExpanded(others);
  };
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
      <tbody>
        {groups.map((group) => (
          <Fragment key={group.key}>
            <GroupRow
              group={group}
              totalMs={totalMs}
              isExpanded={expanded.has(group.key)}
              onToggle={() => toggle(group.key)}
            />
            {expanded.has(group.key) &&
              group.calls.map((call, index) => (
                <CallRow key={`${group.key} ${index}`} call={call} state={group.state} totalMs={totalMs} />
              ))}
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

interface GroupRowProps {
  group: CallGroup;
  totalMs: number;
  isExpanded: boolean;
  onToggle: () => void;
}

function GroupRow({ group, totalMs, isExpanded, onToggle }: GroupRowProps) {
  const { round, tool, state, error, calls, keys, startMs, durationMs, cost } = group;
  return (
    <tr className={state}>
      <td>{round}</td>
      <td>
        {stateNames[state]}
        {error !== undefined && <> {breakable(error)}</>}
      </td>
      <th scope="row">
        {breakable(tool)}{' '}
        {calls.length > 1 && (
          <button
            type="button"
            className="text-button"
            aria-expanded={isExpanded}
            aria-label={`${calls.length} calls of ${tool}`}
            onClick={onToggle}
          >
            ×{calls.length}
          </button>
        )}
      </th>
      <BarCell startMs={startMs} durationMs={durationMs} totalMs={totalMs} />
      <td>{milliseconds(durationMs)}</td>
      <td>{cost}</td>
      <td>{keys}</td>
    </tr>
  );
}

function CallRow({ call, state, totalMs }: { call: ToolCall; state: CallState; totalMs: number }) {
  const { tool, keys, startMs, durationMs } = call;
  return (
    <tr className={`${state} single-call`}>
      <td />
      <td />
      <th scope="row">{breakable(tool)}</th>
      <BarCell startMs={startMs} durationMs={durationMs} totalMs={totalMs} />
      <td>{milliseconds(durationMs)}</td>
      <td />
      <td>{keys}</td>
    </tr>
  );
}

/** Long names can wrap after an underscore. */
const breakable = (name: string) =>
  name.split(/(?<=_)/).map((part, index) => (
    <Fragment key={`${index} ${part}`}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));

type Span = Pick<ToolCall, 'startMs' | 'durationMs'>;

/** Shows start and time as a picture, which screen readers skip. */
function BarCell({ startMs, durationMs, totalMs }: Span & { totalMs: number }) {
  const percent = (ms: number) => `${totalMs > 0 ? (100 * ms) / totalMs : 0}%`;
  return (
    <td className="bar-cell" aria-hidden="true">
      <div className="bar" style={{ marginInlineStart: percent(startMs), inlineSize: percent(durationMs) }} />
    </td>
  );
}

const milliseconds = (ms: number) => `${ms.toFixed(ms < 10 ? 1 : 0)} ms`;
