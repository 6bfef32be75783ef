import { describe, expect, it } from 'vitest';
import { findActionItems } from '../../../../../../src/platform/services/conversation/analysis/action-items/action-items.ts';
import { parseConversation } from '../../../../../../src/platform/services/conversation/analysis/language/parse-conversation.ts';
import { people, talk } from '../talk.ts';

async function find(...lines: string[]) {
  const startedAt = new Date('2026-03-02T09:00:00Z');
  const items = findActionItems({ ...(await parseConversation({ segments: talk(...lines) })), startedAt }, people);
  return items.map(({ text, due_on: dueOn }) => [text, dueOn]);
}

describe('promises that continue the previous one', () => {
  it('adds the deadline of the next sentence', async () => {
    expect(await find("anna: I'll ask the printer about the leaflets. I'll tell you on Wednesday.")).toEqual([
      ["Anna: ask the printer about the leaflets – “I'll tell you on Wednesday.”", '2026-03-04'],
    ]);
  });

  it('adds the day on which what was promised arrives', async () => {
    const lines = [
      "anna: I'll scan the drawings for you.",
      'tom: Great.',
      "anna: You'll get them tomorrow with the photos.",
    ];
    expect(await find(...lines)).toEqual([
      ["Anna: scan the drawings for you – “You'll get them tomorrow with the photos.”", '2026-03-03'],
    ]);
  });

  it('keeps the deadline of the first promise', async () => {
    const lines = ["anna: I'll scan the drawings on Thursday.", 'tom: Great.', "anna: You'll get them next week."];
    expect(await find(...lines)).toEqual([['Anna: scan the drawings on Thursday.', '2026-03-05']]);
  });

  it('leaves out the answer to a question about the promise', async () => {
    const lines = ["anna: I'll let you know about the grant.", 'tom: By mail or on the phone?', "anna: I'll ring you."];
    expect(await find(...lines)).toEqual([['Anna: let you know about the grant.', null]]);
  });

  it('keeps a promise of another speaker', async () => {
    const lines = ["anna: I'll scan the drawings.", 'tom: Fine.', "tom: And I'll call the architect about the roof."];
    expect(await find(...lines)).toHaveLength(2);
  });
});

it('takes no question under a past condition for a request', async () => {
  const segments = talk(
    'tom: Could I get the grant if I waited until May?',
    'anna: Nobody knows yet.',
    "anna: I'll keep an eye on it and drop you a note.",
  );
  const items = findActionItems(await parseConversation({ segments }), people);
  expect(items.map((item) => item.start_ms)).toEqual([segments[2]?.start_ms]);
});

describe('sentences that only seem to promise something', () => {
  it.each([
    [['anna: We can talk in the shop.', 'tom: The one on Mill Street?', "anna: That's the one."]],
    [['tom: The fix is merged.', 'anna: So that goes out today and not on Thursday.']],
    [['tom: Only the corners, for two thousand.', 'anna: That I can do.', 'tom: Okay.']],
  ])('leaves out %j', async (lines) => {
    expect(await find(...lines)).toEqual([]);
  });
});
