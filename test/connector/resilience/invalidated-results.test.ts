import { describe, expect, it, vi } from 'vitest';
import { createConversationClient } from '../../../src/connector/conversation/conversation-client.ts';
import { createTalentClient } from '../../../src/connector/talent/talent-client.ts';
import type { ProblemCode } from '../../../src/tools/errors/error-codes.ts';
import { cachingConnector, team } from './caching-connector.ts';
import { failing, failureOf } from './scripted-connector.ts';
import { useStoppedClock } from '../../support/stopped-clock.ts';

useStoppedClock();

describe('an account that was disconnected', () => {
  it.each<ProblemCode>(['NOT_CONNECTED', 'CONNECTION_EXPIRED'])(
    'gets no cached results after %s; other accounts do',
    async (code) => {
      const health = { ofAda: true };
      const { open, sent } = cachingConnector(async ({ identifier, tool }) => {
        if (identifier === 'ada' && !health.ofAda) throw failing(code);
        return tool.connector === 'convo' ? team : { id: 'lst_1', name: 'Founders', items: [] };
      });
      const users = (identifier: string) => createConversationClient(open({ identifier })).users();
      await users('ada');
      await users('ben');
      await createTalentClient(open()).cities({ page: 1, limit: 10 });
      health.ofAda = false;
      await failureOf(createConversationClient(open()).test());

      expect(await failureOf(users('ada'))).toMatchObject({ code });
      health.ofAda = true;
      await users('ada');
      await users('ada');
      await users('ben');
      // The same identifier has a separate account on the other connection.
      await createTalentClient(open()).cities({ page: 1, limit: 10 });
      expect(sent.map(({ identifier, tool }) => `${identifier} ${tool.name}`)).toEqual([
        'ada users_list',
        'ben users_list',
        'ada cities_list',
        'ada test_tool_xyz',
        'ada users_list',
        'ada users_list',
      ]);
    },
  );

  it('is detected by a tool listing too', async () => {
    const { connector, open, sent } = cachingConnector(async () => team, {
      listTools: () => Promise.reject(failing('CONNECTION_EXPIRED')),
    });
    await createConversationClient(open()).users();
    const { signal } = new AbortController();
    await failureOf(connector.listTools({ kind: 'convo', identifier: 'ada', signal }));
    await createConversationClient(open()).users();

    expect(sent).toHaveLength(2);
  });

  it('does not get results of calls that were sent before and return afterwards', async () => {
    const late = Promise.withResolvers<unknown>();
    const { open, sent } = cachingConnector(async ({ tool }, index) => {
      if (tool.name === 'test_tool_xyz') throw failing('CONNECTION_EXPIRED');
      return index === 0 ? late.promise : team;
    });
    const users = createConversationClient(open()).users();
    await vi.advanceTimersByTimeAsync(0);
    await failureOf(createConversationClient(open()).test());
    late.resolve(team);
    await users;
    await createConversationClient(open()).users();

    expect(sent).toHaveLength(3);
  });
});
