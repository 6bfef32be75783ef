import { describe, expect, it } from 'vitest';
import { participantOf } from '../../../../src/graph/conversation/activity/participant.ts';
import { activityPayload } from '../../../../src/tools/conversation/activity.ts';

const recordWith = (participants: { id: string; name: string }[]) =>
  activityPayload.parse({ id: 'activity', started_at: '2026-11-20T10:00:00Z', participants });

describe('participantOf', () => {
  it('finds each of 100,000 participants in time', () => {
    const participants = Array.from({ length: 100_000 }, (_, index) => ({ id: `p${index}`, name: `Name ${index}` }));
    const record = recordWith(participants);
    expect(participants.filter(({ id, name }) => participantOf(record, id).name !== name)).toEqual([]);
  });

  it('finds the first of two participants with the same id', () => {
    const record = recordWith([
      { id: 'p', name: 'First' },
      { id: 'p', name: 'Second' },
    ]);
    expect(participantOf(record, 'p').name).toBe('First');
    expect(participantOf(record, 'other').name).toBeNull();
  });
});
