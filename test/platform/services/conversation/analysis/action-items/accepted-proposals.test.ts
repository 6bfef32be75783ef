import { describe, expect, it } from 'vitest';
import { findActionItems } from '../../../../../../src/platform/services/conversation/analysis/action-items/action-items.ts';
import { parseConversation } from '../../../../../../src/platform/services/conversation/analysis/language/parse-conversation.ts';
import { people, talk } from '../talk.ts';

async function find(...lines: string[]) {
  const items = findActionItems(await parseConversation({ segments: talk(...lines) }), people);
  return items.map((item) => [item.assignee_id, item.text]);
}
const assignees = async (...lines: string[]) => (await find(...lines)).map(([id]) => id);

describe('accepted proposals', () => {
  it('returns an appointment proposed without a verb, with the reply', async () => {
    const lines = [
      'tom: When can I meet her?',
      'anna: The ninth, half past two, the three of us?',
      'tom: The ninth works.',
    ];
    expect(await find(...lines)).toEqual([[null, 'The ninth, half past two, the three of us? – The ninth works.']]);
  });

  it.each([
    [
      [
        'tom: Do you want company on the visit?',
        'anna: Please. Quarter to eight in front of the station?',
        'tom: Quarter to eight.',
      ],
    ],
    [['tom: When do we look at it together?', 'tom: The fifteenth, at eleven?', 'anna: The fifteenth is good.']],
    [['tom: Same time in two weeks, the eleventh?', 'anna: Put me down.']],
  ])('finds the appointment in %j', async (lines) => {
    expect(await assignees(...lines)).toEqual([null]);
  });

  it.each([
    [['tom: How many trucks are in the yard?', 'anna: Twelve, or more in the summer?', 'tom: Twelve.']],
    [['tom: We met them at their place.', 'anna: Half past nine, was it already dark?', 'tom: Yes.']],
    [['tom: When can I meet her?', 'anna: The ninth, half past two, here?', "tom: The ninth I'm busy."]],
  ])('finds no appointment in %j', async (lines) => {
    expect(await assignees(...lines)).toEqual([]);
  });

  it.each([
    ['anna: Do you want the recording?', 'tom: Please, yes.'],
    ['anna: Shall I ring the workshop at four?', 'tom: At four. On the mobile.'],
    ['anna: Shall I put two tickets aside for us?', 'tom: Oh, would you?'],
    ['anna: I can change that in the same release.', "tom: Good, so that's decided."],
    ['anna: We could lend you one for a day, the thirteenth, from eight?', 'tom: The thirteenth at eight, yes.'],
  ])('finds the offer %j with the reply %j', async (...lines) => {
    expect(await assignees(...lines)).toEqual(['p-anna']);
  });

  it.each([
    ['anna: Do you want the blue or the red one?', 'tom: Please, the red.'],
    ['anna: Do you want the recording?', 'tom: We have it.'],
    ['anna: Shall I ring the workshop at four?', "tom: At four I'm busy."],
    ['anna: I can change that in the same release.', "tom: Please don't."],
  ])('finds nothing in %j with the reply %j', async (...lines) => {
    expect(await assignees(...lines)).toEqual([]);
  });

  it.each([
    ['anna: Any chance that you mail me the log?', 'tom: Sure.'],
    ['anna: Could your caretaker let us have the plan by Tuesday?', 'tom: He owes me a favour. Tuesday works.'],
    ['anna: Any chance you find out the serial number?', 'tom: My daughter can look for it.'],
    ['anna: Eight hundred words, and on my desk at five.', 'tom: Eight hundred. At five.'],
  ])('finds the request %j with the reply %j', async (...lines) => {
    expect(await assignees(...lines)).toEqual(['p-tom']);
  });

  it.each([
    ['anna: Can your system send me alerts?', 'tom: Sure.'],
    ['anna: Give me one week first.', 'tom: One week.'],
    ["anna: I'd like to see you on site.", 'tom: With pleasure.'],
  ])('does not take %j with the reply %j for a request', async (...lines) => {
    expect(await assignees(...lines)).toEqual([]);
  });

  it('does not take a bare "Good." for an acceptance, so the promise after it counts', async () => {
    const lines = ["tom: I'd like you to meet Clara next week.", "anna: Good. I'll send you two references by Friday."];
    expect(await find(...lines)).toEqual([['p-anna', 'Anna: send you two references by Friday.']]);
  });
});
