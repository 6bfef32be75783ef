// @module-tag never-excused
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sqlState } from '../../../../src/platform/database/sql-state.ts';
import type { Db, OpenedDatabase } from '../../../../src/platform/database/open-database.ts';
import { createPlatform } from '../../../../src/platform/platform.ts';
import { createConversationService } from '../../../../src/platform/services/conversation/conversation-service.ts';
import { storeActivities } from '../../../../src/platform/services/conversation/store/store-activities.ts';
import {
  storeCoachingFeedback,
  storeComments,
  storeListens,
  storeScores,
} from '../../../../src/platform/services/conversation/store/store-team-records.ts';
import { randomFrom } from '../../../support/random.ts';
import {
  storeListEntries,
  storeLists,
  storeSearches,
} from '../../../../src/platform/services/talent/store/store-shared-records.ts';
import {
  storeCities,
  storeCompanies,
  storeInstitutions,
} from '../../../../src/platform/services/talent/store/store-lookups.ts';
import { storeSignals } from '../../../../src/platform/services/talent/store/store-signals.ts';
import { createTalentService } from '../../../../src/platform/services/talent/talent-service.ts';
import { PlatformError } from '../../../../src/tools/errors/platform-error.ts';
import { databases } from '../../../support/database/test-databases.ts';
import { serviceKeys } from '../../../support/platform/service-keys.ts';
import {
  acme,
  activity,
  ada,
  ben,
  emptyConversations,
  now,
  storeTeams,
  uuid,
} from '../../../platform/services/conversation/conversation-records.ts';
import { type RandomQuery, randomQuery } from '../../../platform/services/random-queries.ts';
import { signalCorpus } from '../../../platform/services/talent/signals/signal-corpus.ts';
import { timeLimit } from '../../../support/time-limit.ts';

const seed = 20_261_121;
const queryCount = 600;

describe.skipIf(databases().length < 2)('random queries on both databases', () => {
  const opened: OpenedDatabase[] = [];
  let services: ((query: RandomQuery) => Promise<unknown>)[];

  beforeAll(async () => {
    for (const { open } of databases()) {
      const database = await open();
      opened.push(database);
      await fill(database.db);
    }
    services = opened.map(({ db }) => caller(db));
  });
  afterAll(async () => {
    for (const database of opened) await database.close();
  });

  it('have the same results, without unexpected errors', { timeout: timeLimit(120) }, async () => {
    const random = randomFrom(seed);
    const answered = { payloads: 0, refusals: 0 };
    for (let index = 0; index < queryCount; index += 1) {
      const query = randomQuery(random);
      const [embedded, onServer] = await Promise.all(services.map((ask) => ask(query)));
      expect({ query, answer: onServer }).toEqual({ query, answer: embedded });
      expect({ query, answer: embedded }).not.toHaveProperty('answer.fault');
      answered[Object.hasOwn(Object(embedded), 'refused') ? 'refusals' : 'payloads'] += 1;
    }
    // Enough of the random queries must be answered, and enough must be rejected.
    expect(Math.min(answered.payloads, answered.refusals)).toBeGreaterThan(queryCount / 10);
  });
});

/** Runs queries. The result is the payload, the rejection or the unexpected error of a query. */
function caller(db: Db): (query: RandomQuery) => Promise<unknown> {
  const talentKeys = serviceKeys({ db, service: 'talent', now: () => now });
  const conversationKeys = serviceKeys({ db, service: 'convo', now: () => now });
  const platform = createPlatform({
    services: [
      createTalentService({ db, now: () => now, keys: talentKeys }),
      createConversationService({ db, now: () => now, keys: conversationKeys, queue: { enqueue: async () => {} } }),
    ],
    accounts: {
      find: async ({ connectionName }) => {
        const kind = connectionName === 'talent' ? 'talent' : 'convo';
        const token = await (kind === 'talent'
          ? talentKeys.issuePersonal({ userId: 'usr_1' })
          : conversationKeys.issuePersonal({ userId: ada }));
        return { connection: { name: kind, kind, toolPrefix: '' }, account: { state: 'ready', token, version: 'v1' } };
      },
    },
  });
  return async ({ service, tool, input }) => {
    const signal = new AbortController().signal;
    try {
      return await platform.execute({ connectionName: service, identifier: 'ada', toolName: tool, input, signal });
    } catch (error) {
      if (error instanceof PlatformError) return { refused: { code: error.code, issues: error.issues } };
      return { fault: sqlState(error) ?? String(error) };
    }
  };
}

const lookupNames = [
  'Zürich',
  'Zurich',
  'ÉCOLE Polytechnique',
  'école',
  'MIT',
  'Institute of Technology',
  "O'Neil",
  '100%',
];

/** Stores the same records in every database, with fixed times. */
async function fill(db: Db): Promise<void> {
  const at = Date.UTC(2026, 1, 1);
  await storeSignals(
    db,
    signalCorpus(400).map((signal) => ({
      ...signal,
      views: signal.views?.map((view) => ({ ...view, viewed_at: at })),
      screenings: signal.screenings?.map((screening) => ({ ...screening, screened_at: at })),
    })),
  );
  const named = (prefix: string) => lookupNames.map((name, index) => ({ id: `${prefix}_${index}`, name }));
  await storeCompanies(db, named('exe'));
  await storeInstitutions(db, named('ede'));
  await storeCities(
    db,
    lookupNames.map((name) => ({ name })),
  );
  const ids = signalCorpus(60).map(({ id }) => id);
  await storeLists(db, [{ id: 'lst_1', name: 'Ünder way', creator: 'usr_1', created_at: at }]);
  await storeListEntries(
    db,
    // Several entries have the same time: their order must not depend on the database.
    ids.map((id, index) => ({
      id: `ent_${index}`,
      list_id: 'lst_1',
      signal_id: id,
      created_at: at + Math.floor(index / 4),
    })),
  );
  const filtersOf = {
    sea_1: [{ key: 'country', operator: 'not_in', value: ['Country 0'] }],
    sea_2: [{ key: 'time_relative', operator: 'within_days', value: 99_999 }],
    sea_3: [{ key: 'fullname', operator: 'contains', value: 'anna' }],
  };
  await storeSearches(
    db,
    Object.entries(filtersOf).map(([id, filters]) => ({
      id,
      title: id,
      creator: 'usr_1',
      filters,
      created_at: at,
      visited_at: at,
    })),
  );
  await emptyConversations(db);
  await storeTeams(db);
  const indexes = Array.from({ length: 120 }, (_, index) => index);
  const timeOf = (index: number) => at - Math.floor(index / 3) * 36 * 3_600_000;
  await storeActivities(
    db,
    indexes.map((index) =>
      activity(`Call ${index}`, {
        started_at: timeOf(index),
        completed_at: timeOf(index),
        updated_at: timeOf(indexes.length - index),
        host_user_id: index % 2 ? ada : ben,
        status: index % 5 ? 'completed' : 'in-progress',
      }),
    ),
  );
  const records = indexes.map((index) => ({
    id: uuid(`record ${index}`),
    organization_id: acme,
    activity_id: uuid(`activity Call ${index}`),
    user_id: index % 2 ? ada : ben,
    coach_id: ada,
    coachee_id: ben,
    text: `Comment ${index}`,
    score: index,
    created_at: timeOf(index),
    listened_at: timeOf(index),
  }));
  await storeComments(db, records);
  await storeScores(db, records);
  await storeListens(db, records);
  await storeCoachingFeedback(db, records);
}
