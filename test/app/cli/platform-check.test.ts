import { beforeEach, describe, expect, it, vi } from 'vitest';
import { runCommandLine } from '../../../src/app/cli/command-line.ts';
import { useResource } from '../../support/resource.ts';
import type { Fault } from './broken-platform.ts';
import { captureOutput } from './capture-output.ts';
import { connections, isRead, startCheckLab, tools } from './check-lab.ts';

describe('platform check', () => {
  const checked = useResource(startCheckLab);
  beforeEach(() => checked.broken.breakWith({}));

  it('finds no fault in our own platform, and calls only tools that read', async () => {
    const { list, faults, skipped } = await checked.check();

    expect(faults).toEqual([]);
    // What cannot be provoked is never `ok`.
    expect(skipped).toEqual(
      expect.arrayContaining([
        'expired token: the token is valid for 3600 seconds; too long to wait',
        'talent_lists_create answers: it changes data; use --write',
        'convo_activities_list paging: it has 2 items; a second page needs more than 500',
      ]),
    );
    for (const { name, connector, class: kind } of Object.values(tools)) {
      const own = list.filter(({ subject }) => subject === `${connector}_${name}`);
      expect({ name, checked: own.some(({ verdict }) => verdict === 'ok') }).toEqual({
        name,
        checked: kind === 'read',
      });
    }
    expect(checked.broken.called.filter((name) => !isRead(name))).toEqual([]);
  });

  it('leaves nothing behind when it writes', async () => {
    const state = async () => ({
      lists: await checked.lab.db.selectFrom('talent_lists').select(['id', 'name']).execute(),
      entries: await checked.lab.db.selectFrom('talent_list_entries').select('id').execute(),
      searches: await checked.lab.db.selectFrom('talent_searches').select(['id', 'title']).execute(),
      screenings: await checked.lab.db.selectFrom('talent_screenings').selectAll().execute(),
      webhooks: await checked.lab.db.selectFrom('convo_webhooks').select('id').execute(),
    });
    const before = await state();
    const { faults, skipped } = await checked.check({ writes: true });

    expect(faults).toEqual([]);
    expect(await state()).toEqual(before);
    expect(skipped).toContain('talent_signal_mark_viewed answers: a view cannot be undone');
    expect(new Set(checked.broken.called)).not.toContain('signal_mark_viewed');
    expect(checked.broken.called).toEqual(expect.arrayContaining(['lists_create', 'lists_delete', 'webhook_delete']));
  });

  it('cleans up after a fault', async () => {
    const lists = await checked.lab.lists();
    checked.broken.breakWith({ reply: (tool, reply) => (tool === 'lists_update' ? html : reply) });
    const { faults } = await checked.check({ writes: true, connections: { talent: connections.talent } });

    expect(faults).toEqual([expect.stringMatching(/^talent_lists_update answers: .*HTML/)]);
    expect(await checked.lab.lists()).toEqual(lists);
  });

  it('names a key that the platform says it honours, and deletes what was created twice', async () => {
    const lists = await checked.lab.lists();
    checked.broken.breakWith({ losesKeys: true });
    const { faults } = await checked.check({ writes: true, connections: { talent: connections.talent } });

    expect(faults).toEqual([
      expect.stringMatching(
        /^talent_lists_create answers: sent one idempotency key twice; received .* and .*; expected one id$/,
      ),
    ]);
    expect(await checked.lab.lists()).toEqual(lists);
  });

  it('needs an account on one of the connections', async () => {
    const { faults } = await checked.check({ identifier: 'stranger' });
    expect(faults).toEqual([
      expect.stringContaining('expected one (--identifier, TALENT_CONNECTION, CONVO_CONNECTION)'),
    ]);
  });

  it.each([
    [
      'prints a table and exits with 0',
      {},
      0,
      /talent_signals_get +ok +ok .*\n[^]*\n44 of 44 tools, 0 faults, \d+ not checked\.\n$/,
    ],
    ['names faults and exits with 1', { token: () => ({}) }, 1, /\nFaults:\n- token: .*access_token is missing/],
  ])('%s', async (_what, fault, code, expected) => {
    checked.broken.breakWith(fault);
    vi.stubEnv('PLATFORM_CLIENT_ID', checked.lab.client.clientId);
    vi.stubEnv('PLATFORM_CLIENT_SECRET', checked.lab.secret);
    const written = captureOutput();
    try {
      await runCommandLine(['platform', 'check', checked.broken.url, '--identifier', 'ada']);
      expect(written.join('')).toMatch(expected);
      expect(process.exitCode ?? 0).toBe(code);
    } finally {
      process.exitCode = 0;
      vi.restoreAllMocks();
      vi.unstubAllEnvs();
    }
  });

  const html = { status: 200, body: '<html>Sign in</html>', contentType: 'text/html' };
  const without = (key: string) => (params: Record<string, unknown>) => {
    const { [key]: _omitted, ...rest } = params;
    return rest;
  };
  const shifted = (time: unknown) => new Date(Date.parse(String(time)) + 7_200_000).toISOString();
  const itemsOf = (payload: Record<string, unknown>): Record<string, unknown>[] =>
    Array.isArray(payload['items']) ? payload['items'] : [];
  const changing =
    (name: string, change: (item: Record<string, unknown>, index: number) => object): NonNullable<Fault['payload']> =>
    (tool, payload) =>
      tool === name ? { ...payload, items: itemsOf(payload).map(change) } : payload;
  const changed = (name: string, change: (params: Record<string, unknown>) => Record<string, unknown>): Fault => ({
    params: (tool, params) => (tool === name ? change(params) : params),
  });

  it.each<[string, Fault, RegExp]>([
    [
      'a wrong token type',
      { token: (issued) => ({ ...issued, token_type: 'mac' }) },
      /^token: .*token_type must be Bearer/,
    ],
    [
      'an expired token that is accepted',
      { token: (issued) => ({ ...issued, expires_in: 1 }) },
      /^expired token: sent a token issued 1.5 seconds ago .* received status 200.*expected UNAUTHENTICATED/,
    ],
    [
      'an unknown tool as bad input',
      {
        error: (error, reply) =>
          error['code'] === 'NOT_SUPPORTED'
            ? { ...reply, status: 400, body: JSON.stringify({ error: { ...error, code: 'BAD_USER_INPUT' } }) }
            : reply,
      },
      /^unknown tool on talent: sent the tool talent_no_such_tool; received status 400 .*BAD_USER_INPUT.* NOT_SUPPORTED and status 404/,
    ],
    [
      'ids in another form',
      { payload: changing('activities_list', (item) => ({ ...item, id: `act_${String(item['id']).slice(0, 8)}` })) },
      /^convo_summary_get shape: the ids of the platform cannot be sent to convo_summary_get: activityId must be a UUID/,
    ],
    [
      'a page larger than asked',
      changed('signals_list', without('limit')),
      /^talent_signals_list paging: sent limit 2 and page 1; received 4 items; expected a page of at most 2/,
    ],
    [
      'a repeated item between pages',
      changed('signals_list', without('page')),
      /^talent_signals_list paging: sent limit 2 and page 2; received sig_1, sig_2, which page 1 contains too/,
    ],
    [
      'a total that changes',
      {
        payload: (tool, payload, params) =>
          tool === 'signals_list' && params['page'] === '2' ? { ...payload, total: 9 } : payload,
      },
      /^talent_signals_list paging: .*received total 9, on page 1 4; expected a constant total/,
    ],
    [
      'an ignored filter',
      changed('signals_list', without('score')),
      /^talent_signals_list filters: sent {"score":"9"}; received sig_2, which does not match: is the filter ignored/,
    ],
    [
      'a wrong time zone',
      { payload: changing('activities_list', (item) => ({ ...item, started_at: shifted(item['started_at']) })) },
      /^convo_activities_list filters: .*received no item of .*expected it: is the time zone UTC/,
    ],
    [
      'a missing required field',
      { payload: changing('signals_list', without('id')) },
      /^talent_signals_list shape: .*items.0.id is missing/,
    ],
    [
      'an empty second page',
      {
        payload: (tool, payload, { page }) =>
          tool === 'signals_list' && page === '2' ? { ...payload, items: [] } : payload,
      },
      /^talent_signals_list paging: sent limit 2 and page 2; received no item; expected those after page 1$/,
    ],
    [
      'a record with another id',
      { payload: (tool, payload) => (tool === 'lists_get' ? { ...payload, id: 'lst_other' } : payload) },
      /^talent_lists_get answers: sent lst_1; received lst_other; expected the record with this id$/,
    ],
    [
      'an error without code',
      { error: (error, reply) => ({ ...reply, body: JSON.stringify({ error: { message: error['message'] } }) }) },
      /^talent_signals_get errors: sent {"id":"no-such-id"}; received status 404 .*expected an error with a code/,
    ],
    [
      'HTML in place of JSON',
      { reply: (tool, reply) => (tool === 'lists_list' ? html : reply) },
      /^talent_lists_list answers: .*response is not JSON; expected JSON, not HTML/,
    ],
  ])('names %s', async (_name, fault, expected) => {
    checked.broken.breakWith(fault);
    const kind = expected.source.includes('convo_') ? 'convo' : 'talent';
    const { faults } = await checked.check({ connections: { [kind]: connections[kind] } });

    expect(faults).toEqual(expect.arrayContaining([expect.stringMatching(expected)]));
  });
});
