import { beforeEach, expect, it } from 'vitest';
import { storeThemes } from '../../../../../src/platform/services/conversation/store/themes.ts';
import { storeUsers } from '../../../../../src/platform/services/conversation/store/store-users.ts';
import { describeOnDatabases } from '../../../../support/database/suite-database.ts';
import { conversationCallers } from '../conversation-caller.ts';
import { acme, ada, ben, resetTeams, uuid, zenith, zoe } from '../conversation-records.ts';

describeOnDatabases('a team', ({ db }) => {
  const { as } = conversationCallers(db);
  beforeEach(() => resetTeams(db));

  it('returns the users of the organization by name, those without a name last', async () => {
    await storeUsers(db, [
      { id: uuid('nameless'), organization_id: acme },
      { id: uuid('abe'), organization_id: acme, name: 'Abe' },
    ]);

    const { items } = await as(ben).record('users_list', {});
    expect(items.map(({ name }) => name)).toEqual(['Abe', 'Ada Moreau', 'Ben Okafor', null]);
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
});
