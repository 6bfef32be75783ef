import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pino from 'pino';
import { vi } from 'vitest';
import type { OpenedDatabase } from '../../../../../src/platform/database/open-database.ts';
import {
  type OpenConversationOptions,
  openConversationService,
} from '../../../../../src/platform/services/conversation/conversation-service.ts';
import { sharedAnalysisThread } from '../../../../../src/platform/services/conversation/processing/analysis-thread.ts';
import { conversationTools } from '../../../../../src/tools/conversation/conversation-tools.ts';
import type { ToolInput } from '../../../../../src/tools/tool.ts';
import { serviceKeys } from '../../../../support/platform/service-keys.ts';
import { toolCaller } from '../../../../support/platform/tool-caller.ts';
import { vaultOf } from '../../../platform-lab.ts';
import { ada, now } from '../conversation-records.ts';
import { timeLimit } from '../../../../support/time-limit.ts';

export const origin = 'http://127.0.0.1:4000';

const tick = 5;

type UploadInput = ToolInput<typeof conversationTools.activity_upload>;

/** The conversation service with its job queue on a database and a recording folder of its own. */
export async function openProcessingLab(database: OpenedDatabase, options: Partial<OpenConversationOptions> = {}) {
  const folder = options.recordings?.folder ?? (await mkdtemp(join(tmpdir(), 'processing-')));
  const conversation = await openConversationService({
    ...database,
    log: pino({ level: 'silent' }),
    now: () => now,
    publicOrigin: origin,
    recordings: { folder, maxBytes: 1024 * 1024, retentionDays: 30 },
    addressRules: { allowHttp: false, allowPrivate: false },
    vault: vaultOf('processing'),
    eventRetentionDays: 30,
    timing: { retryDelay: 0, poll: 0.5 },
    // All labs share a thread, because each thread has to load the language model.
    analysisThread: { ...sharedAnalysisThread(), close: async () => {} },
    ...options,
  });
  const { db } = database;
  const keys = serviceKeys({ db, service: 'convo', now: () => now });
  const as = (userId: string) =>
    toolCaller(conversationTools, async (name, input) => {
      const token = await keys.issuePersonal({ userId });
      return conversation.service.execute(name, input, { token, signal: new AbortController().signal });
    });
  const caller = as(ada);
  const receive = (content: string | Uint8Array, fileName: string) =>
    conversation.recordings.receive(chunksOf(content), { fileName });

  const lab = {
    folder,
    caller,
    as,
    conversation,
    receive,
    /** Uploads a recording that is fetched from a URL. */
    async upload(recordingUrl: string, fields: Partial<UploadInput> = {}) {
      const input = { hostUserEmail: 'ada@acme.example', language: 'en_GB', title: 'Call', recordingUrl, ...fields };
      return (await caller.record('activity_upload', input)).id;
    },
    /** Uploads a stored file and waits until it is processed. */
    async process(content: string | Uint8Array, fileName: string, fields: Partial<UploadInput> = {}) {
      const { url } = await receive(content, fileName);
      return lab.ended(await lab.upload(url, fields));
    },
    /** Waits until the processing of an activity succeeds or fails, and returns the activity. */
    ended: (id: string) =>
      vi.waitFor(
        async () => {
          const activity = await db
            .selectFrom('convo_activities')
            .selectAll()
            .where('id', '=', id)
            .executeTakeFirstOrThrow();
          if (!['done', 'failed'].includes(activity.processing_state ?? '')) throw new Error('still in progress');
          return activity;
        },
        { timeout: timeLimit(60), interval: tick },
      ),
    async state(id: string) {
      const query = db.selectFrom('convo_activities').select('processing_state').where('id', '=', id);
      return (await query.executeTakeFirstOrThrow()).processing_state;
    },
    /** Waits until no job is waiting or running. */
    whenIdle: () =>
      vi.waitFor(
        async () => {
          const { rows } = await sql<{ count: number }>`
            select count(*)::int as count from pgboss.job where state in ('created', 'retry', 'active')
              and not starts_with(name, '__pgboss')`.execute(db);
          if (rows[0]?.count !== 0) throw new Error('still in progress');
        },
        { timeout: timeLimit(60), interval: tick },
      ),
    /** Returns the segments of a transcript with speaker names. */
    async spoken(id: string) {
      const rows = await db
        .selectFrom('convo_segments as segment')
        .leftJoin('convo_participants as speaker', 'speaker.id', 'segment.participant_id')
        .select(['speaker.name', 'segment.start_ms', 'segment.end_ms', 'segment.text'])
        .where('segment.activity_id', '=', id)
        .orderBy('segment.position')
        .execute();
      return rows.map((row) => [row.name, row.start_ms, row.end_ms, row.text]);
    },
    participants: (id: string) =>
      db
        .selectFrom('convo_participants')
        .select(['name', 'email', 'affiliation', 'user_id'])
        .where('activity_id', '=', id)
        .orderBy('position')
        .execute(),
    /** Lists the names of all stored files. */
    files: async () => (await readdir(folder).catch(() => [])).toSorted((a, b) => a.localeCompare(b)),
    async close() {
      await conversation.close();
      await rm(folder, { recursive: true, force: true });
      await rm(`${folder}.secret`, { force: true });
    },
  };
  return lab;
}

export type ProcessingLab = Awaited<ReturnType<typeof openProcessingLab>>;

async function* chunksOf(content: string | Uint8Array) {
  const bytes = Buffer.from(content);
  for (let start = 0; start < bytes.length; start += 1000) yield bytes.subarray(start, start + 1000);
}
