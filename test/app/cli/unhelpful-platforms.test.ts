import { beforeEach, describe, expect, it } from 'vitest';
import { restPaths } from '../../../src/tools/rest-protocol.ts';
import { useResource } from '../../support/resource.ts';
import { timeLimit } from '../../support/time-limit.ts';
import type { Fault } from './broken-platform.ts';
import { connections, isRead, startCheckLab } from './check-lab.ts';

describe('platform check', () => {
  const checked = useResource(startCheckLab);
  beforeEach(() => checked.broken.breakWith({}));

  it('creates nothing that it cannot delete', async () => {
    const isUndo = (tool: string) => /_delete$|^signal_unscreen$/.test(tool);
    checked.broken.breakWith({ lists: (tool) => !isUndo(tool) });
    const { faults, skipped } = await checked.check({ writes: true });

    expect(faults).toEqual([]);
    expect(checked.broken.called.filter((name) => !isRead(name))).toEqual([]);
    expect(skipped).toEqual(
      expect.arrayContaining([
        'talent_lists_create answers: it cannot be undone, because talent_lists_delete is missing',
        'talent_searches_create answers: it cannot be undone, because talent_searches_delete is missing',
        'talent_signal_screen answers: it cannot be undone, because talent_signal_unscreen is missing',
        'convo_webhook_create answers: it cannot be undone, because convo_webhook_delete is missing',
      ]),
    );
  });

  it('deletes entries with their list if nothing else deletes them', async () => {
    checked.broken.breakWith({ lists: (tool) => tool !== 'list_entries_delete' });
    expect((await checked.check({ writes: true })).faults).toEqual([]);
    expect(checked.broken.called).toContain('list_entries_create');
  });

  it.each<[string, Fault, string[]]>([
    [
      'a tool',
      { hangs: (_path, tool) => tool === 'no_such_tool' },
      [
        'unknown tool on talent: sent the tool talent_no_such_tool; received no response: The operation was aborted due to ' +
          'timeout; expected an error with a code and a message, NOT_SUPPORTED and status 404',
      ],
    ],
    [
      'the list of tools',
      { hangs: (path) => path.startsWith(restPaths.tools) },
      [
        expect.stringMatching(/^invalid token: sent an altered token; received no response: .*, UNAUTHENTICATED$/),
        expect.stringMatching(/^tools of talent: .* received no response: .*timeout; expected the tools$/),
      ],
    ],
    [
      'a request for a token',
      { hangs: (path) => path === restPaths.token },
      ['token: sent the client id and secret; received no response: The operation was aborted due to timeout'],
    ],
  ])('names %s without response, and checks the rest', async (_name, fault, expected) => {
    checked.broken.breakWith(fault);
    // The other requests must not take as long.
    const timeoutMs = timeLimit(3);
    const { faults } = await checked.check({ timeoutMs, connections: { talent: connections.talent } });
    expect(faults).toEqual(expected);
  });

  it('stops reading a batch with too many lines', async () => {
    checked.broken.breakWith({ batch: (lines) => lines.repeat(100_000) });
    expect((await checked.check({ connections: { talent: connections.talent } })).faults).toEqual([
      'batch on talent: sent two unknown tools; received no response: more than 2 lines',
    ]);
  });
});
