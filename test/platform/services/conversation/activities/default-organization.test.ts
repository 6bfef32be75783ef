import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '../../../../../src/platform/database/open-database.ts';
import {
  defaultOrganizationId,
  storeOrganization,
} from '../../../../../src/platform/services/conversation/store/store-organization.ts';
import { databases } from '../../../../support/database/test-databases.ts';
import { emptyConversations } from '../conversation-records.ts';

describe.each(databases())('the default organization on $name', ({ open }) => {
  let opened: OpenDatabase;
  beforeAll(async () => {
    opened = await open();
  });
  beforeEach(() => emptyConversations(opened.db));
  afterAll(() => opened.close());

  it('is created once by concurrent calls', async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, () => defaultOrganizationId(opened.db)));

    const rows = await opened.db.selectFrom('convo_organizations').select(['id', 'name']).execute();
    expect(rows).toEqual([{ id: ids[0], name: 'Default organization' }]);
    expect(new Set(ids)).toEqual(new Set([rows[0]?.id]));
  });

  it('gets its details from an organization stored without an id', async () => {
    const id = await defaultOrganizationId(opened.db);
    const stored = await storeOrganization(opened.db, { name: 'Acme', crm_integration: 'none' });

    expect(stored).toBe(id);
    expect(
      await opened.db.selectFrom('convo_organizations').select(['id', 'name', 'crm_integration']).execute(),
    ).toEqual([{ id, name: 'Acme', crm_integration: 'none' }]);
  });
});
