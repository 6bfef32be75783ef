import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { dataCommands } from '../../../src/app/cli/data-commands.ts';
import { emitEvent } from '../../../src/app/cli/events.ts';
import { storeActivities } from '../../../src/platform/services/conversation/store/store-activities.ts';
import { storeCoachingFeedback } from '../../../src/platform/services/conversation/store/store-team-records.ts';
import { openMemoryDatabase } from '../../support/database/memory-database.ts';
import { copyDatabase } from '../../support/database/migrated-database.ts';
import {
  acme,
  activity,
  ada,
  now,
  storeTeams,
  uuid,
  zoe,
} from '../../platform/services/conversation/conversation-records.ts';
import { runCommand } from '../../support/process/cli.ts';
import { useResource } from '../../support/resource.ts';
import { createFolder } from '../../support/folder.ts';

const call = uuid('activity call');
const feedback = uuid('feedback');
const webhook = uuid('webhook');

const database = useResource(openMemoryDatabase);
beforeAll(async () => {
  const { db } = database;
  await storeTeams(db);
  await storeActivities(db, [activity('call'), activity('other')]);
  const record = { id: feedback, organization_id: acme, activity_id: call, created_at: '2026-03-01T10:00:00Z' };
  await storeCoachingFeedback(db, [record]);
  const row = { id: webhook, organization_id: acme, url: 'https://hooks.example/', created_at: now };
  await db
    .insertInto('convo_webhooks')
    .values({ ...row, trigger: 'conversation_shared' })
    .execute();
});
afterEach(() => void vi.restoreAllMocks());

const events = () => database.db.selectFrom('convo_events').selectAll().orderBy('position').execute();

describe('events emit', () => {
  type Emitted = Parameters<typeof emitEvent>;
  const emit = (name: Emitted[1], options: Emitted[2]) => emitEvent(database, name, options);

  it('records an event with its payload and queues its deliveries', async () => {
    const recipient = ['kim@example.org', 'lee@example.org'];
    const { record } = await emit('conversation_shared', { activity: call, user: 'ADA@acme.example', recipient });
    const texts = [
      (await emit('conversation_processed', { activity: call })).text,
      (await emit('coaching_feedback_completed', { activity: call, feedback })).text,
    ];

    const [shared, processed, completed] = await events();
    expect(record).toEqual({
      event: {
        trigger: 'conversation_shared',
        activityId: call,
        occurredAt: shared?.occurred_at.toISOString(),
        id: shared?.id,
        organizationId: acme,
        position: 1,
        deliveries: 1,
      },
    });
    expect(texts).toEqual([
      `Recorded the event ${processed?.id} of conversation_processed at position 2. 0 deliveries are queued.`,
      `Recorded the event ${completed?.id} of coaching_feedback_completed at position 3. 0 deliveries are queued.`,
    ]);
    expect(JSON.parse(shared?.payload ?? '')).toMatchObject({
      type: 'conversation_shared',
      data: {
        activity: { id: call },
        shared_by: { id: ada },
        recipients: ['kim@example.org', 'lee@example.org'],
        message: null,
      },
    });
    expect(await database.db.selectFrom('convo_webhook_deliveries').selectAll().execute()).toMatchObject([
      { event_id: shared?.id, webhook_id: webhook, state: 'pending' },
    ]);
  });

  it.each([
    [
      'an unknown activity',
      'conversation_processed',
      { activity: uuid('none') },
      `--activity: there is no activity with the id "${uuid('none')}".`,
    ],
    [
      'an activity id that is no UUID',
      'conversation_processed',
      { activity: 'x' },
      '--activity: there is no activity with the id "x".',
    ],
    [
      'no user',
      'conversation_played',
      { activity: call },
      '--user is required with conversation_played: the id or email address of a user of the organization.',
    ],
    [
      'a user of another organization',
      'conversation_exported',
      { activity: call, user: zoe },
      `--user: no user of the activity's organization has the id "${zoe}".`,
    ],
    [
      'an unknown email address',
      'conversation_shared',
      { activity: call, user: 'zoe@zenith.example' },
      '--user: no user of the activity\'s organization has the email address "zoe@zenith.example".',
    ],
    [
      'no feedback',
      'coaching_feedback_completed',
      { activity: call },
      '--feedback is required with coaching_feedback_completed: the id of coaching feedback.',
    ],
    [
      'unknown feedback',
      'coaching_feedback_completed',
      { activity: call, feedback: uuid('none') },
      `--feedback: there is no coaching feedback with the id "${uuid('none')}".`,
    ],
    [
      'feedback of another activity',
      'coaching_feedback_completed',
      { activity: uuid('activity other'), feedback },
      `--feedback: the coaching feedback "${feedback}" does not belong to the activity.`,
    ],
    [
      'an option of another trigger',
      'conversation_processed',
      { activity: call, user: ada },
      '--user cannot be used with conversation_processed.',
    ],
  ] as const)('rejects %s', async (_case, name, options, message) => {
    const before = await events();
    await expect(emit(name, options)).rejects.toThrow(message);
    expect(await events()).toEqual(before);
  });

  it.each([
    [
      'an unknown trigger',
      ['played', '--activity', call],
      'coaching_feedback_completed, conversation_shared, conversation_exported, conversation_processed, conversation_played',
    ],
    ['no activity', ['conversation_processed'], "required option '--activity <id>' not specified"],
    [
      'a recipient without an email address',
      ['conversation_shared', '--activity', call, '--user', ada, '--recipient', 'kim@example.org', 'Kim'],
      'It must be an email address.',
    ],
  ])('rejects the arguments of a command with %s', async (_case, args, message) => {
    vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const emitCommand = dataCommands()
      .find((command) => command.name() === 'events')
      ?.commands[0]?.exitOverride();
    await expect(emitCommand?.parseAsync(args, { from: 'user' })).rejects.toThrow(message);
  });
});

it('emits events on the data folder of a stopped server', async () => {
  const folder = await createFolder();
  await copyDatabase(folder.path);
  const record = { kind: 'activity', id: call, started_at: '2026-03-01T10:00:00Z', status: 'completed' };
  const file = await folder.write('calls.ndjson', JSON.stringify(record));
  const run = (...args: string[]) => runCommand({ DATA_DIR: folder.path }, args);

  expect((await run('import', file, '--emit')).stdout).toBe(
    `${file}: 1 record read: 1 new activity; 1 event emitted\n`,
  );
  expect((await run('events', 'emit', 'conversation_processed', '--activity', call)).stdout).toMatch(
    /^Recorded the event \S+ of conversation_processed at position 2\. 0 deliveries are queued\.\n$/,
  );
  await folder.close();
});
