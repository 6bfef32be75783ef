import { parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import {
  createSharedExecutions,
  executionVariables,
} from '../../../../src/http/graphql/subscription/shared-executions.ts';

describe('the executions of an event', () => {
  const document = parse(`
    subscription Events($after: EventCursor, $with: Boolean!, $format: TranscriptFormat) {
      conversationEvents(after: $after) { id activity @include(if: $with) { ...Texts } }
    }
    fragment Texts on Activity { transcript { document(format: $format) } }
  `);
  const keyOf = (variableValues: Record<string, unknown>) => executionVariables({ document, variableValues });

  it('are the same for different cursors, and different for other variables', () => {
    const key = keyOf({ after: 'a', with: true, format: 'TEXT' });
    expect(keyOf({ after: 'b', with: true, format: 'TEXT' })).toBe(key);
    expect(keyOf({ after: 'a', with: false, format: 'TEXT' })).not.toBe(key);
    expect(keyOf({ after: 'a', with: true, format: 'VTT' })).not.toBe(key);
    expect(keyOf({ after: 'a', with: true, format: null })).not.toBe(keyOf({ after: 'a', with: true }));
  });

  it('run once for 1,000 subscriptions of ten identifiers', async () => {
    const share = createSharedExecutions();
    let executions = 0;
    const { signal } = new AbortController();
    const results = await Promise.all(
      Array.from({ length: 1000 }, (_, index) =>
        share({
          key: { loads: `event ${index % 10}`, document, variables: '' },
          signal,
          discardReads: () => {},
          execute: async () => ({ data: { count: (executions += 1) } }),
        }),
      ),
    );
    expect(executions).toBe(10);
    expect(new Set(results.map(({ data }) => data)).size).toBe(10);
  });

  it('discard earlier reads once', async () => {
    const share = createSharedExecutions();
    let discards = 0;
    const { signal } = new AbortController();
    for (const variables of ['a', 'b']) {
      await share({
        key: { loads: 'event', document, variables },
        signal,
        discardReads: () => (discards += 1),
        async execute({ discardEarlierReads }) {
          discardEarlierReads();
          return { data: {} };
        },
      });
    }
    expect(discards).toBe(1);
  });
});
