import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { migrate } from '../../../src/platform/database/migrate.ts';
import { databases } from '../../support/database/test-databases.ts';
import { describeOnEach } from '../../support/database/suite-database.ts';

const migrations = join(import.meta.dirname, 'previous-release/migrations');

describeOnEach(databases(), 'the migration of folded letters', ({ name, open }) => {
  it('updates stored names and their indexes', async () => {
    const opened = await open();
    onTestFinished(opened.close);
    const { db } = opened;
    const previous = await readFile(join(migrations, '0009-folded-names.sql'), 'utf8');
    const [, body = ''] = /create (function folded_text[^]*?\$\$;)/.exec(previous) ?? [];
    await sql.raw(`create or replace ${body}`).execute(db);
    await sql`insert into talent_signals (id, full_name, discovered_at) values ('sig_1', 'Νίκος Ⓐ', now())`.execute(db);
    await sql`insert into talent_companies (id, name) values ('exe_1', 'Άρτος'), ('exe_2', 'Acme')`.execute(db);
    await sql`insert into talent_institutions (id, name) values ('ede_1', 'Λόγος')`.execute(db);
    await sql`insert into talent_cities (name) values ('Πύργος')`.execute(db);

    await sql`delete from kysely_migration where name = '0017-folded-letters'`.execute(db);
    await sql`alter function folded_letters(text) rename to unused`.execute(db);
    await migrate(db, { isShared: name === 'PostgreSQL' });

    // On a server, this pool opens a new session, which has not cached the old index definitions.
    const found = await opened.calls.talent.transaction().execute(async (trx) => {
      await sql`set local enable_seqscan = off`.execute(trx);
      const { rows } = await sql<{ id: string }>`
        select id from talent_signals where folded_text(full_name) like '%νικοσ%'
        union all
        select id from talent_signals where talent_name_parts(folded_text(full_name)) @> array['ⓐ']
        union all
        select folded_name from talent_companies union all select folded_name from talent_institutions
        union all select folded_name from talent_cities`.execute(trx);
      return rows.map(({ id }) => id);
    });
    expect(found).toEqual(['sig_1', 'sig_1', 'acme', 'αρτοσ', 'λογοσ', 'πυργοσ']);
  });
});
