import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../../src/app/app.ts';
import { readConfig } from '../../../src/app/config/config.ts';
import { createAccounts } from '../../../src/platform/accounts/accounts.ts';
import { openVault } from '../../../src/platform/accounts/open-vault.ts';
import { openDatabase } from '../../../src/platform/database/open-database.ts';
import { storeActivities } from '../../../src/platform/services/conversation/store/store-activities.ts';
import { toUtcText } from '../../../src/tools/conversation/date-time.ts';
import { activity, ada, storeTeams, uuid } from '../../platform/services/conversation/conversation-records.ts';
import { connectUser, testVaultKey } from '../../support/platform/service-keys.ts';
import { cleanUp, makeDataFolder, type Program, startProgram } from '../../support/process/program.ts';
import { timeLimit } from '../../support/time-limit.ts';

const [amy, bo] = [uuid('speaker amy'), uuid('speaker bo')];

const range = (length: number) => Array.from({ length }, (_, index) => index);

/** Segments with 1.5 million characters of text. */
const segments = range(25_000).map((index) => ({
  participant_id: index % 2 === 0 ? amy : bo,
  start_ms: index * 1000,
  end_ms: index * 1000 + 900,
  text: `${index} `.padEnd(60, 'we talk and talk '),
}));

async function storeLargeTranscript(environment: Record<string, string>): Promise<void> {
  const config = readConfig({ ...environment, DEMO_DATA: 'false', LOG_LEVEL: 'silent' });
  const database = await openDatabase(config.database);
  const { db } = database;
  // Creating the app stores the connections, to which `connectUser` adds an account.
  const app = await createApp(config, { database });
  await storeTeams(db);
  await storeActivities(db, [
    activity('Large', {
      started_at: toUtcText(new Date(Date.now() - 3_600_000)),
      participants: [
        { id: amy, name: 'Amy' },
        { id: bo, name: 'Bo' },
      ],
      segments,
    }),
  ]);
  const accounts = createAccounts({ db, vault: await openVault(config.vault), now: () => new Date() });
  const { connectionName } = config.connections.convo;
  await connectUser({ db, accounts, service: 'convo', connectionName }, { identifier: 'ada', userId: ada });
  await app.close();
  await database.close();
}

/** Requests the same field of the activity under many aliases. */
const repeated = (count: number, field: string) =>
  `{ activity(id: "${uuid('activity Large')}") { ${range(count)
    .map((index) => `a${index}: ${field}`)
    .join(' ')} } }`;

describe('a process with a heap of 384 MB and a large transcript', { timeout: timeLimit(240) }, () => {
  let program: Program;
  const askConcurrently = (times: number, query: string) => Promise.all(range(times).map(() => program.ask(query)));

  beforeAll(async () => {
    const environment = { DATA_DIR: await makeDataFolder(), VAULT_KEY: testVaultKey, DEV_IDENTIFIER: 'ada' };
    await storeLargeTranscript(environment);
    program = await startProgram({ ...environment, NODE_OPTIONS: '--max-old-space-size=384' });
  }, timeLimit(240));
  afterAll(cleanUp);

  it('stops ten operations that export it under 95 aliases', async () => {
    const exports = range(94).map((index) => `a${index}: document(format: SRT)`);

    for (const { data, errors } of await askConcurrently(10, repeated(1, `transcript { ${exports.join(' ')} }`))) {
      expect(data).toBeNull();
      expect(errors).toMatchObject([{ path: ['activity', 'a0', 'a1'], extensions: { code: 'RESULT_TOO_LARGE' } }]);
    }
  });

  it('stops five operations that load it under 95 aliases and export it', async () => {
    for (const { data, errors } of await askConcurrently(5, repeated(95, 'transcript { document(format: TEXT) }'))) {
      expect(data).toBeNull();
      expect(errors).toMatchObject([
        { path: ['activity', 'a2', 'document'], extensions: { code: 'RESULT_TOO_LARGE' } },
      ]);
    }
  });

  it('returns ten large results below the limit', async () => {
    for (const { data } of await askConcurrently(10, repeated(2, 'transcript { document(format: TEXT) }'))) {
      expect(JSON.stringify(data).length).toBeGreaterThan(3_000_000);
    }
  });

  it('stops five operations that list it under 95 aliases', async () => {
    for (const { data, errors } of await askConcurrently(5, repeated(95, 'moments(kinds: [SEGMENT]) { startMs }'))) {
      expect(data).toBeNull();
      expect(errors).toMatchObject([{ extensions: { code: 'RESULT_TOO_LARGE' } }]);
    }
  });

  it('filters it under 95 aliases', async () => {
    const query = repeated(95, 'moments(kinds: [SEGMENT], fromMs: 24999000) { startMs }');
    for (const { data } of await askConcurrently(3, query)) {
      expect(data).toMatchObject({ activity: { a94: [{ startMs: 24_999_000 }] } });
    }
  });

  it('computes the statistics of speakers under 95 aliases', async () => {
    for (const { data } of await askConcurrently(3, repeated(95, 'transcript { durationMs speakers { talkMs } }'))) {
      expect(data).toMatchObject({ activity: { a94: { durationMs: 24_999_900 } } });
    }
  });
});
