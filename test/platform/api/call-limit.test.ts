import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openForSuite } from '../../support/open-for-suite.ts';
import { createListCall, executionId, startPlatformLab } from './platform-lab.ts';

describe('CALL_RATE_LIMIT', () => {
  const lab = openForSuite(() => startPlatformLab({ CALL_RATE_LIMIT: '3' }));
  let token: string;
  beforeEach(async () => {
    // The clock is stopped, so that no window ends by itself. Each test has a new client to limit.
    vi.useFakeTimers({ now: Date.now() + 3_600_000, toFake: ['Date'] });
    await lab.db.deleteFrom('talent_lists').execute();
    const { client, secret } = await lab.clients.add('A graph');
    token = await lab.token({ clientId: client.clientId, secret });
    lab.forget();
  });
  afterEach(() => void vi.useRealTimers());

  const post = (call: object = createListCall(), as = token) =>
    lab.post(JSON.stringify(call), { authorization: `Bearer ${as}` });
  const listTools = (as = token) =>
    fetch(`${lab.origin}/api/v1/tools?connector=talent&identifier=ada`, { headers: { authorization: `Bearer ${as}` } });
  async function spend() {
    expect([(await post()).status, (await listTools()).status, (await post()).status]).toEqual([200, 200, 200]);
    lab.forget();
  }

  it('rejects further calls on behalf of an identifier, and says when to retry', async () => {
    await spend();
    vi.setSystemTime(Date.now() + 20_500);
    const response = await post();

    expect(response.status).toBe(429);
    expect(response.headers.get('retry-after')).toBe('40');
    expect(await response.json()).toEqual({
      error: {
        code: 'RATE_LIMITED',
        message: 'The client may make 3 calls per minute on behalf of one identifier (CALL_RATE_LIMIT).',
        retry_after_ms: 39_500,
      },
      execution_id: executionId,
    });
    expect((await listTools()).status).toBe(429);
    expect(await lab.lists()).toHaveLength(2);
    expect(lab.logged).toMatchObject([
      { status: 429, code: 'RATE_LIMITED', identifier: 'ada', tool: 'talent_lists_create' },
      { status: 429, code: 'RATE_LIMITED', identifier: 'ada' },
    ]);
  });

  it('permits calls again when the minute has passed', async () => {
    await spend();
    vi.setSystemTime(Date.now() + 60_000);
    expect((await post()).status).toBe(200);
  });

  it('affects neither another identifier nor another client', async () => {
    await spend();
    expect((await post(createListCall({ identifier: 'ben' }))).status).toBe(200);
    const { client, secret } = await lab.clients.add('Another graph');
    expect((await post(createListCall(), await lab.token({ clientId: client.clientId, secret }))).status).toBe(200);
  });
});
