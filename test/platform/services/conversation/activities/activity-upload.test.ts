import { beforeEach, expect, it } from 'vitest';
import type { conversationTools } from '../../../../../src/tools/conversation/conversation-tools.ts';
import type { ToolInput } from '../../../../../src/tools/tool.ts';
import { PlatformError } from '../../../../../src/tools/errors/platform-error.ts';
import { describeEmbedded } from '../../../../support/database/suite-database.ts';
import { conversationCallers } from '../conversation-caller.ts';
import { acme, ada, ben, now, resetTeams, zoe } from '../conversation-records.ts';

type Input = ToolInput<typeof conversationTools.activity_upload>;

const upload: Input = {
  hostUserEmail: 'ada@acme.example',
  language: 'en_GB',
  title: 'Kick-off',
  recordingUrl: 'https://files.example/kick-off.vtt',
};

describeEmbedded('activity_upload', ({ db }) => {
  const service = conversationCallers(db);
  beforeEach(() => resetTeams(db));

  const activities = () => db.selectFrom('convo_activities').selectAll().execute();
  const expectNothing = async () => expect([await activities(), await service.jobs()]).toEqual([[], []]);

  it('stores an activity in progress, queues its processing and returns it', async () => {
    const { id } = await service.as(ben).record('activity_upload', upload);

    const listed = await service.as(ben).record('activities_list', { updatedFrom: '2026-03-01 00:00:00' });
    expect(listed.items).toEqual([
      {
        id,
        type: 'meeting',
        status: 'in-progress',
        title: 'Kick-off',
        startedAt: now,
        completedAt: null,
        updatedAt: now,
        durationMs: null,
        language: 'en_GB',
        provider: 'upload',
        hostUserId: ada,
        participants: [],
        externalId: null,
        accountId: null,
        leadId: null,
        opportunityId: null,
        processing: { state: 'queued', failure: null, skippedCues: null, warnings: [], willNotify: false },
      },
    ]);
    expect(await service.jobs()).toEqual([id]);
  });

  it('stores all parameters of an upload', async () => {
    const { id } = await service.as(ada).record('activity_upload', {
      ...upload,
      hostUserEmail: 'BEN@ACME.example',
      title: '  Padded  ',
      accountId: 'a'.repeat(100),
      opportunityId: 'o'.repeat(100),
      leadId: 'l'.repeat(180),
      externalId: 'e'.repeat(191),
      completedAt: '2026-03-02',
      notifyForUploadCompletionByEmail: true,
      skipFullAnalysis: true,
    });

    expect(await activities()).toEqual([
      {
        id,
        organization_id: acme,
        type: 'meeting',
        status: 'in-progress',
        title: 'Padded',
        started_at: new Date('2026-03-02T00:00:00Z'),
        completed_at: new Date('2026-03-02T00:00:00Z'),
        updated_at: now,
        duration_ms: null,
        language: 'en_GB',
        provider: 'upload',
        host_user_id: ben,
        external_id: 'e'.repeat(191),
        account_id: 'a'.repeat(100),
        lead_id: 'l'.repeat(180),
        opportunity_id: 'o'.repeat(100),
        processing_state: 'queued',
        processing_failure: null,
        processing_skipped_cues: null,
        processing_warnings: [],
        recording_url: 'https://files.example/kick-off.vtt',
        skip_full_analysis: true,
        notify_host: true,
        themes_digest: null,
      },
    ]);
  });

  it.each<[string, Partial<Input>, string, string]>([
    [
      'a host who is in no team',
      { hostUserEmail: 'nobody@acme.example' },
      'hostUserEmail',
      'is not the email address of a team member: "nobody@acme.example"',
    ],
    [
      'a host who is in another team',
      { hostUserEmail: 'zoe@zenith.example' },
      'hostUserEmail',
      'is not the email address of a team member: "zoe@zenith.example"',
    ],
    ['a host without an address', { hostUserEmail: 'ada' }, 'hostUserEmail', 'must be an email address'],
    ['a title of 251 characters', { title: 't'.repeat(251) }, 'title', 'must be at most 250 characters'],
    ['an empty title', { title: '  ' }, 'title', 'must not be empty'],
    ['an invalid language', { language: 'English' }, 'language', 'must be a locale such as en_GB'],
    ['an account id of 101 characters', { accountId: 'a'.repeat(101) }, 'accountId', 'must be at most 100 characters'],
    [
      'an opportunity id of 101 characters',
      { opportunityId: 'a'.repeat(101) },
      'opportunityId',
      'must be at most 100 characters',
    ],
    ['a lead id of 181 characters', { leadId: 'a'.repeat(181) }, 'leadId', 'must be at most 180 characters'],
    [
      'an external id of 192 characters',
      { externalId: 'a'.repeat(192) },
      'externalId',
      'must be at most 191 characters',
    ],
    ['a completion tomorrow', { completedAt: '2026-03-03' }, 'completedAt', 'must not be in the future'],
    ['another date format', { completedAt: '1.2.2026' }, 'completedAt', 'must be a date of the form YYYY-MM-DD'],
    ['a day that does not exist', { completedAt: '2026-02-30' }, 'completedAt', 'must be a day that exists'],
    [
      'this machine',
      { recordingUrl: 'https://127.0.0.1/a.vtt' },
      'recordingUrl',
      'must not lead to a loopback or private address',
    ],
    ['a NUL character', { title: 'a\0b' }, 'title', 'must be well-formed text without U+0000'],
  ])('rejects %s and stores nothing', async (_case, change, parameter, message) => {
    expect(await service.as(ada).refusal('activity_upload', { ...upload, ...change })).toEqual({
      code: 'BAD_USER_INPUT',
      message: `${parameter} ${message}`,
      issues: [{ path: [parameter], message }],
    });
    await expectNothing();
  });

  it('rejects an externalId that the host has used, and does not change the first activity', async () => {
    await service.as(ada).payload('activity_upload', { ...upload, externalId: 'x-1' });
    const before = [await activities(), await service.jobs()];

    expect(await service.as(ben).refusal('activity_upload', { ...upload, title: 'Again', externalId: 'x-1' })).toEqual({
      code: 'CONFLICT',
      message: 'ada@acme.example already has an activity with the externalId "x-1".',
      issues: [],
    });
    expect([await activities(), await service.jobs()]).toEqual(before);
  });

  it('accepts the same externalId for another host, and repeated uploads without one', async () => {
    await service.as(ada).payload('activity_upload', { ...upload, externalId: 'x-1' });
    await service.as(ada).payload('activity_upload', {
      ...upload,
      hostUserEmail: 'ben@acme.example',
      externalId: 'x-1',
    });
    await service.as(ada).payload('activity_upload', upload);
    await service.as(ada).payload('activity_upload', upload);

    expect((await activities()).map((row) => row.external_id)).toEqual(['x-1', 'x-1', null, null]);
    expect(await service.jobs()).toHaveLength(4);
  });

  it('stores one activity and one job for concurrent uploads with the same externalId', async () => {
    const answers = await Promise.allSettled(
      Array.from({ length: 6 }, () => service.as(ada).record('activity_upload', { ...upload, externalId: 'x-1' })),
    );

    const added = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value.id] : []));
    const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
    expect(refused.map((reason) => reason instanceof PlatformError && reason.code)).toEqual(Array(5).fill('CONFLICT'));
    expect((await activities()).map(({ id }) => id)).toEqual(added);
    expect(await service.jobs()).toEqual(added);
  });

  it('stores nothing when the queue rejects the job', async () => {
    const broken = conversationCallers(db, {
      queue: { enqueue: () => Promise.reject(new Error('the queue is full')) },
    });

    await expect(broken.as(ada).payload('activity_upload', upload)).rejects.toThrow('the queue is full');
    await expectNothing();
  });

  it('accepts its own recordings at any address, and other recordings by the address rules', async () => {
    const own = 'http://127.0.0.1:4000/recordings/1';
    const keeping = conversationCallers(db, {
      isOwnRecording: (url) => url.startsWith('http://127.0.0.1:4000/recordings/'),
    });
    await keeping.as(ada).payload('activity_upload', { ...upload, recordingUrl: own });
    expect(
      (await keeping.as(ada).refusal('activity_upload', { ...upload, recordingUrl: 'http://127.0.0.1:4001/' })).issues,
    ).toEqual([{ path: ['recordingUrl'], message: 'must begin with https://' }]);

    const lax = conversationCallers(db, { addressRules: { allowHttp: true, allowPrivate: true } });
    await lax.as(ada).payload('activity_upload', { ...upload, recordingUrl: 'http://10.0.0.1/b.vtt' });

    expect((await activities()).map((row) => row.recording_url)).toEqual([own, 'http://10.0.0.1/b.vtt']);
  });

  it('hides an uploaded activity from other organizations', async () => {
    await service.as(ada).payload('activity_upload', upload);
    const seen = await service.as(zoe).record('activities_list', { updatedFrom: '2026-03-01 00:00:00' });
    expect(seen.items).toEqual([]);
  });
});
