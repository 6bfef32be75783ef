import { describe, expect, it } from 'vitest';
import { openForSuite } from '../../support/open-for-suite.ts';
import { startClientLab } from './platform-lab.ts';

describe('idempotency keys', () => {
  const lab = openForSuite(() => startClientLab());
  const execute = (key: string, name = 'Founders') =>
    lab.request('/api/v1/execute_tool', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({
        tool_name: 'talent_lists_create',
        params: { name },
        connector: 'talent',
        identifier: 'ada',
      }),
    });

  it('are honoured, which every response says', async () => {
    const [first, second, other] = [await execute('key'), await execute('key'), await execute('key', 'Other')];
    expect((await first.json()).data).toEqual((await second.json()).data);
    expect([other.status, (await other.json()).error.code]).toEqual([409, 'CONFLICT']);
    const responses = [first, other, await lab.postToken({}), await lab.request('/api/v1/tools?connector=talent')];
    expect(responses.map(({ headers }) => headers.get('x-idempotency-keys'))).toEqual(Array(4).fill('true'));
  });

  it.each(['', 'k'.repeat(256)])('have 1 to 255 characters', async (key) => {
    const response = await execute(key);
    expect([response.status, (await response.json()).error]).toEqual([
      400,
      { code: 'BAD_USER_INPUT', message: 'The header Idempotency-Key must have 1 to 255 characters.' },
    ]);
  });
});
