import { describe, expect, it } from 'vitest';
import { openForSuite } from '../../support/open-for-suite.ts';
import { startClientLab } from './platform-lab.ts';

describe('the version of an account', () => {
  const lab = openForSuite(() => startClientLab());
  const headerOf = ({ headers }: Response) => headers.get('x-account-version');
  const lists = { tool_name: 'talent_lists_list', params: {} };
  const missingList = { tool_name: 'talent_lists_get', params: { id: 'lst_none' } };

  async function batchVersions() {
    const response = await lab.request('/api/v1/execute_tools', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ connector: 'talent', identifier: 'ada', calls: [lists, missingList] }),
    });
    return (await response.text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).account_version);
  }

  it('is a header of every response, or a field of every line, and changes when it is connected again', async () => {
    const version = headerOf(await lab.call(lists));
    expect(version).toMatch(/^[\w-]{43}$/);
    expect(headerOf(await lab.call(lists))).toBe(version);
    expect(headerOf(await lab.call(missingList))).toBe(version);
    expect(headerOf(await lab.request('/api/v1/tools?connector=talent&identifier=ada'))).toBe(version);
    expect(await batchVersions()).toEqual([version, version]);
    expect(headerOf(await lab.call({ ...lists, identifier: 'ben' }))).not.toBe(version);
    await lab.connect('talent', { identifier: 'ada', userId: 'usr_ada' });

    const replaced = headerOf(await lab.call(lists));
    expect(replaced).not.toBe(version);
    expect(await batchVersions()).toEqual([replaced, replaced]);
  });

  it('is missing if there is no account', async () => {
    const response = await lab.call({ ...lists, identifier: 'nobody' });

    expect(response.status).toBe(424);
    expect(headerOf(response)).toBeNull();
  });
});
