import { beforeEach, expect, it } from 'vitest';
import {
  defaultOrganizationId,
  storeOrganization,
} from '../../../../../src/platform/services/conversation/store/store-organization.ts';
import { describeOnDatabases } from '../../../../support/database/suite-database.ts';
import { emptyConversations } from '../conversation-records.ts';

describeOnDatabases('the default organization', ({ db }) => {
  beforeEach(() => emptyConversations(db));

  it('is created once by concurrent calls', async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, () => defaultOrganizationId(db)));

    const rows = await db.selectFrom('convo_organizations').select(['id', 'name']).execute();
    expect(rows).toEqual([{ id: ids[0], name: 'Default organization' }]);
    expect(new Set(ids)).toEqual(new Set([rows[0]?.id]));
  });

  it('gets its details from an organization stored without an id', async () => {
    const id = await defaultOrganizationId(db);
    const stored = await storeOrganization(db, { name: 'Acme', crm_integration: 'none' });

    expect(stored).toBe(id);
    expect(await db.selectFrom('convo_organizations').select(['id', 'name', 'crm_integration']).execute()).toEqual([
      { id, name: 'Acme', crm_integration: 'none' },
    ]);
  });
});
