import { describe, expect, it } from 'vitest';
import { parseCall, readHeldOutCalls } from './held-out-calls.ts';

describe.each(['first', 'second', 'third'] as const)('the %s set of held-out calls', async (set) => {
  const calls = await readHeldOutCalls(set);

  it.each(calls)('$id has 40 to 90 segments of its participants', ({ conversation, sentences }) => {
    const ids = conversation.participants.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(sentences.length).toBeGreaterThanOrEqual(40);
    expect(sentences.length).toBeLessThanOrEqual(90);
    expect(ids).toEqual(expect.arrayContaining(sentences.map(({ participantId }) => participantId)));
  });

  it.each(calls)('$id numbers its commitments without a gap', ({ sentences }) => {
    const numbers = new Set(sentences.flatMap(({ commitment }) => (commitment ? [commitment.number] : [])));
    expect([...numbers]).toEqual([...numbers].map((_, index) => index));
    expect(numbers.size).toBeLessThanOrEqual(8);
  });

  it.each(calls.filter(({ isBusiness }) => isBusiness))('$id says what its summary must contain', ({ checklist }) => {
    expect(checklist.why).not.toEqual([]);
    expect([...checklist.amount, ...checklist.decision, ...checklist.objection, ...checklist.next]).not.toEqual([]);
  });

  it('are ranked without a gap, business first', () => {
    const ranked = calls.toSorted((a, b) => a.rank - b.rank);
    expect(ranked.map(({ rank }) => rank)).toEqual(calls.map((_, index) => index + 1));
    const businessCount = calls.filter(({ isBusiness }) => isBusiness).length;
    expect(ranked.map(({ isBusiness }) => isBusiness)).toEqual(calls.map((_, index) => index < businessCount));
  });
});

describe('parseCall', () => {
  const header =
    'title: Offer\nstyle: demo\nhost: Ann Lee\nparticipants: Ann Lee, Bob Ray\nbusiness: yes\nrank: 1\nreason: Short.\nwhy: An offer.';

  it('reads commitments, confirmations and withdrawn promises', () => {
    const lines = [
      'Ann @Bob Could you call?',
      'Bob & Sure.',
      'Bob Ray - I can write too.',
      'Ann: No need.',
      'Ann @- At 9.',
    ];
    const { sentences, hostId, conversation } = parseCall('offer', `${header}\n\n${lines.join('\n')}\n`);
    const byBob = { number: 0, assigneeId: 'bob ray' };
    expect(hostId).toBe('ann lee');
    expect(sentences.map(({ commitment }) => commitment)).toEqual([
      byBob,
      byBob,
      null,
      null,
      { number: 1, assigneeId: null },
    ]);
    expect(sentences.map(({ isWithdrawn }) => isWithdrawn)).toEqual([false, false, true, false, false]);
    expect(conversation.segments[1]).toMatchObject({ participant_id: 'bob ray', start_ms: 1200, end_ms: 1600 });
  });

  it.each([
    ['Cem: Hello.', 'offer has 0 participants named Cem.'],
    ['Ann & Yes.', 'offer has an unreadable line: Ann & Yes.'],
    ['Hello.', 'offer has an unreadable line: Hello.'],
  ])('rejects the line %s', (line, message) => {
    expect(() => parseCall('offer', `${header}\n\n${line}\n`)).toThrow(message);
  });
});
