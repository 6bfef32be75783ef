import { validate } from 'uuid';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { createConversationService } from '../../../../src/platform/services/conversation/conversation-service.ts';
import {
  defaultOrganizationId,
  storeOrganization,
} from '../../../../src/platform/services/conversation/store/store-organization.ts';
import { userIdOf } from '../../../../src/platform/services/conversation/store/store-users.ts';
import { conversationTools } from '../../../../src/tools/conversation/conversation-tools.ts';
import type { Service } from '../../../../src/tools/service.ts';
import { serviceKeys } from '../../../support/platform/service-keys.ts';
import { describeEmbedded } from '../../../support/database/suite-database.ts';
import { conversationCallers } from './conversation-caller.ts';
import { acme, ada, emptyConversations, storeTeams, uuid } from './conversation-records.ts';

describeEmbedded('the conversation service', ({ db }) => {
  let service: Service;

  beforeAll(async () => {
    service = createConversationService({ db, queue: { enqueue: async () => {} } });
  });
  beforeEach(() => emptyConversations(db));

  const users = () => db.selectFrom('convo_users').select(['id', 'organization_id', 'name']).execute();

  it('has the tools of the contract', () => {
    expect(service.kind).toBe('convo');
    expect(service.tools).toBe(conversationTools);
  });

  it('returns ok from the test tool to a user of an organization', async () => {
    await storeTeams(db);
    expect(await conversationCallers(db).as(ada).payload('test_tool_xyz', {})).toEqual({ ok: true });
  });

  it.each(['usr_ada', '', uuid('nobody')])('rejects the account of %j, which has no user', async (userId) => {
    await storeTeams(db);
    const refused = await conversationCallers(db).as(userId).refusal('test_tool_xyz', {});
    expect(refused).toEqual({
      code: 'NOT_CONNECTED',
      message: 'The account does not belong to any organization.',
      issues: [],
    });
  });

  it('ensureUser adds an unknown user to the default organization, which it creates if needed', async () => {
    const id = await service.ensureUser({ identifier: 'demo', name: 'Demo' });

    const organizations = await db.selectFrom('convo_organizations').select(['id', 'name']).execute();
    expect(organizations.map(({ name }) => name)).toEqual(['Default organization']);
    expect(await users()).toEqual([{ id, organization_id: organizations[0]?.id, name: 'Demo' }]);
    expect(validate(id)).toBe(true);
    expect(await conversationCallers(db).as(id).payload('test_tool_xyz', {})).toEqual({ ok: true });
  });

  it('ensureUser returns the same id at every call and does not change a known user', async () => {
    await storeTeams(db);
    const before = await users();
    const id = await service.ensureUser({ identifier: 'demo', name: 'First' });

    expect(await service.ensureUser({ identifier: 'demo', name: 'Second' })).toBe(id);
    expect(await service.ensureUser({ identifier: 'other', name: 'Other' })).toBe(userIdOf('other'));
    expect(await users()).toEqual([
      ...before,
      { id, organization_id: acme, name: 'First' },
      { id: userIdOf('other'), organization_id: acme, name: 'Other' },
    ]);
  });

  it('ensureUser adds one user and one organization in concurrent calls', async () => {
    // Repeated, because the calls collide only when they insert at the same moment.
    for (let round = 0; round < 40; round += 1) {
      const identifier = `demo${round}`;
      const ids = await Promise.all(
        Array.from({ length: 8 }, () => service.ensureUser({ identifier, name: identifier })),
      );
      expect(new Set(ids)).toEqual(new Set([userIdOf(identifier)]));
    }
    expect(await users()).toHaveLength(40);
    expect(await db.selectFrom('convo_organizations').select('name').execute()).toEqual([
      { name: 'Default organization' },
    ]);
  });

  it('gives the default organization the details of an organization stored without an id', async () => {
    const id = await defaultOrganizationId(db);

    expect(await storeOrganization(db, { name: 'Acme', crm_integration: 'none' })).toBe(id);
    expect(await db.selectFrom('convo_organizations').select(['id', 'name', 'crm_integration']).execute()).toEqual([
      { id, name: 'Acme', crm_integration: 'none' },
    ]);
  });

  it('does nothing for an aborted call', async () => {
    await storeTeams(db);
    const token = await serviceKeys({ db, service: 'convo' }).issuePersonal({ userId: ada });
    const access = { token, signal: AbortSignal.abort(new Error('given up')) };
    const input = { trigger: 'conversation_played', url: 'https://hooks.example/' };
    await expect(service.execute('webhook_create', input, access)).rejects.toThrow('given up');
    expect(await db.selectFrom('convo_webhooks').selectAll().execute()).toEqual([]);
  });
});
