import { beforeEach, expect, it } from 'vitest';
import { storeThemes } from '../../../../../src/platform/services/conversation/store/themes.ts';
import { storeUsers } from '../../../../../src/platform/services/conversation/store/store-users.ts';
import { describeOnDatabases } from '../../../../support/database/suite-database.ts';
import { conversationCallers } from '../conversation-caller.ts';
import { acme, ada, ben, resetTeams, uuid, zenith, zoe } from '../conversation-records.ts';

describeOnDatabases('a team', ({ db }) => {
  const { as } = conversationCallers(db);
  beforeEach(() => resetTeams(db));

  it('returns the organization of the caller', async () => {
    expect(await as(ben).payload('organization_get', {})).toEqual({
      id: acme,
      name: 'Acme',
      crm_integration: 'salesforce',
      calendar_type: 'google',
      address: '1 Main Street',
    });
    expect(await as(zoe).payload('organization_get', {})).toEqual({
      id: zenith,
      name: 'Zenith',
      crm_integration: null,
      calendar_type: null,
      address: null,
    });
  });

  it('returns the users of the organization by name, those without a name last', async () => {
    await storeUsers(db, [
      { id: uuid('nameless'), organization_id: acme },
      { id: uuid('abe'), organization_id: acme, name: 'Abe' },
    ]);

    expect((await as(ben).record('users_list', {})).items).toEqual([
      { id: uuid('abe'), name: 'Abe', email: null, status: null, teamName: null, crmId: null, role: null },
      {
        id: ada,
        name: 'Ada Moreau',
        email: 'ada@acme.example',
        status: 'active',
        teamName: 'North',
        crmId: 'crm-1',
        role: 'Owner',
      },
      {
        id: ben,
        name: 'Ben Okafor',
        email: 'Ben@acme.example',
        status: null,
        teamName: null,
        crmId: null,
        role: 'Member',
      },
      { id: uuid('nameless'), name: null, email: null, status: null, teamName: null, crmId: null, role: null },
    ]);
  });

  it('returns the themes of the organization with topics and triggers in stored order', async () => {
    await storeThemes(db, [
      {
        id: uuid('money'),
        organization_id: acme,
        name: 'Money',
        topics: [
          {
            id: uuid('price'),
            name: 'Price',
            triggers: [
              { id: uuid('z'), keyword: 'too expensive' },
              { id: uuid('a'), keyword: 'discount' },
            ],
          },
          { id: uuid('terms'), name: 'Terms', triggers: [] },
        ],
      },
      { id: uuid('rivals'), organization_id: acme, name: 'Rivals', topics: [] },
      { id: uuid('other'), organization_id: zenith, name: 'Other', topics: [] },
    ]);

    expect(await as(ada).payload('topic_triggers_list', {})).toEqual({
      items: [
        {
          id: uuid('money'),
          name: 'Money',
          topics: [
            {
              id: uuid('price'),
              name: 'Price',
              triggers: [
                { id: uuid('z'), keyword: 'too expensive' },
                { id: uuid('a'), keyword: 'discount' },
              ],
            },
            { id: uuid('terms'), name: 'Terms', triggers: [] },
          ],
        },
        { id: uuid('rivals'), name: 'Rivals', topics: [] },
      ],
    });
    expect(await as(zoe).payload('topic_triggers_list', {})).toEqual({
      items: [{ id: uuid('other'), name: 'Other', topics: [] }],
    });
  });

  it('returns no themes to a team without themes', async () => {
    expect(await as(ada).payload('topic_triggers_list', {})).toEqual({ items: [] });
  });
});
