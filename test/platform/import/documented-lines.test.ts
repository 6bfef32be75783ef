import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { userIdOf } from '../../../src/platform/services/conversation/store/store-users.ts';
import { importKinds } from '../../../src/platform/import/kinds/import-kinds.ts';
import { createTalentService } from '../../../src/platform/services/talent/talent-service.ts';
import { suiteDatabase } from '../../support/database/suite-database.ts';
import { openForSuite } from '../../support/open-for-suite.ts';
import { openImportLab } from './import-lab.ts';

const page = await readFile('src/app/REFERENCE.md', 'utf8');
const lines = /```ndjson\n([^`]+)```/.exec(page)?.[1] ?? '';
const kinds = lines
  .trim()
  .split('\n')
  .map((line) => z.object({ kind: z.string() }).parse(JSON.parse(line)).kind);

describe('the documented import lines', () => {
  const { db } = suiteDatabase();
  const lab = openForSuite(() => openImportLab(db));

  it('contain every kind', () => {
    expect([...new Set(kinds)].toSorted()).toEqual(Object.keys(importKinds).toSorted());
  });

  it('are all imported into an empty database', async () => {
    const outcome = await lab.run([await lab.write('sample.ndjson', lines)]);

    expect(outcome).toMatchObject({ failed: false, faults: [] });
    const [list] = await db.selectFrom('talent_lists').select(['id', 'creator_id']).execute();
    expect(list).toEqual({ id: 'lst_founders', creator_id: 'usr_demo' });
    expect(await db.selectFrom('convo_topic_matches').select('trigger').execute()).toHaveLength(1);
  });

  it('match the documented users of the caller demo', async () => {
    const talentUser = await createTalentService({ db }).ensureUser({ identifier: 'demo', name: 'demo' });

    expect(talentUser).toBe('usr_demo');
    expect(page.replaceAll(/\s+/g, ' ')).toContain(
      `the caller \`demo\` is the talent user \`${talentUser}\` and the conversation user \`${userIdOf('demo')}\``,
    );
  });
});
