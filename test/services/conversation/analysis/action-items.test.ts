import { describe, expect, it } from 'vitest';
import { findActionItems } from '../../../../src/services/conversation/analysis/action-items.ts';
import { readConversation } from '../../../../src/services/conversation/analysis/read-conversation.ts';
import { people, talk } from './talk.ts';

async function items(lines: string[], language = 'en') {
  return findActionItems(await readConversation({ segments: talk(...lines), language }), people);
}
const brief = async (...lines: string[]) => (await items(lines)).map((item) => [item.assignee_id, item.text]);

describe('action items', () => {
  it('returns what somebody promises, with who and when', async () => {
    expect(await items(['tom: That was all.', "anna: Okay, so I'll send the contract to legal by Friday."])).toEqual([
      {
        text: "I'll send the contract to legal by Friday.",
        assignee_id: 'p-anna',
        start_ms: 1500,
        is_completed: false,
      },
    ]);
  });

  it.each([
    ['anna: Tom, can you prepare the figures for the board?', 'p-tom'],
    ['anna: Can you prepare the figures for the board, Tom?', 'p-tom'],
    ['anna: Could Mira schedule the demo? Mira will schedule the demo with the vendor.', 'p-mira'],
    ['anna: Can you prepare the figures for the board?', null],
    ['anna: Tom Reed is going to draft the statement of work.', 'p-tom'],
    ['anna: Tom, you need to update the forecast sheet.', 'p-tom'],
    ['anna: You need to update the forecast sheet by Monday.', null],
    ['anna: Please circulate the minutes to the whole team.', null],
    ['anna: We need to schedule the security review.', null],
    ["anna: Let's review the security report next week.", null],
    ['anna: Action item: finish the security report.', null],
    ["tom: Action item, I'll finish the security report.", 'p-tom'],
  ])('gives %j to %j', async (line, assignee) => {
    expect((await items([line])).map((item) => item.assignee_id)).toEqual([assignee]);
  });

  it('gives nothing to a name that two participants share', async () => {
    const reading = await readConversation({ segments: talk('anna: Tom, can you prepare the figures?') });
    const two = [...people, { id: 'p-tom2', name: 'Tom Hart' }];
    expect(findActionItems(reading, two).map((item) => item.assignee_id)).toEqual([null]);
  });

  it.each([
    "anna: I'll go first with the presentation.",
    "anna: I'll say that the contract is fine.",
    "anna: I won't send the contract to legal.",
    "anna: If you sign, I'll send the contract to legal.",
    'anna: We should review the security report.',
    'anna: You have to send the signal through the button.',
    'anna: Should I send the contract to legal?',
    'anna: I sent the contract to legal on Friday.',
    'anna: Can you share your screen with us?',
  ])('finds none in %j', async (line) => {
    expect(await brief(line)).toEqual([]);
  });

  it('leaves out repetitions', async () => {
    expect(
      await brief(
        "anna: I'll send the contract to legal by Friday.",
        'tom: Good.',
        'anna: So I will send legal the contract on Friday.',
        "anna: I'll also book the room for the workshop.",
      ),
    ).toEqual([
      ['p-anna', "I'll send the contract to legal by Friday."],
      ['p-anna', "I'll also book the room for the workshop."],
    ]);
  });

  it('finds none in other languages', async () => {
    expect(await items(['anna: Ich will send den Vertrag to Tom. I will send the contract.'], 'de_DE')).toEqual([]);
  });
});
