import { beforeEach, describe, expect, it } from 'vitest';
import { openForSuite } from '../../support/open-for-suite.ts';
import { executionId, startClientLab } from './platform-lab.ts';

describe('the routes of the platform', () => {
  const lab = openForSuite(() => startClientLab());
  beforeEach(() => lab.forget());

  it.each([
    ['GET', '/api/v1/execute_tool', 'POST'],
    ['DELETE', '/api/v1/execute_tool', 'POST'],
    ['POST', '/api/v1/tools', 'GET'],
  ])('reject %s %s', async (method, path, allowed) => {
    const response = await lab.request(path, { method });

    expect(response.headers.get('allow')).toBe(allowed);
    const message = `${path} accepts ${allowed}, not ${method}.`;
    expect(await lab.rejectionOf(response)).toEqual({ status: 405, code: 'BAD_USER_INPUT', message });
  });

  it('return 404 for other paths, to clients only', async () => {
    const known = await lab.request('/api/v1/erase');
    const unknown = await fetch(`${lab.origin}/api/v1/erase`);

    expect(known.status).toBe(404);
    expect(await known.json()).toMatchObject({ error: { message: 'No such path: /api/v1/erase.' } });
    expect(unknown.status).toBe(401);
  });

  it('list the tools of an account', async () => {
    const response = await lab.request('/api/v1/tools?connector=talent&identifier=ada');
    const body = await response.json();

    expect(response.status).toBe(200);
    expect(body).toMatchObject({ execution_id: executionId, batch: { max_calls: 100 } });
    expect(body.tools).toHaveLength(26);
    expect(body.tools.find((tool: { name: string }) => tool.name === 'talent_lists_get')).toEqual({
      name: 'talent_lists_get',
      description: expect.any(String),
      read_only: true,
      input_schema: expect.objectContaining({ type: 'object', required: ['id'], additionalProperties: false }),
      output_schema: expect.objectContaining({ type: 'object', required: ['id'] }),
    });
    expect(lab.logged).toMatchObject([{ msg: 'GET /api/v1/tools', connection: 'talent', identifier: 'ada' }]);
  });

  it.each([
    ['connector=talent', 'identifier is required'],
    ['connector=talent&identifier=ada&identifier=eve', 'identifier must not be repeated'],
    ['connector=talent&identifier=ada&all=1', 'all is not known'],
    ['connector=talent&identifier=ada&__proto__=1', '__proto__ is not known'],
    ['connector=talent&identifier=ada&__proto__=1&__proto__=2', '__proto__ must not be repeated'],
  ])('list no tools for ?%s', async (query, message) => {
    const response = await lab.request(`/api/v1/tools?${query}`);
    expect(await lab.rejectionOf(response)).toEqual({ status: 400, code: 'BAD_USER_INPUT', message });
  });

  it.each([
    ['connector=talent&identifier=eve', 'The caller has no account on the connection "talent".'],
    ['connector=x&identifier=ada', 'There is no connection named "x"; the name must match exactly.'],
  ])('list no tools for ?%s', async (query, message) => {
    const response = await lab.request(`/api/v1/tools?${query}`);
    expect(await lab.rejectionOf(response)).toEqual({ status: 424, code: 'NOT_CONNECTED', message });
  });

  it('serve no graph and report what they serve', async () => {
    const root = await fetch(lab.origin, { redirect: 'manual' });
    const graph = await fetch(`${lab.origin}/graphql?query={__typename}`);

    expect(await root.json()).toEqual({
      serves: ['platform'],
      token: '/oauth/token',
      calls: '/api/v1/execute_tool',
    });
    expect(graph.status).toBe(404);
  });
});
