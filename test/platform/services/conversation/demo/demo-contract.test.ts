import { beforeAll, describe, expect, it } from 'vitest';
import {
  type ConversationDemoData,
  makeConversationDemoData,
} from '../../../../../src/platform/services/conversation/demo/demo-data.ts';
import { importSchemas } from '../../../../../src/platform/import/kinds/import-schemas.ts';
import { type Reference, referencesOf } from '../../../../../src/platform/import/kinds/references.ts';
import { activityPayload } from '../../../../../src/tools/conversation/activity.ts';
import {
  actionItemPayload,
  questionPayload,
  segmentPayload,
  topicMatchPayload,
} from '../../../../../src/tools/conversation/outputs.ts';
import {
  callScorePayload,
  coachingFeedbackPayload,
  commentPayload,
  listenPayload,
  organizationPayload,
  topicThemePayload,
  userPayload,
} from '../../../../../src/tools/conversation/team.ts';

let data: ConversationDemoData;
beforeAll(async () => {
  data = await makeConversationDemoData({ now: new Date('2026-11-20T12:00:00Z') });
});

const outputs = () =>
  data.activities.flatMap(({ participants, duration_ms: durationMs, ...activity }) => {
    const own = {
      ids: new Set((participants ?? []).map(({ id }) => id)),
      endMs: durationMs ?? 0,
    };
    return (['segments', 'questions', 'topic_matches'] as const).flatMap((part) =>
      (activity[part] ?? []).map((output) => ({ part, output, own })),
    );
  });

describe('conversation demo data', () => {
  it('is what the tools promise', () => {
    const payloads = [
      [organizationPayload, [data.organization]],
      [userPayload, data.users],
      [topicThemePayload, data.themes],
      [activityPayload, data.activities],
      [segmentPayload, data.activities.flatMap(({ segments }) => segments ?? [])],
      [actionItemPayload, data.activities.flatMap((activity) => activity.action_items ?? [])],
      [questionPayload, data.activities.flatMap(({ questions }) => questions ?? [])],
      [topicMatchPayload, data.activities.flatMap((activity) => activity.topic_matches ?? [])],
      [callScorePayload, data.scores],
      [coachingFeedbackPayload, data.coachingFeedback],
      [commentPayload, data.comments],
      [listenPayload, data.listens],
    ] as const;
    for (const [payload, records] of payloads) {
      for (const record of records) expect(payload.safeParse(record).error).toBeUndefined();
    }
  });

  it('could be imported', () => {
    const records = [
      ['organization', [data.organization]],
      ['convo_user', data.users],
      ['theme', data.themes],
      ['activity', data.activities],
      ['comment', data.comments],
      ['listen', data.listens],
      ['call_score', data.scores],
      ['coaching_feedback', data.coachingFeedback],
    ] as const;
    for (const [kind, all] of records) {
      for (const record of all) expect(importSchemas[kind].safeParse(record).error).toBeUndefined();
    }
  });

  it('refers to nothing that is not there', () => {
    const known = new Map<Reference['to'], Set<string>>([
      ['convo_user', new Set(data.users.map(({ id }) => id))],
      ['activity', new Set(data.activities.map(({ id }) => id))],
    ]);
    const broken = [
      ...data.activities,
      ...data.comments,
      ...data.listens,
      ...data.scores,
      ...data.coachingFeedback,
    ].flatMap((record) => referencesOf(record).filter(({ to, id }) => !known.get(to)?.has(id)));
    expect(broken).toEqual([]);
    expect(outputs().filter(({ output, own }) => !own.ids.has(output.participant_id ?? ''))).toEqual([]);
    const strangers = data.activities.flatMap((activity) =>
      (activity.action_items ?? []).filter(
        ({ assignee_id: id }) => id != null && !activity.participants?.some((participant) => participant.id === id),
      ),
    );
    expect(strangers).toEqual([]);
  });

  it('gives every record an id of its own', () => {
    const topics = data.themes.flatMap((theme) => theme.topics);
    for (const records of [
      data.users,
      data.themes,
      topics,
      topics.flatMap(({ triggers }) => triggers),
      data.activities,
      data.activities.flatMap(({ participants }) => participants ?? []),
      data.comments,
      data.scores,
      data.coachingFeedback,
    ]) {
      expect(new Set(records.map(({ id }) => id)).size).toBe(records.length);
    }
    const listens = data.listens.map((one) => `${one.activity_id} ${one.user_id} ${one.listened_at}`);
    expect(new Set(listens).size).toBe(listens.length);
  });

  it('lets people speak one after the other, and within the conversation', () => {
    for (const { segments = [], ...activity } of data.activities) {
      for (const [index, segment] of (segments ?? []).entries()) {
        expect(segment.start_ms).toBeGreaterThanOrEqual(segments?.[index - 1]?.end_ms ?? 0);
      }
      expect(segments?.at(-1)?.end_ms ?? 0).toBeLessThanOrEqual(activity.duration_ms ?? 0);
    }
    expect(outputs().filter(({ output, own }) => (output.end_ms ?? 0) > own.endMs)).toEqual([]);
  });

  it('has 20 to 120 segments in each conversation, spoken at the pace of people', () => {
    const conversations = data.activities.filter(({ status }) => status === 'completed');
    const counts = conversations.map(({ segments }) => segments?.length ?? 0);
    expect([Math.min(...counts), Math.max(...counts)]).toEqual([21, 102]);
    for (const { segments, duration_ms: durationMs } of conversations) {
      const words = (segments ?? []).flatMap(({ text }) => text.split(' ')).length;
      const wordsPerMinute = words / ((durationMs ?? 0) / 60_000);
      expect(wordsPerMinute).toBeGreaterThan(110);
      expect(wordsPerMinute).toBeLessThan(180);
    }
  });

  it('comments on moments of the conversation', () => {
    const durations = new Map(data.activities.map((activity) => [activity.id, activity.duration_ms ?? 0]));
    const placed = data.comments.filter((comment) => comment.at_ms != null);
    expect([placed.length, data.comments.length]).toEqual([60, 100]);
    expect(placed.filter((comment) => (comment.at_ms ?? 0) > (durations.get(comment.activity_id) ?? 0))).toEqual([]);
    const self = data.coachingFeedback.filter((feedback) => feedback.coach_id === feedback.coachee_id);
    expect(self).toEqual([]);
  });
});
