import { beforeEach, expect, it } from 'vitest';
import { hostParticipantId } from '../../../../src/platform/services/conversation/store/host-participant.ts';
import { describeEmbedded } from '../../../support/database/suite-database.ts';
import { ada, resetTeams } from './conversation-records.ts';

const said = (participantId: string | null) => ({
  start_ms: 0,
  end_ms: 1000,
  text: 'Hello.',
  participant_id: participantId,
});

describeEmbedded('the participant who hosts', ({ db }) => {
  beforeEach(() => resetTeams(db));

  it.each([
    ["the participant with the host's name", [{ id: 'p1', name: 'ada moreau' }], [said('p1')], 'p1'],
    ['nobody, if all speakers have other names', [{ id: 'p1', name: 'Gus Lind' }], [said('p1')], null],
    ['unknown, if an anonymous speaker may be the host', [{ id: 'p1', name: 'Speaker 1' }], [said('p1')], undefined],
    [
      'unknown, also if some text has no speaker',
      [{ id: 'p1', name: 'Speaker 1' }],
      [said('p1'), said(null)],
      undefined,
    ],
  ])('is %s', async (_who, participants, segments, expected) => {
    expect(await hostParticipantId(db, { hostUserId: ada, participants, segments })).toBe(expected);
  });
});
