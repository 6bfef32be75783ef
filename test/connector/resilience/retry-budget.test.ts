import { afterEach, describe, expect, it, vi } from 'vitest';
import { conversationTools } from '../../../src/tools/conversation/conversation-tools.ts';
import { talentTools } from '../../../src/tools/talent/talent-tools.ts';
import { calm } from '../../support/graph/calm-resilience.ts';
import { failing, failureOf, scriptedConnector } from './scripted-connector.ts';
import { useStoppedClock } from '../../support/stopped-clock.ts';

useStoppedClock();
afterEach(() => void vi.restoreAllMocks());

describe('the retries of a connection', () => {
  it("report the service's error to operations that joined a read, not the spent budget of the first one", async () => {
    // A random delay can be zero; then the retry would come before the budget is spent.
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    const { open, sent } = scriptedConnector({
      answer: async ({ tool }) => {
        if (tool.name === 'lists_list') throw failing('UPSTREAM_UNAVAILABLE');
        return { id: 'lst_1', name: 'Founders' };
      },
      resilience: { ...calm, initialRetryDelayMs: 1_000 },
    });
    const [first, second] = [open(), open()];
    for (let index = 0; index < 198; index += 1) await first.call(talentTools.lists_get, { id: `lst_${index}` });
    const ends = [first, second].map((tools) => failureOf(tools.call(talentTools.lists_list, {})));
    await vi.advanceTimersByTimeAsync(0);
    await first.call(talentTools.lists_get, { id: 'lst_last' });
    await vi.advanceTimersByTimeAsync(10_000);

    for (const end of ends) expect(await end).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
    expect(sent).toHaveLength(200);
  });

  const unavailable = () => Promise.reject(failing('UPSTREAM_UNAVAILABLE'));
  const ask = async (tools: ReturnType<ReturnType<typeof scriptedConnector>['open']>, count: number) => {
    const asked = Array.from({ length: count }, (_, index) =>
      tools.call(talentTools.lists_get, { id: `lst_${index}` }),
    );
    const ended = Promise.allSettled(asked);
    await vi.advanceTimersByTimeAsync(100);
    await ended;
  };

  it('are limited to a share of its calls, in addition to the saved ones', async () => {
    const { open, sent } = scriptedConnector({
      answer: unavailable,
      resilience: { ...calm, maxSavedRetries: 3 },
    });

    await ask(open(), 40);
    // The 40 calls start at once, so they share the three saved retries. Ten more calls earn one.
    expect(sent).toHaveLength(43);
    await ask(open(), 10);
    expect(sent).toHaveLength(43 + 10 + 1);
  });

  it('become available again over time', async () => {
    const { open, sent } = scriptedConnector({
      answer: unavailable,
      resilience: { ...calm, maxSavedRetries: 2 },
    });
    await ask(open(), 1);
    await ask(open(), 1);
    expect(sent).toHaveLength(3 + 1);

    await vi.advanceTimersByTimeAsync(60_000);
    await ask(open(), 1);
    expect(sent).toHaveLength(3 + 1 + 3);
  });

  it('are counted per connection', async () => {
    const { open, sentTools } = scriptedConnector({
      answer: unavailable,
      resilience: { ...calm, maxSavedRetries: 2 },
    });
    await ask(open(), 3);
    const ended = failureOf(open().call(conversationTools.users_list, {}));
    await vi.advanceTimersByTimeAsync(100);
    await ended;

    expect(sentTools().filter((tool) => tool === 'lists_get')).toHaveLength(5);
    expect(sentTools().filter((tool) => tool === 'users_list')).toHaveLength(3);
  });

  it('of a failing caller leave those of other callers', async () => {
    const { open, sent } = scriptedConnector({
      answer: unavailable,
      resilience: { ...calm, maxSavedRetries: 2 },
    });
    await ask(open(), 50);
    expect(sent).toHaveLength(52);
    await ask(open({ identifier: 'ben' }), 1);
    expect(sent).toHaveLength(52 + 3);
  });

  it('of all callers together are limited to four times those of one', async () => {
    const { open, sent } = scriptedConnector({
      answer: unavailable,
      resilience: { ...calm, maxSavedRetries: 2 },
    });
    await Promise.all(['ada', 'ben', 'cleo', 'dan', 'eve', 'fay'].map((identifier) => ask(open({ identifier }), 1)));

    expect(sent).toHaveLength(6 + 4 * 2);
  });
});
