import { useGraphiQL } from '@graphiql/react';
import { useId, useMemo, useState } from 'react';
import { readTrace, summarizeTrace, type TraceSummary } from './trace.ts';
import { TraceTable } from './trace-table.tsx';

/** Shows the tool calls of the response in the current tab: totals, and a waterfall in rounds. */
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
          {summary && trace ? totals(summary, trace.cost) : 'Run an operation to see its tool calls, time and cost.'}
        </p>
      </div>
      <div id={id} className="trace-content" hidden={!isOpen || !summary?.groups.length}>
        {summary && <TraceTable summary={summary} />}
      </div>
    </section>
  );
}

type Cost = NonNullable<ReturnType<typeof readTrace>>['cost'];

function totals({ sent, saved, failed, rounds, totalMs }: TraceSummary, cost: Cost): string {
  const parts = [
    count(sent, 'call'),
    ...(saved > 0 ? [`${saved} saved`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
    count(rounds, 'round'),
    `${Math.round(totalMs)} ms`,
  ];
  if (cost) {
    const estimate = cost.requestedQueryCost === null ? '' : ` (estimated ${cost.requestedQueryCost})`;
    parts.push(`cost ${cost.actualQueryCost}${estimate}`);
  }
  return parts.join(' · ');
}

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;
